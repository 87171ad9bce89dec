// Parts that constraints tie together: they overlap near the ties and collide everywhere else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/CrossingChecker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kPole = 0.06, kRope = 0.01;  // [m] radii of what is as large as life

/// A ball on a rope that is tied to a pole, `tied` [m] from its axis, and thrown round it; all so
/// many times as large as life.
SceneBuilder tetherball(double tied, double scale) {
  SceneBuilder builder;
  const double s = scale;
  builder.settings({{"integrator", "implicit_euler"},
                    {"step", 0.004},
                    {"gravity", Vec3(0, 0, 0)},
                    {"restitution", 0.0}});
  builder.part("capsule", "pole", {{"radius", kPole * s}, {"length", 2 * s}});
  builder.part("rope", "rope",
               {{"position", Vec3(tied * s, 0, 0)},
                {"length", 0.6 * s},
                {"control_points", 24},
                {"radius", kRope * s},
                {"density", 600.0},
                {"youngs_modulus", 1e7},
                {"bend_scale", 0.01},
                {"internal_damping", 0.003}});
  builder.part("particle", "ball",
               {{"position", Vec3((tied + 0.6) * s, 0, 0)},
                {"mass", 0.5 * s * s * s},
                {"radius", 0.05 * s},
                {"velocity", Vec3(0, 0, 5 * s)}});
  builder.constraint("point_to_point", "to ball", {{"a", at("rope", {1})}, {"b", at("ball")}});
  builder.constraint("point_to_point", "to pole",
                     {{"a", at("rope", {0})}, {"b", at("pole", {tied * s, 0, 0})}});
  return builder;
}

/// [m] from the pole's axis, of what of the rope is nearest to it.
double nearestToAxis(const Simulator& simulator) {
  double nearest = 1e9;
  for (int i = 0; i <= 40; ++i) {
    const Vec3 x = positionOf(simulator, "rope", {i / 40.0});
    nearest = std::min(nearest, std::hypot(x.x(), x.z()));
  }
  return nearest;
}

// By how far round the pole the ball has come it is seen that the rope has been wound up.
TEST(TiedContact, ARopeTiedToAPoleWrapsRoundIt) {
  for (const double scale : {0.1, 10.0}) {
    Simulator simulator(tetherball(kPole + kRope + 0.002, scale).world());
    double nearest = 1e9, last = 0, turned = 0;
    for (int frame = 1; frame <= 30; ++frame) {
      simulator.advanceTo(frame / 30.0);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      nearest = std::min(nearest, nearestToAxis(simulator));
      const Vec3 ball = positionOf(simulator, "ball");
      const double angle = std::atan2(ball.z(), ball.x());
      turned += std::remainder(angle - last, 2 * std::numbers::pi);
      last = angle;
    }
    EXPECT_GT(turned, std::numbers::pi) << scale;
    EXPECT_GT(nearest, kPole * scale) << scale;
  }
}

// Tied on the skin of the pole, half of the rope is inside it there: nowhere is it deeper.
TEST(TiedContact, WhatOverlapsAtATieIsNowhereDeeper) {
  Simulator simulator(tetherball(kPole, 1).world());
  double nearest = 1e9;
  for (int frame = 1; frame <= 30; ++frame) {
    simulator.advanceTo(frame / 30.0);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    nearest = std::min(nearest, nearestToAxis(simulator));
  }
  EXPECT_GT(nearest, kPole - simulator.dynamics().contactRange());
}

/// Two sticks, drawn end to end and tied there, one of which stands; the other folds onto it.
SceneBuilder folding(double scale, const Vec3& spin) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"},
                    {"step", 0.004},
                    {"restitution", 0.0},
                    {"gravity", Vec3(0, 0, 0)}});
  const Vec3 radii = scale * Vec3(0.03, 0.03, 0.3);
  builder.part("superquadric", "stands", {{"motion", "rigid"}, {"radii", radii}});
  builder.part("superquadric", "folds",
               {{"motion", "rigid"},
                {"radii", radii},
                {"position", Vec3(0, 0, 0.6 * scale)},
                {"angular_velocity", spin},
                {"velocity", spin.cross(Vec3(0, 0, 0.3 * scale))}});
  const double pole = std::numbers::pi / 2;
  builder.constraint("fusion", "foot",
                     {{"a", at("stands", {-pole, 0})},
                      {"target", Vec3(0, 0, -0.3 * scale)},
                      {"direction", Vec3(0, 0, -1)}});
  builder.constraint("point_to_point", "joint",
                     {{"a", at("stands", {pole, 0})}, {"b", at("folds", {-pole, 0})}});
  return builder;
}

/// What a step from here leads into, if anything: to look at every one would take minutes.
std::string faultNow(Simulator& simulator) {
  CrossingChecker checker(simulator);
  EXPECT_EQ(checker.pairs(), 1U);
  simulator.step(simulator.time() + 1);
  checker.look();
  return checker.fault;
}

// Through the other it would come round in a second.
TEST(TiedContact, SolidsTiedAtTheirTipsFoldOnToEachOther) {
  for (const double scale : {0.1, 10.0}) {
    Simulator simulator(folding(scale, Vec3(6, 0, 0)).world());
    double farthest = 0;
    for (int look = 1; look <= 10; ++look) {
      simulator.advanceTo(0.1 * look);
      ASSERT_EQ(faultNow(simulator), "") << scale << " at " << simulator.time();
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      const Vec3 along = positionOf(simulator, "folds", {std::numbers::pi / 2, 0}) -
                         positionOf(simulator, "stands", {std::numbers::pi / 2, 0});
      ASSERT_LT(along.y(), 0.1 * scale) << "it came out on the other side";
      farthest = std::max(farthest, std::atan2(-along.y(), along.z()));
    }
    EXPECT_GT(farthest, 2.0) << scale << ": it hinges freely [rad]";
  }
}

// A rod between two points leaves the rest of their parts to collide: held apart at one end, they
// swing together at the other.
TEST(TiedContact, WhatARodTiesCollides) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"},
                    {"step", 0.004},
                    {"gravity", Vec3(0, 0, 0)},
                    {"restitution", 0.0}});
  for (const double x : {-0.2, 0.2}) {
    builder.part("superquadric", x < 0 ? "left" : "right",
                 {{"motion", "rigid"},
                  {"radii", Vec3(0.05, 0.05, 0.3)},
                  {"position", Vec3(x, 0, 0)},
                  {"velocity", Vec3(x < 0 ? 1.0 : -1.0, 0, 0)}});
  }
  const double pole = std::numbers::pi / 2;
  builder.constraint(
      "distance", "rod",
      {{"a", at("left", {-pole, 0})}, {"b", at("right", {-pole, 0})}, {"length", 0.4}});
  Simulator simulator(builder.world());
  int most = 0;
  for (int look = 1; look <= 5; ++look) {
    while (simulator.time() < 0.1 * look) {  // they touch for some steps only
      const StepReport& report = simulator.step(0.1 * look);
      ASSERT_EQ(report.status, RunStatus::Ok) << report.message;
      most = std::max(most, report.contacts);
    }
    ASSERT_EQ(faultNow(simulator), "") << simulator.time();
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  }
  EXPECT_GT(most, 0);
}

// A rod shorter than its balls are thick keeps them inside each other: there is nothing to part.
TEST(TiedContact, WhatARodHoldsInsideEachOtherDoesNotPush) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"gravity", Vec3(0, 0, 0)}});
  for (const double x : {0.0, 0.15}) {
    builder.part("particle", x > 0 ? "b" : "a", {{"radius", 0.1}, {"position", Vec3(x, 0, 0)}});
  }
  builder.constraint("distance", "rod", {{"a", at("a")}, {"b", at("b")}, {"length", 0.15}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_EQ(simulator.report().contacts, 0);
  EXPECT_LT(simulator.report().constraints[0].force, 1e-9);
}

// What is pinned near the floor, or held on a wall that meets it, still stands on the floor.
TEST(TiedContact, AFloorHoldsUpWhatIsHeldInSpaceNearIt) {
  for (const char* held : {"plane", "axis", "position"}) {
    SceneBuilder builder;
    builder.settings({{"integrator", "implicit_euler"}, {"step", 0.005}});
    builder.part("plane", "floor", {});
    builder.part("rope", "rope",
                 {{"position", Vec3(0, 0.012, 0)},
                  {"length", 1.0},
                  {"radius", 0.01},
                  {"control_points", 16},
                  {"damping", 1.0}});
    if (std::string(held) == "position") {
      builder.constraint("position", "held",
                         {{"point", at("rope", {0})}, {"target", Vec3(0, 0.012, 0)}});
    } else {
      builder.constraint(held, "held",
                         {{"a", at("rope", {0})},
                          {"origin", Vec3(0, 0.012, 0)},
                          {std::string(held) == "plane" ? "normal" : "direction",
                           std::string(held) == "plane" ? Vec3(0, 0, 1) : Vec3(0, 1, 0)}});
    }
    Simulator simulator(builder.world());
    simulator.advanceTo(1);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    for (const double u : {0.0, 0.1, 0.5, 1.0}) {
      EXPECT_GT(positionOf(simulator, "rope", {u}).y(), 0.0099) << held << " at " << u;
    }
  }
}

// On the way to their tie parts come through each other; once it has closed, they do no longer.
TEST(TiedContact, PartsThatAreBroughtTogetherCollideOnceTheyAre) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"},
                    {"step", 0.004},
                    {"restitution", 0.0},
                    {"gravity", Vec3(0, 0, 0)}});
  const double pole = std::numbers::pi / 2;
  const Vec3 radii(0.03, 0.03, 0.3);
  builder.part("superquadric", "stands", {{"motion", "rigid"}, {"radii", radii}, {"mass", 1e4}});
  builder.part("superquadric", "comes",
               {{"motion", "rigid"}, {"radii", radii}, {"position", Vec3(0, -0.4, 0.1)}});
  builder.constraint(
      "point_to_point", "joint",
      {{"a", at("stands", {pole, 0})}, {"b", at("comes", {pole, 0})}, {"assembly_time", 0.3}});
  const auto world = builder.world();
  Simulator simulator(world), resumed(world);
  const std::size_t laidOut = world->offsets().contact;
  EXPECT_GT(simulator.state().words.size(), laidOut) << "being brought together";
  simulator.advanceTo(0.7);
  resumed.restore(simulator.state());
  simulator.advanceTo(2);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  resumed.advanceTo(2);
  EXPECT_EQ(simulator.state().hash(), resumed.state().hash());
  EXPECT_LT(simulator.report().constraints[0].residual, 1e-6);
  EXPECT_EQ(simulator.state().words.size(), laidOut) << "and now apart but for the joint";
  EXPECT_EQ(faultNow(simulator), "");
}

}  // namespace
}  // namespace sinew::test
