// Rows that hold one way only: lines that go slack, and what pushes but never pulls.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

class SlackLine : public testing::TestWithParam<const char*> {};

SceneBuilder weightOnALine(const char* integrator) {
  SceneBuilder scene;
  scene.settings({{"integrator", integrator}, {"step", 0.002}, {"tolerance", 1e-7}})
      .part("particle", "weight", {{"position", Vec3(0, 0.5, 0)}, {"mass", 2.0}})
      .constraint("distance", "line",
                  {{"a", MaterialPoint{"weight", {}}},
                   {"place", Vec3(0, 1, 0)},
                   {"length", 1.0},
                   {"holds", "at_most"}});
  return scene;
}

double heightOf(const Simulator& simulator) {
  return simulator.state().reals[simulator.world().offsets().y + 1];
}

TEST_P(SlackLine, LetsFallFreelyUntilItIsTaut) {
  Simulator simulator(weightOnALine(GetParam()).world());
  simulator.advanceTo(0.3);
  EXPECT_EQ(simulator.report().constraints[0].force, 0);
  EXPECT_NEAR(heightOf(simulator), 0.5 - 0.5 * kG * 0.09, 0.01 * 0.5 * kG * 0.09);
}

TEST_P(SlackLine, CatchesWhatItHoldsAndCarriesIt) {
  const bool adaptive = std::string_view(GetParam()) == "rkf45";
  Simulator simulator(weightOnALine(GetParam()).world());
  const double speed = std::sqrt(2 * kG * 0.5);
  double lowest = 1;
  for (int frame = 1; frame <= 100; ++frame) {
    simulator.advanceTo(0.01 * frame);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    lowest = std::min(lowest, heightOf(simulator));
  }
  // Accelerations stop it at 300 1/s, which takes v/(300 e) [m].
  EXPECT_GT(lowest, adaptive ? -1.1 * speed / (300 * std::exp(1)) : -1e-9);
  EXPECT_NEAR(heightOf(simulator), 0, 1e-6);
  EXPECT_NEAR(simulator.report().constraints[0].force, 2 * kG, 1e-3);
  EXPECT_LE(simulator.report().energy.drift, 1e-9) << "being caught adds nothing";
}

INSTANTIATE_TEST_SUITE_P(Integrators, SlackLine,
                         testing::Values("euler", "implicit_euler", "rkf45"),
                         [](const auto& test) { return std::string(test.param); });

TEST(LimitedRows, TheLeastDistanceKeepsApart) {
  SceneBuilder scene;
  scene.settings({{"integrator", "implicit_euler"}, {"step", 0.01}, {"gravity", Vec3(0, 0, 0)}})
      .part("particle", "left", {{"mass", 1.0}, {"velocity", Vec3(1, 0, 0)}})
      .part("particle", "right", {{"mass", 3.0}, {"position", Vec3(1, 0, 0)}})
      .constraint("distance", "apart",
                  {{"a", MaterialPoint{"left", {}}},
                   {"b", MaterialPoint{"right", {}}},
                   {"length", 0.6},
                   {"holds", "at_least"}});
  Simulator simulator(scene.world());
  simulator.advanceTo(2);
  const double* q = simulator.state().reals.data() + simulator.world().offsets().y;
  EXPECT_NEAR(q[3] - q[0], 0.6, 1e-9) << "they go on together";
  EXPECT_NEAR(simulator.report().momentum.x(), 1, 1e-12);
}

// What is pushed goes on when what pushes is stopped.
TEST(LimitedRows, ANockLetsGo) {
  SceneBuilder scene;
  scene.settings({{"integrator", "implicit_euler"}, {"step", 0.005}, {"gravity", Vec3(0, 0, 0)}})
      .part("rope", "arrow", {{"length", 0.7}, {"youngs_modulus", 1e9}})
      .part("particle", "string", {{"mass", 0.1}})
      .constraint("nock", "nock",
                  {{"a", MaterialPoint{"string", {}}}, {"b", MaterialPoint{"arrow", {0.0}}}})
      .constraint("position", "draw",
                  {{"point", MaterialPoint{"string", {}}},
                   {"target", [] {
                      Curve curve;
                      curve.components = 3;
                      curve.keys = {{0, {0, 0, 0}}, {0.2, {0.4, 0, 0}}};
                      return curve;
                    }()}});
  Simulator simulator(scene.world());
  simulator.advanceTo(0.1);
  EXPECT_FALSE(simulator.report().constraints[0].broken);
  EXPECT_GT(simulator.report().constraints[0].force, 0.1);
  simulator.advanceTo(0.5);
  EXPECT_TRUE(simulator.report().constraints[0].broken);
  const double* arrow = simulator.state().reals.data() + simulator.world().offsets().y;
  EXPECT_GT(arrow[0], 0.6) << "the arrow flies on";
}

}  // namespace
}  // namespace sinew::test
