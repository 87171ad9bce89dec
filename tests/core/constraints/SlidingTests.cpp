// What slides along ropes, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

// Nothing holds the rope and the pearl but each other.
SceneBuilder freeRopeWithPearl() {
  SceneBuilder scene;
  scene.settings({{"integrator", "rkf45"}, {"tolerance", 1e-9}, {"gravity", Vec3(0, 0, 0)}})
      .part("rope", "string",
            {{"length", 1.0},
             {"density", 2000.0},
             {"angular_velocity", Vec3(0, 0.5, 3)},
             {"velocity", Vec3(0.2, 0, 0)}})
      .part("particle", "bead",
            {{"position", Vec3(0.3, 0, 0)}, {"mass", 0.2}, {"velocity", Vec3(0.9, 0.9, -0.15)}})
      .constraint("pearl", "thread",
                  {{"a", at("string", {0.3})}, {"b", MaterialPoint{"bead", {}}}});
  return scene;
}

TEST(Sliding, RopeAndPearlKeepMomentumAndEnergy) {
  Simulator simulator(freeRopeWithPearl().world());
  const StepReport start = simulator.report();
  simulator.advanceTo(0.5);
  const StepReport& end = simulator.report();
  ASSERT_EQ(end.status, RunStatus::Ok) << end.message;
  EXPECT_GT(simulator.dynamics().place(0), 1.2 * 0.3 * 9) << "it slid outwards";
  EXPECT_LT((end.momentum - start.momentum).norm(), 1e-12);
  EXPECT_LT((end.angularMomentum - start.angularMomentum).norm(),
            1e-7 * start.angularMomentum.norm());
  EXPECT_NEAR(end.energy.drift, 0, 1e-6 * start.energy.kinetic);
  EXPECT_LT(end.constraints[0].residual, 1e-8);
}

TEST(Sliding, PearlOnAStraightRopeSlidesOnEvenly) {
  SceneBuilder scene;
  scene.settings({{"integrator", "implicit_euler"}, {"step", 0.01}, {"gravity", Vec3(0, 0, 0)}})
      .part("rope", "string", {{"length", 1.0}})
      .part("particle", "bead",
            {{"position", Vec3(0.1, 0, 0)}, {"mass", 0.2}, {"velocity", Vec3(0.5, 0, 0)}})
      .constraint("pearl", "thread",
                  {{"a", at("string", {0.1})}, {"b", MaterialPoint{"bead", {}}}});
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  EXPECT_LT((positionOf(simulator, "bead") - Vec3(0.6, 0, 0)).norm(), 1e-12);
  EXPECT_NEAR(simulator.report().constraints[0].force, 0, 1e-12);
}

// A weight m₁ and a lighter one m₂ on a rope of μ [kg/m] over a smooth eyelet, at the same height h
// at first, fall by y: (m₁ + m₂ + μL) ÿ = g (m₁ − m₂ + 2μy).
TEST(Sliding, WeightsOverASmoothEyelet) {
  constexpr double kHeavy = 1.2, kLight = 0.8, kG = 9.81, kRadius = 0.004, kHalf = 0.05;
  constexpr double kPerLength = 1000 * std::numbers::pi * kRadius * kRadius;
  SceneBuilder scene;
  const Vec3 top(kHalf, 0.5 + 2 * kHalf, 0), down(2 * kHalf, 0.5, 0), light(2 * kHalf, 0, 0);
  const ValueList points = {Value(Vec3(0, 0.5, 0)), Value(top), Value(down), Value(light)};
  scene.settings({{"integrator", "implicit_euler"}, {"step", 1e-4}})
      .part("rope", "rope",
            {{"points", points},
             {"control_points", std::int64_t{60}},
             {"radius", kRadius},
             {"density", 1000.0},
             {"youngs_modulus", 5e7}})
      .part("particle", "heavy", {{"mass", kHeavy}})
      .part("particle", "light", {{"mass", kLight}, {"position", light}})
      .constraint("point_to_point", "tie",
                  {{"a", at("rope", {0})}, {"b", MaterialPoint{"heavy", {}}}})
      .constraint("point_to_point", "other",
                  {{"a", at("rope", {1})}, {"b", MaterialPoint{"light", {}}}})
      .constraint("keyhole", "eyelet", {{"a", at("rope", {0.5})}, {"place", top}});
  Simulator simulator(scene.world());
  // Measured when the rope has settled round the eyelet, by the curve of the heavy one's fall.
  std::array<double, 3> height{}, expected{};
  const double moved = kHeavy + kLight + kPerLength * (1 + std::numbers::pi * kHalf);
  const double grows = std::sqrt(2 * kPerLength * kG / moved);
  for (std::size_t i = 0; i < 3; ++i) {
    const double time = 0.1 + 0.2 * static_cast<double>(i);
    simulator.advanceTo(time);
    height[i] = positionOf(simulator, "heavy").y();
    expected[i] = -kG * (kHeavy - kLight) / moved / (grows * grows) * (std::cosh(grows * time) - 1);
  }
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  const auto bend = [](const auto& y) { return y[2] - 2 * y[1] + y[0]; };
  EXPECT_NEAR(bend(height), bend(expected), 0.01 * std::abs(bend(expected)));
}

TEST(Sliding, AtItsEndARopeStopsOrSlipsOut) {
  for (const char* ending : {"stops", "leaves"}) {
    SceneBuilder scene;
    scene.settings({{"integrator", "implicit_euler"}, {"step", 0.01}, {"gravity", Vec3(0, 0, 0)}})
        .part("rope", "string", {{"length", 1.0}, {"velocity", Vec3(1, 0, 0)}})
        .constraint("keyhole", "eyelet",
                    {{"a", at("string", {0.5})}, {"place", Vec3(0.5, 0, 0)}, {"at_end", ending}});
    Simulator simulator(scene.world());
    simulator.advanceTo(0.45);
    EXPECT_FALSE(simulator.report().constraints[0].broken) << ending;
    EXPECT_LT(simulator.report().constraints[0].force, 1e-9) << ending;
    simulator.advanceTo(0.8);
    const bool stops = std::string_view(ending) == "stops";
    EXPECT_EQ(simulator.report().constraints[0].broken, !stops) << ending;
    if (stops) {
      EXPECT_GT(simulator.dynamics().place(0), -1e-9);
      EXPECT_LT(simulator.dynamics().place(0), 1.0);
    }
  }
}

TEST(Sliding, APlaceIsFoundAgainToTheLastBit) {
  const auto world = freeRopeWithPearl().world();
  Simulator straight(world), resumed(world);
  straight.advanceTo(0.1);
  const State middle = straight.state();
  straight.advanceTo(0.2);
  resumed.restore(middle);
  resumed.advanceTo(0.2);
  EXPECT_EQ(resumed.state().reals, straight.state().reals);
}

}  // namespace
}  // namespace sinew::test
