// Chains of parts of very different masses are dropped: a blow at one of them goes through ties.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/SceneBuilder.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

constexpr int kSeeds = 24;

/// Two to five parts side by side, tied by distances, fall onto a plane with one velocity.
SceneBuilder droppedChain(int seed, double step) {
  Seeded random(static_cast<std::uint64_t>(seed));
  const bool solid = seed % 3 == 2;
  const std::vector<double> on = solid ? std::vector<double>{0, 0} : std::vector<double>{};
  const double speed = random.uniform(0, 10);
  SceneBuilder builder;
  builder.settings({{"contact", "barrier"},
                    {"contact_range", 0.002},
                    {"integrator", "implicit_euler"},
                    {"step", step},
                    {"restitution", random.uniform(0, 1)},
                    {"gravity", Vec3(0, -9.81, 0)}});
  builder.part("plane", "floor", {});
  std::vector<Vec3> places;
  std::vector<std::string> names;
  for (int i = 0; i < 2 + seed % 4; ++i) {
    places.emplace_back(0.3 * i, 0.5 + random.uniform(-0.15, 0.15), random.uniform(-0.1, 0.1));
    names.push_back("p" + std::to_string(i));
    const double mass = std::pow(10.0, random.uniform(0, 3));
    const Vec3 velocity(0, -speed, 0);
    if (solid) {
      builder.part("superquadric", names.back(),
                   {{"radii", Vec3(0.12, 0.05, 0.08)},
                    {"mass", mass},
                    {"position", places.back()},
                    {"velocity", velocity}});
    } else {
      builder.part("particle", names.back(),
                   {{"mass", mass}, {"position", places.back()}, {"velocity", velocity}});
    }
    if (i == 0) continue;
    builder.constraint("distance", "tie" + std::to_string(i),
                       {{"a", at(names[i - 1], on)},
                        {"b", at(names[i], on)},
                        {"length", Value((places[i] - places[i - 1]).norm())}});
  }
  return builder;
}

/// Of all that energy rose by in steps of touch, as a share of the most there was of motion.
double gainInTouch(int seed, double step) {
  Simulator simulator(droppedChain(seed, step).world());
  double gained = 0, motion = 0, before = simulator.report().energy.total();
  bool touched = false;
  while (simulator.time() < 1) {
    const StepReport& report = simulator.step(1);
    if (report.status != RunStatus::Ok) {
      ADD_FAILURE() << "seed " << seed << ": " << report.message;
      break;
    }
    const double now = report.energy.total();
    motion = std::max(motion, report.energy.kinetic);
    if (report.contacts > 0) gained += std::max(0.0, now - before);
    touched |= report.contacts > 0;
    before = now;
  }
  EXPECT_TRUE(touched) << "seed " << seed;
  return gained / motion;
}

double mostGained(double step) {
  double most = 0;
  for (int seed = 0; seed < kSeeds; ++seed) most = std::max(most, gainInTouch(seed, step));
  return most;
}

// Its velocities are along the circle at first, and from then on along chords of it.
TEST(TiedBlows, WhatBeginsToTurnAboutAnotherGainsAQuarterOfTheSquareOfItsTurn) {
  constexpr double kSpin = 10, kStep = 0.01, kArm = 0.15;  // [rad/s], [s], [m]
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"},
                    {"step", kStep},
                    {"fps", 100},
                    {"gravity", Vec3(0, 0, 0)}});
  for (const auto& [name, side] : {std::pair("left", -1.0), std::pair("right", 1.0)})
    builder.part(
        "particle", name,
        {{"position", Vec3(side * kArm, 0, 0)}, {"velocity", Vec3(0, side * kSpin * kArm, 0)}});
  builder.constraint("distance", "rod",
                     {{"a", at("left")}, {"b", at("right")}, {"length", 2 * kArm}});
  Simulator simulator(builder.world());
  const double start = simulator.report().energy.kinetic;
  simulator.advanceTo(10 * kStep);
  const double gained = simulator.report().energy.kinetic / start - 1;
  EXPECT_NEAR(gained / (kSpin * kStep * kSpin * kStep / 4), 1, 0.1);
  EXPECT_NEAR(simulator.report().energy.drift, gained * start, 1e-3 * gained * start)
      << "nobody put it in: it is the method's error";
}

TEST(TiedBlows, MakeLittleEnergyAndLessByTheSquareOfTheStep) {
  const double coarse = mostGained(0.01), fine = mostGained(0.001);
  EXPECT_LE(coarse, 0.01);
  EXPECT_LE(fine, coarse / 30);
  RecordProperty("gained_in_10_ms", std::to_string(coarse));
  RecordProperty("gained_in_1_ms", std::to_string(fine));
}

}  // namespace
}  // namespace sinew::test
