// What parts that touch, overlap or hang together at the start do to each other.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/scene/SceneOrigins.h"
#include "core/simulation/ContactRange.h"
#include "core/simulation/OverlapRemark.h"
#include "tests/support/CrossingChecker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kRadius = 0.1;  // [m]

void addBall(SceneBuilder& builder, const char* name, const Vec3& position) {
  builder.part("particle", name, {{"radius", kRadius}, {"position", position}});
}

class ContactStart : public testing::TestWithParam<const char*> {
 protected:
  SceneBuilder scene() const {
    SceneBuilder builder;
    const bool explicitly = std::string(GetParam()) == "euler";
    builder.settings(
        {{"integrator", GetParam()}, {"step", explicitly ? 0.001 : 0.004}, {"tolerance", 1e-4}});
    return builder;
  }
};

/// What is promised of gentle parting, whatever the integrator.
class GentleParting : public ContactStart {};

// Without room between them they do not jump, sink in or fall through.
TEST_P(ContactStart, AStackOfBallsThatTouchStands) {
  SceneBuilder builder = scene();
  builder.part("plane", "ground", {});
  for (int i = 0; i < 3; ++i) {
    addBall(builder, fmt::format("ball{}", i).c_str(), Vec3(0, (2 * i + 1) * kRadius, 0));
  }
  Simulator simulator(builder.world());
  double highest = 0, lowest = 1;
  for (int frame = 1; frame <= 48; ++frame) {
    simulator.advanceTo(frame / 24.0);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    highest = std::max(highest, positionOf(simulator, "ball2").y());
    lowest = std::min(lowest, positionOf(simulator, "ball2").y());
  }
  EXPECT_LT(highest, 5 * kRadius + 3 * 0.01 * 2 * kRadius) << "three gaps of the range";
  EXPECT_GT(lowest, 5 * kRadius - 0.001);
  EXPECT_GT(positionOf(simulator, "ball0").y(), kRadius) << "the gap is whole again";
  EXPECT_GT(positionOf(simulator, "ball2").y() - positionOf(simulator, "ball1").y(), 2 * kRadius);
  EXPECT_LT(simulator.report().energy.kinetic, 1e-6);
}

TEST_P(GentleParting, BallsPressedTogetherPartGently) {
  SceneBuilder builder = scene();
  builder.settings({{"gravity", Vec3(0, 0, 0)}, {"contact_range", 0.01}});
  addBall(builder, "left", Vec3(0, 0, 0));
  addBall(builder, "right", Vec3(1.9 * kRadius, 0, 0));
  Simulator simulator(builder.world());
  EXPECT_TRUE(simulator.dynamics().overlaps().empty());
  double fastest = 0;
  for (int frame = 1; frame <= 48; ++frame) {
    simulator.advanceTo(frame / 24.0);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    fastest = std::max(fastest, simulator.report().energy.kinetic);
  }
  const double apart =
      (positionOf(simulator, "right") - positionOf(simulator, "left")).norm() - 2 * kRadius;
  EXPECT_GT(apart, 0);
  EXPECT_LT(fastest, 0.5 * 2 * 0.1 * 0.1) << "a tenth of a metre per second";
  EXPECT_LT(simulator.report().momentum.norm(), 1e-12);
}

// Where contact is solved for: what is laid on the ground by hand is a hair inside it, or more.
TEST(ContactStartInRows, WhatIsALittleInTheGroundStaysAboveIt) {
  for (const double depth : {1e-8, 1e-4, 4e-3}) {
    SceneBuilder builder(Defaults::Today);
    builder.part("box", "ground", {{"size", Vec3(8, 1, 4)}, {"position", Vec3(0, -0.5, 0)}});
    addBall(builder, "ball", Vec3(0, kRadius - depth, 0));
    // Under a load that presses it on by far more than it weighs.
    addBall(builder, "under", Vec3(2, kRadius - depth, 0));
    builder.part("body", "load",
                 {{"size", Vec3(0.2, 0.2, 0.2)}, {"position", Vec3(2, 0.301, 0)}, {"mass", 100.0}});
    const double radius = 0.01;
    builder.part("rope", "rope",
                 {{"position", Vec3(0, radius - depth, 1)}, {"length", 1.0}, {"radius", radius}});
    Simulator simulator(builder.world());
    simulator.advanceTo(1);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const double off = 2 * contactRangeOf(simulator.world());
    EXPECT_NEAR(positionOf(simulator, "ball").y(), kRadius, off) << depth;
    EXPECT_NEAR(positionOf(simulator, "under").y(), kRadius, std::max(depth, off)) << depth;
    for (const double u : {0.0, 0.5, 1.0})
      EXPECT_NEAR(positionOf(simulator, "rope", {u}).y(), radius, off) << depth << " " << u;
  }
}

// Under error control the account shows what parting them puts in.
TEST(ContactSlack, PartingTakesWorkThatIsAccountedFor) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"},
                    {"tolerance", 1e-8},
                    {"gravity", Vec3(0, 0, 0)},
                    {"contact_range", 0.01}});
  for (const double x : {0.0, 1.9 * kRadius}) {
    builder.part("particle", fmt::format("ball at {}", x),
                 {{"radius", kRadius}, {"position", Vec3(x, 0, 0)}});
  }
  Simulator simulator(builder.world());
  simulator.advanceTo(2);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  const Energies& energy = simulator.report().energy;
  EXPECT_GT(energy.work, 1e-5);
  EXPECT_LT(std::abs(energy.drift), 1e-3 * energy.work);
}

// What is too deep inside something else is named, and an obstacle pushes it out all the same.
TEST_P(ContactStart, WhatStartsInTheGroundIsNamedAndComesOut) {
  SceneBuilder builder = scene();
  builder.part("plane", "ground", {});
  builder.part(
      "superquadric", "stone",
      {{"motion", "rigid"}, {"radii", Vec3(0.1, 0.1, 0.1)}, {"position", Vec3(0, 0.05, 0)}});
  const auto remarks = remarkOnOverlaps(builder.world());
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_NE(remarks[0].find("ground and stone overlap at the start"), std::string::npos);
  Simulator simulator(builder.world());
  simulator.advanceTo(3);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_GT(positionOf(simulator, "stone", {0, 0}).y(), 0.08);
  EXPECT_LT(positionOf(simulator, "stone", {0, 0}).y(), 0.3);
}

// Whatever stands and whatever lies half in it: out it comes, at walking pace, and stays out.
TEST_P(GentleParting, WhatStartsInAnObstacleComesOutGently) {
  const auto addObstacle = [](SceneBuilder& builder, const std::string& kind) {
    if (kind == "plane") builder.part("plane", "stands", {});
    if (kind == "box") {
      builder.part("box", "stands", {{"size", Vec3(2, 0.5, 2)}, {"position", Vec3(0, -0.25, 0)}});
    }
    if (kind == "sphere")
      builder.part("sphere", "stands", {{"radius", 0.5}, {"position", Vec3(0.02, -0.5, 0)}});
    if (kind == "capsule") {
      builder.part("capsule", "stands",
                   {{"radius", 0.4}, {"length", 0.3}, {"position", Vec3(0, -0.4, 0.03)}});
    }
  };
  for (const char* in : {"plane", "box", "sphere", "capsule"}) {
    for (const char* motion : {"rigid", "global", "local"}) {
      SceneBuilder builder = scene();
      addObstacle(builder, in);
      builder.part("superquadric", "egg",
                   {{"motion", motion},
                    {"radii", Vec3(0.2, 0.2, 0.25)},
                    {"internal_damping", 5.0},
                    {"position", Vec3(0, 0.05, 0)}});
      const std::string what = fmt::format("{} in a {}", motion, in);
      // What is round all through may be pressed in some way and rises like what lies too near.
      const bool thick = std::string(in) == "sphere" || std::string(in) == "capsule";
      EXPECT_TRUE(thick || remarkOnOverlaps(builder.world()).size() == 1) << what;
      Simulator simulator(builder.world());
      const double mass = simulator.world().parts()[1].part->mass();
      double fastest = 0;  // upwards: from a ball it rolls down in the end
      while (simulator.time() < 1.1) {
        simulator.advanceTo(simulator.time() + 1.0 / 24);
        ASSERT_EQ(simulator.report().status, RunStatus::Ok) << what << simulator.report().message;
        fastest = std::max(fastest, simulator.report().momentum.y() / mass);
      }
      EXPECT_LT(fastest, 1.6) << what << " was thrown out";
      EXPECT_EQ(simulator.state().words.size(), simulator.world().offsets().contact)
          << what << " has not come out";
      CrossingChecker checker(simulator);
      simulator.step(3);
      checker.look();
      EXPECT_EQ(checker.fault, "") << what;
    }
  }
}

// What just lies on something is none of the author's worries, whatever its skin is made of.
TEST_P(ContactStart, WhatTouchesIsNotNamed) {
  for (const char* motion : {"rigid", "global", "local"}) {
    for (const double exponent : {1.0, 0.2}) {
      for (const char* ground : {"plane", "box"}) {
        SceneBuilder builder = scene();
        const bool box = std::string(ground) == "box";
        const Vec3 middle(0, box ? -0.5 : 0, 0);
        builder.part(ground, "floor", {{"position", middle}});
        builder.part("superquadric", "stone",
                     {{"motion", motion},
                      {"exponent_u", exponent},
                      {"exponent_v", exponent},
                      {"position", Vec3(0, 0.25, 0)}});
        const auto remarks = remarkOnOverlaps(builder.world());
        EXPECT_TRUE(remarks.empty()) << motion << " on a " << ground << ": " << remarks.front();
      }
    }
  }
}

/// Two pillows that start half inside each other.
void addPillows(SceneBuilder& builder, const char* motion) {
  for (const double x : {-0.08, 0.08}) {
    builder.part("superquadric", x < 0 ? "left" : "right",
                 {{"motion", motion},
                  {"radii", Vec3(0.15, 0.1, 0.12)},
                  {"damping", 0.5},
                  {"position", Vec3(x, 0.12 + x / 8, 0)}});
  }
}

// Skins that cross have no gap to keep: they are moved apart, and then they keep it.
TEST_P(GentleParting, SkinsThatCrossAreNamedAndPartGently) {
  for (const char* motion : {"rigid", "local"}) {
    SceneBuilder builder = scene();
    builder.settings({{"gravity", Vec3(0, 0, 0)}});
    addPillows(builder, motion);
    const auto remarks = remarkOnOverlaps(builder.world());
    ASSERT_EQ(remarks.size(), 1U);
    EXPECT_NE(remarks[0].find("left and right overlap at the start: they are moved apart"),
              std::string::npos);
    Simulator simulator(builder.world());
    const double mass = simulator.world().parts()[0].part->mass();
    double most = 0;
    for (int frame = 1; frame <= 48; ++frame) {
      simulator.advanceTo(frame / 24.0);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      most = std::max(most, simulator.report().energy.kinetic);
    }
    CrossingChecker checker(simulator);
    simulator.step(3);
    checker.look();
    EXPECT_EQ(checker.fault, "") << motion;
    EXPECT_LT(most, 2 * 0.5 * mass * 0.7 * 0.7) << motion << ": they were thrown apart";
    EXPECT_LT(simulator.report().momentum.norm(), 1e-9) << motion;
    EXPECT_LT(simulator.report().angularMomentum.norm(), 1e-9) << motion;
    EXPECT_LT(
        (positionOf(simulator, "left", {0, 0}) - positionOf(simulator, "right", {0, 0})).norm(),
        1.5);
  }
}

TEST_P(ContactStart, WhatHasPartedLiesOnEachOther) {
  SceneBuilder builder = scene();
  builder.part("plane", "ground", {});
  for (const double y : {0.06, 0.12}) {
    builder.part("superquadric", y < 0.1 ? "lower" : "upper",
                 {{"motion", "rigid"},
                  {"radii", Vec3(0.2, 0.05, 0.2)},
                  {"exponent_u", 0.3},
                  {"exponent_v", 0.3},
                  {"damping", 1.0},
                  {"position", Vec3(0, y, 0)}});
  }
  Simulator simulator(builder.world());
  simulator.advanceTo(2);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  CrossingChecker checker(simulator);
  simulator.step(3);
  checker.look();
  EXPECT_EQ(checker.fault, "");
  // What came apart is in the state, so that a run goes on from there.
  Simulator again(builder.world());
  again.restore(simulator.state());
  for (int i = 0; i < 20; ++i) {
    simulator.step(3);
    again.step(3);
  }
  EXPECT_EQ(simulator.state().hash(), again.state().hash());
  EXPECT_EQ(simulator.state().words.size(), simulator.world().offsets().contact) << "not parted";
}

// A light thing is not thrown off a heavy one, nor the other way round.
TEST_P(GentleParting, WhateverTheirWeightsTheyPartSlowly) {
  for (const auto& [lower, upper] :
       {std::pair(100.0, 1.0), std::pair(1.0, 0.001), std::pair(1.0, 50.0)}) {
    SceneBuilder builder = scene();
    builder.part("plane", "ground", {});
    for (const double y : {0.06, 0.12}) {
      builder.part("superquadric", y < 0.1 ? "lower" : "upper",
                   {{"motion", "rigid"},
                    {"mass", y < 0.1 ? lower : upper},
                    {"radii", Vec3(0.2, 0.05, 0.2)},
                    {"position", Vec3(0, y, 0)}});
    }
    Simulator simulator(builder.world());
    double highest = 0;
    for (int frame = 1; frame <= 24; ++frame) {
      simulator.advanceTo(frame / 24.0);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      highest = std::max(highest, positionOf(simulator, "upper", {0, 0}).y());
    }
    EXPECT_LT(highest, 0.3) << lower << " kg below " << upper;
  }
}

// An edit of the start, which only counts after going back, and one that makes a part anew.
TEST(ContactParting, GoesOnThroughEdits) {
  SceneBuilder builder;
  addPillows(builder, "rigid");
  Simulator simulator(builder.world());
  simulator.advanceTo(0.05);
  const auto goOn = [&](const char* key, const Value& value) {
    Scene scene = builder.scene();
    scene[Section::Parts][1].values.set(*findParam(builtins().part("superquadric")->table, key),
                                        value);
    const auto world = World::compile(scene, builtins());
    ASSERT_TRUE(world);
    Simulator later(*world, simulator, SceneOrigins());
    EXPECT_EQ(later.state().words.size(), later.world().offsets().contact + ContactMemory::kRecord)
        << key << ": one overlap";
    later.advanceTo(0.5);
    EXPECT_EQ(later.report().status, RunStatus::Ok) << key << ": " << later.report().message;
  };
  goOn("position", Vec3(2, 0.15, 0));
  goOn("motion", "local");
}

// What slips inside is not apart.
TEST(ContactParting, WhatIsSwallowedComesOutAgain) {
  SceneBuilder builder;
  builder.settings({{"integrator", "euler"}, {"step", 0.001}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "big",
               {{"motion", "rigid"}, {"mass", 50.0}, {"radii", Vec3(0.3, 0.3, 0.3)}});
  builder.part("superquadric", "small",
               {{"motion", "rigid"},
                {"radii", Vec3(0.03, 0.03, 0.03)},
                {"position", Vec3(0, 0.3, 0)},
                {"velocity", Vec3(0, -3, 0)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(5);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  const Vec3 apart = positionOf(simulator, "small", {0, 0}) - positionOf(simulator, "big", {0, 0});
  EXPECT_GT(positionOf(simulator, "small", {0, 0}).y(), 0.3) << apart;
}

// Once apart, they meet like any others.
TEST_P(ContactStart, WhatHasPartedMeetsAgain) {
  SceneBuilder builder = scene();
  builder.part("plane", "ground", {});
  builder.part("superquadric", "ball",
               {{"radii", Vec3(0.15, 0.15, 0.15)}, {"position", Vec3(0, 0.5, 0)}});
  builder.part("superquadric", "box",
               {{"motion", "rigid"},
                {"exponent_u", 0.3},
                {"exponent_v", 0.3},
                {"position", Vec3(0.05, 0.65, 0)},
                {"radii", Vec3(0.1, 0.1, 0.1)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(0.2);
  CrossingChecker checker(simulator);
  int most = 0;
  while (simulator.time() < 1) {
    simulator.step(1);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    most = std::max(most, simulator.report().contacts);
    checker.look();
    ASSERT_EQ(checker.fault, "");
  }
  EXPECT_GT(most, 0);
}

// As somebody does who adds a part while a take is paused: it stands on the floor, or inside what
// has come to lie there.
TEST_P(GentleParting, WhatIsAddedOnTheWayIsTakenUpGently) {
  for (const double aside : {0.0, 0.5 * kRadius, 5 * kRadius}) {
    SceneBuilder builder = scene();
    builder.part("plane", "ground", {});
    addBall(builder, "first", Vec3(0, 2 * kRadius, 0));
    Simulator before(builder.world());
    before.advanceTo(2);
    ASSERT_EQ(before.report().status, RunStatus::Ok) << before.report().message;
    addBall(builder, "second", Vec3(aside, kRadius, 0));
    SceneOrigins origins;
    origins.note(AddEntity{Section::Parts, 2, builder.scene().parts().back()});
    Simulator after(builder.world(), before, origins);
    for (int frame = 1; frame <= 48; ++frame) {
      after.advanceTo(2 + frame / 24.0);
      ASSERT_EQ(after.report().status, RunStatus::Ok) << aside << ": " << after.report().message;
      // What is pushed down by the other on its way up gives way a little.
      ASSERT_GT(positionOf(after, "second").y(), 0.7 * kRadius) << aside;
      ASSERT_LT(positionOf(after, "second").y(), 4 * kRadius) << aside;
    }
    const Vec3 apart = positionOf(after, "second") - positionOf(after, "first");
    EXPECT_GE(apart.norm(), std::max(aside, 1.8 * kRadius)) << aside;
  }
}

// An edit on the way does not take from what lies under a load what holds it up.
TEST_P(ContactStart, WhatIsPressedStandsOnWhenItIsChangedOnTheWay) {
  SceneBuilder builder = scene();
  builder.part("plane", "ground", {});
  addBall(builder, "below", Vec3(0, kRadius, 0));
  builder.part("particle", "load",
               {{"radius", kRadius}, {"mass", 30.0}, {"position", Vec3(0, 3 * kRadius, 0)}});
  builder.constraint("axis", "guide", {{"a", at("load")}, {"direction", Vec3(0, 1, 0)}});
  Simulator before(builder.world());
  before.advanceTo(2);
  ASSERT_EQ(before.report().status, RunStatus::Ok) << before.report().message;
  Scene scene = builder.scene();
  const SceneEdit heavier = sinew::SetParam{"parts/below", "mass", Value(1.5)};
  ASSERT_TRUE(applyEdit(scene, heavier, builtins()));
  const auto changed = World::compile(scene, builtins());
  ASSERT_TRUE(changed);
  Simulator after(*changed, before, {});
  after.advanceTo(4);
  ASSERT_EQ(after.report().status, RunStatus::Ok) << after.report().message;
  EXPECT_NEAR(positionOf(after, "below").y(), positionOf(before, "below").y(), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Integrators, ContactStart, testing::Values("implicit_euler", "euler"));
INSTANTIATE_TEST_SUITE_P(Integrators, GentleParting,
                         testing::Values("implicit_euler", "euler", "rkf45"));

/// [m] by default, of a scene with one such part.
double defaultRange(const char* kind, Values values) {
  SceneBuilder builder;
  builder.part(kind, "part", values);
  return contactRangeOf(*builder.world());
}

// A rope as long as a street, or of ever so many control points, is no thicker.
TEST(ContactRange, GoesByHowThickPartsAreAndNotByHowLong) {
  const double rope = defaultRange("rope", {{"radius", 0.01}});
  EXPECT_DOUBLE_EQ(rope, 0.001);
  EXPECT_EQ(defaultRange("rope", {{"radius", 0.01}, {"length", 100.0}}), rope);
  EXPECT_EQ(defaultRange("rope", {{"radius", 0.01}, {"control_points", 100}}), rope);
  EXPECT_DOUBLE_EQ(defaultRange("rope", {{"radius", 0.002}}), 0.0002);
  EXPECT_DOUBLE_EQ(defaultRange("particle", {{"radius", 0.1}}), 0.002);
  const auto solid = [](const Vec3& radii) {
    return defaultRange("superquadric", {{"motion", "rigid"}, {"radii", radii}});
  };
  EXPECT_DOUBLE_EQ(solid(Vec3(0.1, 0.2, 0.3)), 0.002);
  EXPECT_DOUBLE_EQ(solid(Vec3(0.1, 0.2, 30)), 0.002);
  EXPECT_DOUBLE_EQ(solid(Vec3(50, 50, 50)), 0.01) << "nobody wants to see it";
}

// What stands has no say, and the settings have the last word.
TEST(ContactRange, IsThatOfTheThinnestPartThatMoves) {
  SceneBuilder builder;
  builder.part("sphere", "bump", {{"radius", 0.001}});
  builder.part("particle", "ball", {{"radius", 0.1}});
  builder.part("rope", "thread", {{"radius", 0.004}});
  EXPECT_DOUBLE_EQ(contactRangeOf(*builder.world()), 0.0004);
  builder.settings({{"contact_range", 0.003}});
  EXPECT_EQ(contactRangeOf(*builder.world()), 0.003);
}

/// A ball that falls towards another; whether it was held up.
bool isHeldUp(Values upper, Values lower) {
  SceneBuilder builder;
  builder.part("particle", "upper", {{"radius", kRadius}, {"position", Vec3(0, 0.5, 0)}});
  builder.part("particle", "lower", {{"radius", kRadius}, {"gravity_scale", 0.0}, {"mass", 1e3}});
  Scene scene = builder.scene();
  const ParamTable& table = builtins().part("particle")->table;
  std::vector<Entity>& parts = scene[Section::Parts];
  for (const auto& [key, value] : upper) parts[0].values.set(*findParam(table, key), value);
  for (const auto& [key, value] : lower) parts[1].values.set(*findParam(table, key), value);
  const auto world = World::compile(scene, builtins());
  EXPECT_TRUE(world);
  Simulator simulator(*world);
  simulator.advanceTo(0.6);
  return positionOf(simulator, "upper").y() > 0;
}

TEST(PassThrough, IsForPairsAndGroups) {
  EXPECT_TRUE(isHeldUp({}, {}));
  EXPECT_FALSE(isHeldUp({{"passes_through", ValueList{Value("lower")}}}, {}));
  EXPECT_FALSE(isHeldUp({}, {{"passes_through", ValueList{Value("upper")}}}));
  EXPECT_FALSE(isHeldUp({{"contact_group", "cloth"}}, {{"contact_group", "cloth"}}));
  EXPECT_TRUE(isHeldUp({{"contact_group", "cloth"}}, {{"contact_group", "skin"}}));
}

// Three ropes with their ends at one point: only two pairs are tied by a constraint.
TEST(PassThrough, IsForAllThatJointsBringToOnePlace) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.01}});
  for (const char* name : {"a", "b", "c"}) {
    builder.part("rope", name,
                 {{"position", Vec3(0, 0, name[0] - 'a')}, {"radius", 0.02}, {"damping", 1.0}});
  }
  builder.constraint("position", "nail", {{"point", at("b", {0})}, {"target", Vec3(0, 0, 1)}});
  builder.constraint("point_to_point", "first", {{"a", at("a", {0})}, {"b", at("b", {0})}});
  builder.constraint("point_to_point", "second", {{"a", at("b", {0})}, {"b", at("c", {0})}});
  Simulator simulator(builder.world());
  simulator.advanceTo(4);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  for (const ConstraintStatus& joint : simulator.report().constraints) {
    EXPECT_LT(joint.residual, 1e-6);
  }
}

}  // namespace
}  // namespace sinew::test
