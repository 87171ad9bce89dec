// Contact of what constraints hold or drive: it wins, and says so.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/CrossingChecker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

// A step of 0.4 rad goes 2 cm inside the circle that its end is corrected onto, through a block
// that the bob itself misses by 1 cm: what is certified is the way to the corrected end.
TEST(HeldContact, CorrectionsOfConstraintsCrossNothing) {
  for (const char* integrator : {"implicit_euler", "bdf2"}) {
    SceneBuilder builder;
    builder.settings({{"integrator", integrator},
                      {"step", 0.02},
                      {"contact_range", 0.002},
                      {"gravity", Vec3(0, 0, 0)}});
    builder.part("particle", "bob",
                 {{"radius", 0.02}, {"position", Vec3(-1, 0, 0)}, {"velocity", Vec3(0, 20, 0)}});
    builder.part("box", "block",
                 {{"position", Vec3(0.955, 0, 0)}, {"size", Vec3(0.03, 0.03, 0.03)}});
    builder.constraint("distance", "rod", {{"a", at("bob")}, {"length", 1.0}});
    Simulator simulator(builder.world());
    CrossingChecker checker(simulator);
    const double* q = simulator.state().reals.data() + simulator.world().offsets().y;
    bool passed = false;
    for (int steps = 0; simulator.time() < 0.5 && steps < 20'000; ++steps) {
      simulator.step(0.5);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      checker.look();
      ASSERT_EQ(checker.fault, "") << integrator << " at " << simulator.time() << " s";
      EXPECT_NEAR(std::hypot(q[0], q[1]), 1, 1e-3) << integrator;
      passed |= q[0] > 0.95;
    }
    EXPECT_TRUE(passed) << integrator;
  }
}

TEST(HeldContact, ASqueezeNamesTheConstraintThatPresses) {
  Curve down;
  down.components = 3;
  down.keys = {{0, {0, 0.5, 0}, Interpolation::Linear}, {1, {0, -0.5, 0}, Interpolation::Linear}};
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.005}});
  builder.part("plane", "floor", {});
  builder.part("particle", "ball", {{"radius", 0.1}, {"position", Vec3(0, 0.5, 0)}});
  builder.constraint("position", "drive", {{"point", at("ball")}, {"target", down}});
  Simulator simulator(builder.world());
  CrossingChecker checker(simulator);
  int steps = 0;
  while (simulator.report().status == RunStatus::Ok && simulator.time() < 1 && ++steps < 200'000) {
    simulator.step(1);
  }
  checker.look();
  EXPECT_EQ(checker.fault, "");
  EXPECT_EQ(simulator.report().status, RunStatus::Diverged);
  for (const char* named : {"squeezed", "ball", "floor", "drive"}) {
    EXPECT_NE(simulator.report().message.find(named), std::string::npos)
        << simulator.report().message;
  }
}

}  // namespace
}  // namespace sinew::test
