// The step ends on everything that is keyed, and finds the next of many keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

Curve keys(std::initializer_list<double> times, int components = 1) {
  Curve curve;
  curve.components = components;
  for (const double time : times) curve.keys.push_back({time, {1, 1, 1}, Interpolation::Step});
  return curve;
}

TEST(Events, ComeInOrderWhateverTheyBelongTo) {
  SceneBuilder builder;
  builder.settings({{"gravity", keys({0, 0.7}, 3)}});
  builder.part("particle", "a", {});
  builder.part("plane", "floor", {{"position", keys({0.1, 0.4}, 3)}});
  builder.constraint(
      "distance", "rod",
      {{"a", at("a")}, {"length", keys({0.2, 0.4})}, {"activation", keys({0, 0.3})}});
  builder.force("point_force", "wind", {{"point", at("a")}, {"force", keys({0.25, 0.6}, 3)}});
  const auto world = builder.world();
  double time = 0;
  for (const double expected : {0.1, 0.2, 0.25, 0.3, 0.4, 0.6, 0.7}) {
    EXPECT_EQ(world->nextEvent(time, expected / 2 + time / 2), expected / 2 + time / 2);
    time = world->nextEvent(time, kNever);
    EXPECT_EQ(time, expected);
  }
  EXPECT_EQ(world->nextEvent(time, kNever), kNever);
}

// The shortest way out of the box would be down, through the floor.
TEST(Events, WhatAnObstacleJumpsOntoComesOutBesideIt) {
  for (const auto& [integrator, contact] : {std::pair("implicit_euler", "barrier"),
                                            {"implicit_euler", "analytic"},
                                            {"euler", "barrier"}}) {
    SCOPED_TRACE(std::string(integrator) + " " + contact);
    SceneBuilder builder;
    builder.settings({{"integrator", integrator}, {"contact", contact}, {"step", 0.002}});
    Curve jumps;
    jumps.components = 3;
    jumps.keys = {{0, {3, 0.25, 0}, Interpolation::Step}, {0.1, {0, 0.25, 0}, Interpolation::Step}};
    builder.part("plane", "floor", {})
        .part("box", "box", {{"size", Vec3(0.5, 0.5, 0.5)}, {"position", jumps}});
    builder.part("particle", "ball", {{"radius", 0.1}, {"position", Vec3(0.05, 0.102, 0)}});
    Simulator simulator(builder.world());
    double fastest = 0;
    while (simulator.time() < 2) {
      ASSERT_EQ(simulator.step(2).status, RunStatus::Ok) << simulator.report().message;
      fastest = std::max(fastest, simulator.report().energy.kinetic);
    }
    EXPECT_GT(positionOf(simulator, "ball").x(), 0.25 + 0.1 - 0.001);
    EXPECT_GT(positionOf(simulator, "ball").y(), 0.1 - 0.001);
    EXPECT_LT(fastest, 0.5 * 2 * 2) << "two metres per second";
  }
}

}  // namespace
}  // namespace sinew::test
