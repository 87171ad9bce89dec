// Without inertia everything stands where forces balance.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/CrossingChecker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

SceneBuilder still() {
  SceneBuilder scene;
  scene.settings({{"integrator", "quasi_static"}});
  return scene;
}

TEST(QuasiStatic, APendulumHangsDown) {
  SceneBuilder scene = still();
  scene.part("particle", "bob", {{"position", Vec3(0.9, 0.3, 0)}})
      .constraint("distance", "rod", {{"a", at("bob")}, {"length", std::hypot(0.9, 0.3)}});
  Simulator simulator(scene.world());
  for (int frame = 1; frame <= 24; ++frame) simulator.advanceTo(frame / 24.0);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LE((positionOf(simulator, "bob") - Vec3(0, -std::hypot(0.9, 0.3), 0)).norm(), 1e-5);
  EXPECT_EQ(simulator.report().energy.kinetic, 0);
}

// What bdf2 comes to rest at after long damping.
TEST(QuasiStatic, ASlackRopeHangsAsItDoesInTheEnd) {
  const auto middleAfter = [](const char* integrator, double damping, double time) {
    SceneBuilder scene;
    scene.settings({{"integrator", integrator}, {"step", 0.01}})
        .part("rope", "rope",
              {{"points", ValueList{Value(Vec3(0.4, -0.3, 0.1)), Value(Vec3(0.8, 0, 0))}},
               {"control_points", 16},
               {"damping", damping}})
        .constraint("position", "left", {{"point", at("rope", {0})}})
        .constraint("position", "right", {{"point", at("rope", {1})}, {"target", Vec3(0.8, 0, 0)}});
    Simulator simulator(scene.world());
    simulator.advanceTo(time);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    return positionOf(simulator, "rope", {0.5});
  };
  const Vec3 waited = middleAfter("implicit_euler", 4, 12),
             still = middleAfter("quasi_static", 0, 1);
  EXPECT_LE((waited - still).norm(), 2e-4) << waited.transpose() << " " << still.transpose();
}

// Where keys lead the ends, not when, decides how all stands.
TEST(QuasiStatic, ForgetsTheWayItCame) {
  const auto along = [](double duration) {
    Curve way;
    way.components = 3;
    way.keys = {{0, {1, 0, 0}}, {duration, {0.6, 0.2, 0}}};
    SceneBuilder scene = still();
    scene.part("rope", "rope", {{"length", 1.0}, {"control_points", 12}, {"youngs_modulus", 1e7}})
        .constraint("position", "left", {{"point", at("rope", {0})}})
        .constraint("position", "right", {{"point", at("rope", {1})}, {"target", way}});
    Simulator simulator(scene.world());
    simulator.advanceTo(2);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    EXPECT_EQ(simulator.report().energy.kinetic, 0);
    return positionOf(simulator, "rope", {0.5});
  };
  EXPECT_LE((along(0.2) - along(1.0)).norm(), 1e-4);
}

TEST(QuasiStatic, IsWhereKeysLeadAtEveryFrame) {
  Curve way;
  way.components = 3;
  way.keys = {{0, {0, 0, 0}, Interpolation::Linear}, {1, {10, 0, 0}, Interpolation::Linear}};
  SceneBuilder scene = still();
  scene.part("particle", "bead", {})
      .constraint("position", "lead", {{"point", at("bead")}, {"target", way}});
  Simulator simulator(scene.world());
  for (int frame = 1; frame <= 12; ++frame) {
    simulator.advanceTo(frame / 24.0);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    EXPECT_NEAR(positionOf(simulator, "bead").x(), 10 * frame / 24.0, 1e-9) << frame;
  }
}

// A bead that sticks to a rail that keys push along goes no further than that.
TEST(QuasiStatic, WhatSticksIsNotThrownByWhatCarriesIt) {
  Curve way;
  way.components = 3;
  way.keys = {{0, {0, 0, 0}, Interpolation::Linear}, {1, {0.5, 0, 0}, Interpolation::Linear}};
  SceneBuilder scene = still();
  scene.part("rail", "rail", {{"length", 2.0}, {"position", way}})
      .part("particle", "bead", {{"position", Vec3(1, 0, 0)}})
      .constraint("pearl", "threaded",
                  {{"a", at("rail", {0.5})}, {"b", at("bead")}, {"friction", 0.5}});
  Simulator simulator(scene.world());
  for (int frame = 1; frame <= 24; ++frame) simulator.advanceTo(frame / 24.0);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_GE(positionOf(simulator, "bead").x(), 1);
  EXPECT_LE(positionOf(simulator, "bead").x(), 1.5);
}

// What a pin carries is the weight, however the passes went.
TEST(QuasiStatic, ReportsTheForcesOfTheBalance) {
  for (const double limit : {9.0, 11.0}) {
    SceneBuilder scene = still();
    scene.part("particle", "bob", {{"position", Vec3(0, 0, 0)}, {"mass", 1.0}})
        .constraint("position", "pin", {{"point", at("bob")}, {"max_force", limit}});
    Simulator simulator(scene.world());
    for (int frame = 1; frame <= 12; ++frame) simulator.advanceTo(frame / 24.0);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    EXPECT_EQ(positionOf(simulator, "bob").norm() < 1e-9, limit > 10) << limit;
  }
}

/// With barriers, and something to stand on.
SceneBuilder touching() {
  SceneBuilder scene = still();
  scene.settings({{"contact", "barrier"}, {"contact_range", 0.002}, {"friction", 0.5}})
      .part("plane", "floor", {{"friction", 0.5}});
  return scene;
}

/// Every frame up to a time, with nothing crossing anything in between.
void runClear(Simulator& simulator, double until) {
  CrossingChecker checker(simulator);
  while (simulator.time() < until) {
    simulator.step(std::floor(24 * simulator.time() + 1 + 1e-9) / 24);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    checker.look();
    ASSERT_EQ(checker.fault, "") << simulator.time();
  }
}

/// What is above a part carries of its weight [N].
double pressOn(const Simulator& simulator, int part) {
  double up = 0;
  for (const SurfaceContact& contact : simulator.dynamics().contacts().contacts) {
    if (contact.part == part) up += contact.force.y();
    if (contact.other == part) up -= contact.force.y();
  }
  return up;
}

TEST(QuasiStatic, WhatStandsOnTheFloorPressesWithItsWeight) {
  SceneBuilder scene = touching();
  scene.part("superquadric", "block",
             {{"radii", Vec3(0.1, 0.05, 0.08)},
              {"exponent_u", 0.3},
              {"exponent_v", 0.3},
              {"mass", 2.0},
              {"position", Vec3(0, 0.3, 0)}});
  Simulator simulator(scene.world());
  runClear(simulator, 2);
  EXPECT_NEAR(std::abs(pressOn(simulator, 1)), 2 * 9.81, 0.1);
  EXPECT_NEAR(positionOf(simulator, "block", {0, 0}).y(), 0.05, 0.003);
}

TEST(QuasiStatic, ARopeIsDrapedOverABox) {
  SceneBuilder scene = touching();
  scene.part("box", "table", {{"size", Vec3(0.2, 0.2, 0.4)}, {"position", Vec3(0, 0.6, 0)}})
      .part("rope", "rope",
            {{"position", Vec3(-0.4, 0.8, 0)},
             {"length", 0.8},
             {"control_points", 16},
             {"radius", 0.01},
             {"youngs_modulus", 1e5}});
  Simulator simulator(scene.world());
  runClear(simulator, 2);
  EXPECT_GT(positionOf(simulator, "rope", {0.5}).y(), 0.71);  // it arches between the edges
  EXPECT_LT(positionOf(simulator, "rope", {0.5}).y(), 0.74);
  EXPECT_LT(positionOf(simulator, "rope", {0}).y(), 0.6);
  EXPECT_LT(positionOf(simulator, "rope", {1}).y(), 0.6);
}

/// From one place to another in a second.
Curve way(const Vec3& from, const Vec3& to) {
  Curve way;
  way.components = 3;
  way.keys = {{0, {from.x(), from.y(), from.z()}, Interpolation::Linear},
              {1, {to.x(), to.y(), to.z()}, Interpolation::Linear}};
  return way;
}

TEST(QuasiStatic, WhatKeysLeadPushesBeforeIt) {
  SceneBuilder scene = touching();
  scene
      .part("superquadric", "block",
            {{"radii", Vec3(0.1, 0.1, 0.1)},
             {"exponent_u", 0.3},
             {"exponent_v", 0.3},
             {"position", Vec3(0, 0.1015, 0)}})
      .part("box", "ram",
            {{"size", Vec3(0.1, 0.1, 0.3)}, {"position", way({-0.3, 0.1, 0}, {0.3, 0.1, 0})}});
  Simulator simulator(scene.world());
  runClear(simulator, 1);
  EXPECT_GT(positionOf(simulator, "block", {0, 0}).x(), 0.44);
}

TEST(QuasiStatic, WhatIsSqueezedIsNamed) {
  SceneBuilder scene = touching();
  scene
      .part("superquadric", "block",
            {{"radii", Vec3(0.1, 0.1, 0.1)}, {"position", Vec3(0, 0.1015, 0)}})
      .part("box", "left",
            {{"size", Vec3(0.1, 0.5, 0.5)}, {"position", way({-0.3, 0.1, 0}, {0, 0.1, 0})}})
      .part("box", "right",
            {{"size", Vec3(0.1, 0.5, 0.5)}, {"position", way({0.3, 0.1, 0}, {0, 0.1, 0})}});
  Simulator simulator(scene.world());
  CrossingChecker checker(simulator);
  while (simulator.time() < 1 && simulator.report().status == RunStatus::Ok) {
    simulator.step(1);
    checker.look();
    ASSERT_EQ(checker.fault, "");
  }
  EXPECT_NE(simulator.report().status, RunStatus::Ok);
  EXPECT_NE(simulator.report().message.find("squeezed"), std::string::npos)
      << simulator.report().message;
}

TEST(QuasiStatic, WhatLiesOnAPlatformIsCarriedAlong) {
  SceneBuilder scene = touching();
  scene
      .part("box", "platform",
            {{"size", Vec3(0.6, 0.1, 0.6)},
             {"friction", 0.5},
             {"position", way({0, 0.2, 0}, {0.3, 0.2, 0})}})
      .part("superquadric", "block",
            {{"radii", Vec3(0.1, 0.05, 0.1)},
             {"exponent_u", 0.3},
             {"exponent_v", 0.3},
             {"position", Vec3(0, 0.3015, 0)}});
  Simulator simulator(scene.world());
  const double before = positionOf(simulator, "block", {0, 0}).x();
  runClear(simulator, 1);
  EXPECT_NEAR(positionOf(simulator, "block", {0, 0}).x() - before, 0.3, 0.02);
}

TEST(QuasiStatic, WhatNothingHoldsSinksAndStaysWhole) {
  SceneBuilder scene = still();
  scene.part("superquadric", "free", {{"motion", "local"}, {"radii", Vec3(0.2, 0.1, 0.3)}});
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LT(positionOf(simulator, "free", {0, 0}).y(), 0);
}

}  // namespace
}  // namespace sinew::test
