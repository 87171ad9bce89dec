// Parts that constraints tie together: they overlap near the ties and collide everywhere else.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/contact/Closest.h"
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

TEST(TiedContact, ABallOnALeashComesDownOnTheFloorThatItIsTiedTo) {
  SceneBuilder builder(Defaults::Today);
  builder.part("plane", "floor", {});
  builder.part(
      "superquadric", "ball",
      {{"motion", "rigid"}, {"radii", Vec3(0.2, 0.2, 0.2)}, {"position", Vec3(0, 0.5, 0)}});
  const Value side = at("ball", {-std::numbers::pi / 2, 0});  // as high as its middle
  builder.constraint(
      "distance", "leash",
      {{"a", side}, {"b", at("floor", {0, 0})}, {"length", 1.0}, {"holds", "at_most"}});
  Simulator simulator(builder.world());
  ASSERT_EQ(simulator.advanceTo(2).status, RunStatus::Ok) << simulator.report().message;
  EXPECT_NEAR(simulator.dynamics().endOf(0, 0).position.y(), 0.2, 5e-3);
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

/// Two ropes along one way, sewn together at so many places.
SceneBuilder seam(int stitches, double radius, const ValueList& way) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.004}, {"restitution", 0.0}});
  for (const char* name : {"a", "b"}) {
    builder.part("rope", name,
                 {{"points", way},
                  {"radius", radius},
                  {"control_points", std::int64_t{16}},
                  {"youngs_modulus", 1e6},
                  {"density", 500.0},
                  {"internal_damping", 0.05}});
  }
  for (int i = 0; i < stitches; ++i) {
    const double along = (i + 0.5) / stitches;
    builder.constraint("point_to_point", fmt::format("stitch{}", i),
                       {{"a", at("a", {along})}, {"b", at("b", {along})}});
  }
  return builder;
}

/// [m] between two ropes, but for what is within a quarter of their length along them.
double nearestAcross(const Simulator& simulator) {
  constexpr int kSamples = 100;
  std::array<std::vector<Vec3>, 2> x;
  for (int i = 0; i <= kSamples; ++i) {
    for (const int rope : {0, 1}) {
      x[rope].push_back(
          positionOf(simulator, rope == 0 ? "a" : "b", {static_cast<double>(i) / kSamples}));
    }
  }
  double nearest = 1e9;
  for (int i = 0; i < kSamples; ++i) {
    for (int j = 0; j < kSamples; ++j) {
      if (std::abs(i - j) < kSamples / 4) continue;
      const std::array<Vec3, 4> edges = {x[0][i], x[0][i + 1], x[1][j], x[1][j + 1]};
      nearest = std::min(nearest, closest(Pairing::EdgeEdge, edges.data()).distance);
    }
  }
  return nearest;
}

/// What a scene ties, and what passes through each other there.
struct Tied {
  explicit Tied(const SceneBuilder& builder) : world(builder.world()) {
    ties = addTied(*world, atStart(*world), contactRangeOf(*world), passing);
    passing.settle();
  }
  bool pass(const char* a, const char* b) const {
    return passing.pass(*world->findPart(a), *world->findPart(b));
  }
  /// How many there are between two parts.
  long between(const char* a, const char* b) const {
    const std::pair<int, int> parts = std::minmax(*world->findPart(a), *world->findPart(b));
    return std::ranges::count_if(ties.places, [&](const Tie& tie) {
      return std::pair<int, int>(std::minmax(tie.ends[0].part, tie.ends[1].part)) == parts;
    });
  }
  std::shared_ptr<const World> world;
  PassThrough passing;
  Ties ties;
};

// A stitch meets its neighbours, but not theirs: a diameter apart, they would all be one.
TEST(TiedContact, OfASeamOnlyWhatIsNearIsTied) {
  constexpr int kStitches = 200;
  constexpr double kRadius = 0.01;
  for (const double spacing : {2 * kRadius, 0.2 * kRadius}) {
    const Tied tied(seam(kStitches, kRadius, {Value(Vec3(spacing * kStitches, 0, 0))}));
    EXPECT_GE(tied.ties.places.size(), std::size_t{kStitches});
    EXPECT_LE(tied.ties.places.size(), std::size_t{20 * kStitches});
    for (const auto& [ends, apart] : tied.ties.places)
      ASSERT_LT((ends[0].place - ends[1].place).norm(), 2.2 * kRadius);
    EXPECT_EQ(tied.ties.byConstraint.size(), std::size_t{kStitches});
  }
}

TEST(TiedContact, ASeamThatIsFoldedLiesOnItself) {
  constexpr double kRadius = 0.02;
  const ValueList backAboveItself = {Value(Vec3(0.3, 0, 0)),    Value(Vec3(0.6, 0, 0)),
                                     Value(Vec3(0.7, 0.08, 0)), Value(Vec3(0.6, 0.16, 0)),
                                     Value(Vec3(0.3, 0.16, 0)), Value(Vec3(0, 0.16, 0))};
  SceneBuilder builder = seam(40, kRadius, backAboveItself);
  builder.constraint("position", "left", {{"point", at("a", {0})}});
  builder.constraint("position", "right",
                     {{"point", at("a", {0.42})}, {"target", Vec3(0.61, 0.015, 0)}});
  Simulator simulator(builder.world());
  double nearest = 1;
  for (int frame = 1; frame <= 18; ++frame) {
    simulator.advanceTo(frame / 24.0);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    nearest = std::min(nearest, nearestAcross(simulator));
  }
  EXPECT_GT(nearest, 1.98 * kRadius);
  EXPECT_LT(nearest, 2.5 * kRadius) << "it touches";
}

/// So many ropes hang from a rail, this far from each other [m], or all from its middle.
SceneBuilder fringe(int strands, double spacing) {
  SceneBuilder builder;
  const double length = std::max(1.0, spacing * (strands + 1));
  builder.part("plane", "floor", {});
  builder.part("rope", "rail",
               {{"position", Vec3(0, 1, 0)},
                {"points", ValueList{Value(Vec3(length, 0, 0))}},
                {"radius", 0.01},
                {"control_points", std::int64_t{8}}});
  for (int i = 0; i < strands; ++i) {
    const double x = spacing > 0 ? spacing * (i + 1) : 0.5 * length;
    const std::string name = fmt::format("strand{}", i);
    builder.part("rope", name,
                 {{"position", Vec3(x, 1, 0)},
                  {"points", ValueList{Value(Vec3(0, -0.5, 0.02 * i))}},
                  {"radius", 0.01},
                  {"control_points", std::int64_t{8}}});
    builder.constraint("point_to_point", "to rail " + name,
                       {{"a", at(name, {0})}, {"b", at("rail", {x / length})}});
  }
  return builder;
}

// However many there are, a strand is tied to those that it meets on the rail alone.
TEST(TiedContact, StrandsOfAFringeCollide) {
  for (const int strands : {10, 60}) {
    const Tied tied(fringe(strands, 0.015));
    const std::string last = fmt::format("strand{}", strands - 1);
    EXPECT_FALSE(tied.pass("strand0", "strand1")) << strands;
    EXPECT_FALSE(tied.pass("strand0", last.c_str())) << strands;
    EXPECT_FALSE(tied.pass("strand0", "rail")) << strands;
    EXPECT_EQ(tied.between("strand0", "strand1"), 1) << strands;
    EXPECT_EQ(tied.between("strand0", "strand2"), 0) << strands;
    EXPECT_LE(tied.ties.places.size(), std::size_t(6 * strands));
  }
}

// Of those that really all are at one place, pairs are not looked at. What they hang from, and what
// they hang to, they all feel.
TEST(TiedContact, CrowdsAtOnePlacePassThroughEachOtherAlone) {
  constexpr int kStrands = 40;
  for (const double spacing : {0.0, 2e-4}) {
    SceneBuilder builder = fringe(kStrands, spacing);
    for (int i = 0; i < kStrands; ++i) {
      const std::string name = fmt::format("strand{}", i);
      builder.constraint("position", "to floor " + name, {{"point", at(name, {1})}});
    }
    const Tied tied(builder);
    EXPECT_TRUE(tied.pass("strand0", "strand39")) << spacing;
    EXPECT_FALSE(tied.pass("strand0", "rail")) << spacing;
    EXPECT_FALSE(tied.pass("strand0", "floor")) << spacing;
    EXPECT_EQ(tied.between("strand0", "strand39"), 0) << spacing;
    EXPECT_EQ(tied.between("strand0", "rail"), 1) << spacing;
    EXPECT_EQ(tied.between("strand0", "floor"), 1) << spacing;
    EXPECT_EQ(tied.ties.places.size(), std::size_t{2 * kStrands}) << spacing;
  }
}

// What comes late to many others comes through them; they still collide among themselves.
TEST(TiedContact, WhileATieIsOpenOnlyWhatItBringsPasses) {
  constexpr int kStrands = 12;
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("particle", "hub", {{"radius", 0.01}});
  for (int i = 0; i < kStrands; ++i) {
    const double height = 1 - (2 * i + 1.0) / kStrands, turn = 2.4 * i;
    const Vec3 way(std::sqrt(1 - height * height) * std::cos(turn), height,
                   std::sqrt(1 - height * height) * std::sin(turn));
    const std::string name = fmt::format("strand{}", i);
    const bool late = i == 0;
    builder.part("rope", name,
                 {{"position", Vec3((late ? 0.2 : 0) * way)},
                  {"points", ValueList{Value(Vec3(0.3 * way))}},
                  {"radius", 0.005},
                  {"control_points", std::int64_t{8}}});
    builder.constraint("point_to_point", "to hub " + name,
                       {{"a", at(name, {0})}, {"b", at("hub")}});
  }
  const Simulator simulator(builder.world());
  const World& world = simulator.world();
  ContactMemory memory;
  memory.read(std::span(simulator.state().words).subspan(world.offsets().contact));
  const int late = *world.findPart("strand0");
  EXPECT_EQ(memory.overlaps.size(), std::size_t{kStrands}) << "the hub and all other strands";
  for (const Overlap& pair : memory.overlaps)
    EXPECT_TRUE(pair.partA == late || pair.partB == late) << pair.partA << " " << pair.partB;
}

}  // namespace
}  // namespace sinew::test
