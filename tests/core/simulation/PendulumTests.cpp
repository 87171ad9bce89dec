// Published motions of point masses: IFToMM benchmark A01 for the pendulum; the chains were
// computed with an independent high-precision program to all digits shown.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

SceneBuilder chain(int links, double tolerance) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", tolerance}});
  const double length = 1.0 / links;
  for (int i = 0; i < links; ++i) {
    builder.part("particle", fmt::format("bob{}", i),
                 {{"position", Vec3((i + 1) * length, 0, 0)}, {"mass", 1.0}});
    if (i == 0) {
      builder.constraint("distance", "link0",
                         {{"a", at("bob0")}, {"length", length}, {"assembly_time", 0.5}});
    } else {
      builder.constraint("distance", fmt::format("link{}", i),
                         {{"a", at(fmt::format("bob{}", i))},
                          {"b", at(fmt::format("bob{}", i - 1))},
                          {"length", length}});
    }
  }
  return builder;
}

void expectAt(const Simulator& simulator, const char* part, double x, double y, double tolerance) {
  const Vec3 p = positionOf(simulator, part);
  EXPECT_NEAR(p.x(), x, tolerance) << part << " at t = " << simulator.time();
  EXPECT_NEAR(p.y(), y, tolerance) << part << " at t = " << simulator.time();
}

TEST(Pendulum, SwingsAsPublished) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-9}});
  builder.part("particle", "bob", {{"position", Vec3(-1, 0, 0)}});
  builder.constraint("distance", "rod", {{"a", at("bob")}, {"length", 1.0}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  expectAt(simulator, "bob", 0.9862917511, -0.1650108531, 1e-6);
  simulator.advanceTo(5);
  expectAt(simulator, "bob", -0.942305435, -0.3347543384, 1e-6);
  simulator.advanceTo(10);
  expectAt(simulator, "bob", -0.2750874626, -0.9614192051, 1e-6);
  EXPECT_LT(std::abs(simulator.report().energy.drift), 1e-6);
}

TEST(PointMassChain, OfTwoLinksMovesAsComputed) {
  Simulator simulator(chain(2, 1e-9).world());
  simulator.advanceTo(0.5);
  expectAt(simulator, "bob1", 0.16756461, -0.98586105, 1e-5);
  simulator.advanceTo(1);
  expectAt(simulator, "bob1", -0.97616474, -0.09344774, 1e-5);
  simulator.advanceTo(2);
  expectAt(simulator, "bob1", 0.96498965, -0.17376682, 1e-5);
}

TEST(PointMassChain, OfFiveLinksMovesAsComputed) {
  Simulator simulator(chain(5, 1e-9).world());
  simulator.advanceTo(0.5);
  expectAt(simulator, "bob4", -0.05666454, -0.97580233, 1e-5);
  simulator.advanceTo(1);
  expectAt(simulator, "bob4", -0.94249151, -0.12903326, 1e-5);
  simulator.advanceTo(2);
  expectAt(simulator, "bob4", 0.83771530, -0.16765932, 1e-5);
}

}  // namespace
}  // namespace sinew::test
