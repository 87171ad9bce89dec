// Who brings energy into a scene is told by source; what a method makes or loses besides is drift.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

SceneBuilder weightless(const char* integrator) {
  SceneBuilder builder;
  builder.settings({{"integrator", integrator},
                    {"step", 1e-3},
                    {"tolerance", 1e-9},
                    {"gravity", Vec3(0, 0, 0)}});
  return builder;
}

class EnergySource : public testing::TestWithParam<const char*> {
 protected:
  /// All that came is from `flow`, and is what the scene has now.
  static void expectOnly(EnergyFlow flow, const Energies& energy, double tolerance) {
    for (std::size_t i = 1; i < kEnergyFlows; ++i) {
      const double wanted = i == static_cast<std::size_t>(flow) ? energy.total() : 0;
      EXPECT_NEAR(energy.flows.of[i], wanted, tolerance * energy.kinetic) << GetParam() << i;
    }
    EXPECT_NEAR(energy.drift, 0, tolerance * energy.kinetic) << GetParam();
    EXPECT_DOUBLE_EQ(energy.work, energy.flows.work());
  }
};

// Swung to and fro by a target for ten rounds: no error adds up.
TEST_P(EnergySource, WhatATargetMovesIsDrivenByIt) {
  SceneBuilder builder = weightless(GetParam());
  Curve target;
  target.components = 3;
  for (int k = 0; k <= 200; ++k) {
    const double t = 0.05 * k, x = 1 - std::cos(std::numbers::pi * t);
    target.keys.push_back({t, {x, 0, 0}, Interpolation::Smooth});
  }
  builder.part("particle", "bob", {{"mass", 2.0}});
  builder.constraint("position", "pin", {{"point", at("bob")}, {"target", target}});
  Simulator simulator(builder.world());
  simulator.advanceTo(9.5);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_GT(simulator.report().energy.kinetic, 9);
  expectOnly(EnergyFlow::Drives, simulator.report().energy, 5e-3);
}

TEST_P(EnergySource, WhatClosesAGapIsItsAssembly) {
  SceneBuilder builder = weightless(GetParam());
  builder.part("particle", "bob", {{"mass", 2.0}, {"position", Vec3(1, 0, 0)}});
  builder.constraint("position", "pin", {{"point", at("bob")}, {"assembly_time", 0.5}});
  Simulator simulator(builder.world());
  simulator.advanceTo(0.08);
  EXPECT_GT(simulator.report().energy.kinetic, 1);
  expectOnly(EnergyFlow::Assembly, simulator.report().energy, 5e-3);
}

TEST_P(EnergySource, WhatAKeyedForcePushesIsItsWork) {
  SceneBuilder builder = weightless(GetParam());
  Curve force;
  force.components = 3;
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.05 * k;
    force.keys.push_back({t, {20 * std::cos(6 * t), 0, 0}, Interpolation::Smooth});
  }
  builder.part("particle", "bob", {{"mass", 2.0}});
  builder.force("point_force", "push", {{"point", at("bob")}, {"force", force}});
  Simulator simulator(builder.world());
  simulator.advanceTo(4.5);
  EXPECT_GT(simulator.report().energy.kinetic, 1);
  const bool damps = std::string(GetParam()) == "implicit_euler";  // ½ m Δv² a step
  expectOnly(EnergyFlow::Forces, simulator.report().energy, damps ? 0.2 : 5e-3);
  EXPECT_LE(simulator.report().energy.drift, 1e-6);
}

TEST_P(EnergySource, WhatAHandPullsIsItsWork) {
  SceneBuilder builder = weightless(GetParam());
  builder.part("particle", "bob", {{"mass", 2.0}});
  Simulator simulator(builder.world());
  simulator.post(GrabCommand{0, "bob", {}, Vec3(1, 0, 0), 0, 0});
  simulator.advanceTo(0.08);
  EXPECT_GT(simulator.report().energy.kinetic, 1);
  expectOnly(EnergyFlow::Grabs, simulator.report().energy, 5e-2);
}

INSTANTIATE_TEST_SUITE_P(Integrators, EnergySource,
                         testing::Values("euler", "implicit_euler", "bdf2", "rkf45"));

// What falls on its rope is caught: that is lost, and neither work nor an error.
TEST(EnergySources, WhatALimitCatchesIsDissipated) {
  for (const char* integrator : {"euler", "implicit_euler", "rkf45"}) {
    SceneBuilder builder;
    builder.settings({{"integrator", integrator}, {"step", 1e-3}, {"tolerance", 1e-8}});
    builder.part("particle", "bob", {{"mass", 1.0}, {"position", Vec3(0, -0.2, 0)}});
    builder.constraint("distance", "rope",
                       {{"a", at("bob")}, {"length", 1.0}, {"holds", "at_most"}});
    Simulator simulator(builder.world());
    simulator.advanceTo(1);
    const Energies& energy = simulator.report().energy;
    EXPECT_NEAR(energy.dissipated, 0.8 * kG, 0.1) << integrator;
    EXPECT_NEAR(energy.drift, 0, 0.1) << integrator;
    EXPECT_NEAR(energy.work, 0, 1e-6) << integrator;
  }
}

}  // namespace
}  // namespace sinew::test
