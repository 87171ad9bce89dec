// What overlaps at the start is led apart without being flung about.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

// Far from the plank's middle, which the cushion must not be turned about.
TEST(ContactParting, WhatAPlankPokesIntoIsNotFlungRound) {
  SceneBuilder builder(Defaults::Today);
  builder.part("plane", "floor", {});
  builder.part("superquadric", "cushion",
               {{"motion", "local"},
                {"radii", Vec3(0.25, 0.25, 0.08)},
                {"exponent_u", 0.9},
                {"exponent_v", 0.45},
                {"orientation", Quat(std::sqrt(0.5), -std::sqrt(0.5), 0, 0)},
                {"position", Vec3(0, 0.081, 0)},
                {"internal_damping", 12.0},
                {"size_stiffness", 300.0},
                {"taper_stiffness", 10.0},
                {"twist_stiffness", 10.0},
                {"bend_stiffness", 10.0},
                {"w0", 500.0},
                {"w1", 80.0},
                {"nodes_u", 9},
                {"nodes_v", 16},
                {"mass", 0.6}});
  builder.part("superquadric", "plank",
               {{"motion", "rigid"},
                {"radii", Vec3(0.5, 0.015, 0.1)},
                {"exponent_u", 0.2},
                {"exponent_v", 0.2},
                {"position", Vec3(0.59, 0.016, 0.07)},
                {"mass", 4.0}});
  Simulator simulator(builder.world());
  EXPECT_EQ(simulator.dynamics().overlaps().size(), 1U);
  const double pole = std::numbers::pi / 2;
  simulator.advanceTo(0.06);
  const Vec3 across =
      positionOf(simulator, "cushion", {pole, 0}) - positionOf(simulator, "cushion", {-pole, 0});
  EXPECT_LT(std::acos(std::abs(across.y()) / across.norm()), 0.15) << "[rad]";
}

// The account shows what it takes, and nothing comes of itself when they feel each other again.
TEST(ContactParting, TakesWorkThatIsAccountedFor) {
  for (const char* integrator : {"rkf45", "euler"}) {
    SceneBuilder builder;
    builder.settings({{"integrator", integrator}, {"gravity", Vec3(0, 0, 0)}});
    for (const double y : {0.0, 0.17}) {
      builder.part("superquadric", y > 0 ? "upper" : "lower",
                   {{"motion", "rigid"},
                    {"radii", Vec3(0.2, 0.1, 0.2)},
                    {"exponent_u", 0.2},
                    {"exponent_v", 0.2},
                    {"position", Vec3(0.02 * y, y, 0)}});
    }
    Simulator simulator(builder.world());
    EXPECT_FALSE(simulator.dynamics().overlaps().empty());
    simulator.advanceTo(2);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const Energies& energy = simulator.report().energy;
    EXPECT_GT(energy.work, 1e-4) << integrator;
    // Euler's method counts work with the velocities at the start of a step.
    const double share = std::string(integrator) == "rkf45" ? 0.01 : 0.05;
    EXPECT_LT(std::abs(energy.drift), share * energy.work) << integrator;
  }
}

}  // namespace
}  // namespace sinew::test
