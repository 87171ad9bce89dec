// The share of gravity that a part feels follows its keys, and what they lift is work.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

Curve shareFrom(double first, double then, double time, Interpolation way) {
  Curve curve;
  curve.keys = {{.time = 0, .value = {first}, .toNext = way},
                {.time = time, .value = {then}, .toNext = way}};
  return curve;
}

struct FallState {
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero();
};

FallState flightOf(const Simulator& simulator, const char* name) {
  const int part = *simulator.world().findPart(name);
  const Part& compiled = *simulator.world().parts()[part].part;
  FallState flight;
  compiled.locate(simulator.dynamics().scratch(part), *compiled.resolve({}), flight.position,
                  flight.velocity);
  return flight;
}

TEST(KeyedGravity, ABallThatLosesItsWeightFliesStraightOn) {
  constexpr double kLost = 0.5, kLater = 1.5, kStep = 1e-3;
  const Vec3 start(2, 3, -1);
  for (const char* integrator : {"rkf45", "euler", "implicit_euler", "bdf2"}) {
    SceneBuilder scene;
    scene.settings({{"integrator", integrator}, {"tolerance", 1e-9}, {"step", kStep}})
        .part("particle", "ball",
              {{"mass", 2.0},
               {"position", Vec3(0, 10, 0)},
               {"velocity", start},
               {"gravity_scale", shareFrom(1, 0, kLost, Interpolation::Step)}});
    Simulator simulator(scene.world());
    simulator.advanceTo(kLost);
    const FallState then = flightOf(simulator, "ball");
    EXPECT_LE((then.velocity - Vec3(start - kLost * kG * Vec3::UnitY())).norm(), 1e-9)
        << integrator;
    simulator.advanceTo(kLater);
    const FallState now = flightOf(simulator, "ball");
    EXPECT_LE((now.velocity - then.velocity).norm(), 1e-12) << integrator;
    EXPECT_LE((now.position - then.position - (kLater - kLost) * then.velocity).norm(), 1e-9)
        << integrator;
    // Its weight was m g y of potential energy, which the key takes away. The height at the end of
    // fixed steps is off by ½ g h t, and so is the energy.
    const bool exact = std::string(integrator) == "rkf45";
    const double off = exact ? 1e-7 : 2 * kG * kG * kStep * kLost;
    EXPECT_NEAR(simulator.report().energy.drift, 0, off) << integrator;
    EXPECT_NEAR(simulator.report().energy.work, -2 * kG * then.position.y(), 1e-7) << integrator;
  }
}

// g(t) = g (1 − t): v = −g (t − ½ t²).
TEST(KeyedGravity, WorkIsDoneByAShareThatChanges) {
  SceneBuilder scene;
  const Curve share = shareFrom(1, -1, 2, Interpolation::Linear);
  scene.settings({{"integrator", "rkf45"}, {"tolerance", 1e-9}})
      .part("particle", "ball", {{"mass", 2.0}, {"gravity_scale", share}})
      .part("superquadric", "egg",
            {{"motion", "rigid"},
             {"mass", 3.0},
             {"position", Vec3(5, 2, 0)},
             {"angular_velocity", Vec3(1, 2, 0)},
             {"gravity_scale", share}})
      .part("particle", "stone", {{"mass", 1.0}, {"position", Vec3(-5, 0, 0)}});
  Simulator simulator(scene.world());
  for (const double t : {0.25, 0.7, 1.0, 1.9, 2.0}) {
    simulator.advanceTo(t);
    EXPECT_NEAR(flightOf(simulator, "ball").velocity.y(), -kG * (t - 0.5 * t * t), 1e-7);
    EXPECT_NEAR(flightOf(simulator, "ball").position.y(), -kG * (t * t / 2 - t * t * t / 6), 1e-7);
    EXPECT_NEAR(simulator.report().momentum.y(), -kG * (5 * (t - 0.5 * t * t) + t), 1e-6);
    EXPECT_NEAR(simulator.report().energy.drift, 0, 1e-5);
  }
}

// A step that booked the rate of its start would be off by half of what it changes.
TEST(KeyedGravity, WhatKeysLiftIsWorkToTheLastDigitWhereNothingMoves) {
  for (const char* integrator : {"rkf45", "euler", "implicit_euler", "bdf2"}) {
    SceneBuilder scene;
    scene.settings({{"integrator", integrator}, {"step", 0.01}})
        .part("particle", "ball",
              {{"mass", 2.0},
               {"position", Vec3(0, 3, 0)},
               {"gravity_scale", shareFrom(0, 1, 0.4, Interpolation::Smooth)}})
        .constraint("position", "nail", {{"point", at("ball")}, {"target", Vec3(0, 3, 0)}});
    Simulator simulator(scene.world());
    for (const double t : {0.1, 0.2, 0.3, 0.4}) {
      simulator.advanceTo(t);
      const double share = t / 0.4, lifted = 2 * kG * 3 * share * share * (3 - 2 * share);
      const bool second = std::string(integrator) == "bdf2";
      EXPECT_NEAR(simulator.report().energy.work, lifted, second ? 0.05 : 1e-6) << integrator;
    }
  }
}

TEST(KeyedGravity, AGravityOfTheSceneThatJumpsIsWorkAsWell) {
  Curve gravity;
  gravity.components = 3;
  gravity.keys = {{.time = 0, .value = {0, -kG, 0}, .toNext = Interpolation::Step},
                  {.time = 0.4, .value = {3, 0, 0}, .toNext = Interpolation::Step}};
  SceneBuilder scene;
  scene.settings({{"integrator", "rkf45"}, {"tolerance", 1e-9}, {"gravity", gravity}})
      .part("particle", "half", {{"position", Vec3(1, 1, 0)}, {"gravity_scale", 0.5}});
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  EXPECT_NEAR(flightOf(simulator, "half").velocity.x(), 0.5 * 3 * 0.6, 1e-8);
  EXPECT_NEAR(flightOf(simulator, "half").velocity.y(), -0.5 * kG * 0.4, 1e-8);
  EXPECT_NEAR(simulator.report().energy.drift, 0, 1e-7);
}

}  // namespace
}  // namespace sinew::test
