// What happens within a step ends it there. [LS97] §6
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

Curve ramp(double end, const Vec3& force) {
  Curve curve;
  curve.components = 3;
  curve.keys.push_back({0, {0, 0, 0}, Interpolation::Linear});
  curve.keys.push_back({end, {force.x(), force.y(), force.z()}, Interpolation::Linear});
  return curve;
}

/// When a nail under a growing pull of 10 N/s breaks that holds 3 N.
double breaksAt(const char* integrator, double step) {
  SceneBuilder builder;
  builder.settings({{"integrator", integrator}, {"step", step}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("particle", "bob", {{"mass", 0.2}});
  builder.constraint("position", "nail", {{"point", at("bob")}, {"max_force", 3.0}});
  builder.force("point_force", "pull", {{"point", at("bob")}, {"force", ramp(1, Vec3(10, 0, 0))}});
  Simulator simulator(builder.world());
  while (simulator.time() < 1) {
    simulator.step(1);
    if (simulator.report().constraints[0].broken) return simulator.time();
  }
  return simulator.time();
}

TEST(StepEvents, AConstraintBreaksWhenItsForceIsReached) {
  EXPECT_NEAR(breaksAt("rkf45", 1e-3), 0.3, 1e-6);
  for (const char* integrator : {"euler", "implicit_euler", "bdf2"}) {
    EXPECT_NEAR(breaksAt(integrator, 1e-3), 0.3, 2e-3) << integrator;
    EXPECT_NEAR(breaksAt(integrator, 1e-2), 0.3, 1.2e-2) << integrator;
  }
}

TEST(StepEvents, AStepEndsWhereASlackLineGoesTaut) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-8}});
  builder.part("particle", "bob", {{"position", Vec3(0, 1, 0)}});
  builder.constraint(
      "distance", "line",
      {{"a", at("bob")}, {"place", Vec3(0, 1, 0)}, {"length", 0.5}, {"holds", "at_most"}});
  const double taut = std::sqrt(2 * 0.5 / kG);
  Simulator simulator(builder.world());
  double nearest = 1;
  while (simulator.time() < 0.5) {
    simulator.step(0.5);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    nearest = std::min(nearest, std::abs(simulator.time() - taut));
  }
  EXPECT_LT(nearest, 1e-6);
}

// With v² = 3.5 g L at the bottom a line pulls no more where the bob has come 120° up.
TEST(StepEvents, AStepEndsWhereALineGoesSlack) {
  const double length = 0.5;
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-8}});
  builder.part("particle", "bob", {{"velocity", Vec3(std::sqrt(3.5 * kG * length), 0, 0)}});
  builder.constraint(
      "distance", "line",
      {{"a", at("bob")}, {"place", Vec3(0, length, 0)}, {"length", length}, {"holds", "at_most"}});
  Simulator simulator(builder.world());
  const double* bob = simulator.state().reals.data() + simulator.world().offsets().y;
  double nearest = 1;
  bool slack = false;
  int steps = 0;
  while (!slack && simulator.time() < 1) {
    simulator.step(1);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    nearest = std::min(nearest, std::abs(bob[1] - 1.5 * length));
    ++steps;
    slack = simulator.report().constraints[0].force == 0;
  }
  EXPECT_TRUE(slack);
  EXPECT_LT(steps, 1500) << "while it is taut it costs as little as a rod";
  EXPECT_LT(nearest, 1e-5 * length);
}

}  // namespace
}  // namespace sinew::test
