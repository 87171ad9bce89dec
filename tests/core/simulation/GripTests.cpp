// The hand that pulls at a point: a damped spring, whatever the point weighs.
#include <cmath>
#include <numbers>
#include <string>

#include "tests/support/CrossingChecker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kHand = 4 * std::numbers::pi;  // [rad/s] of the hand's spring

Vec3 handIn(const Simulator& simulator) {
  for (const ForceArrow& arrow : simulator.dynamics().pulls()) {
    if (arrow.source == ForceArrow::Source::Hand) return arrow.at;
  }
  ADD_FAILURE() << "nothing is held";
  return Vec3::Zero();
}

SceneBuilder free(Values settings) {
  SceneBuilder builder;
  builder.settings({{"gravity", Vec3(0, 0, 0)}}).settings(settings);
  return builder;
}

// x(t) = x* (1 − (1 + ωt) e^{−ωt})
TEST(Grip, CarriesAParticleToTheHandCriticallyDamped) {
  for (const auto& [integrator, error] : {std::pair("rkf45", 1e-6), std::pair("euler", 5e-3)}) {
    SceneBuilder builder = free({{"integrator", integrator}, {"step", 1e-3}, {"tolerance", 1e-9}});
    builder.part("particle", "bead", {{"mass", 3.0}});
    Simulator simulator(builder.world());
    simulator.post(GrabCommand{0, "bead", {}, Vec3(2, 0, -1), 0, 0});
    for (const double t : {0.05, 0.1, 0.2, 0.5}) {
      simulator.advanceTo(t);
      const double share = 1 - (1 + kHand * t) * std::exp(-kHand * t);
      EXPECT_LE((handIn(simulator) - share * Vec3(2, 0, -1)).norm(), error) << integrator << t;
    }
  }
}

// A light point that is tied to something heavy: how it gives way is what the heavy thing does.
TEST(Grip, CarriesWhatHangsOnALightPointCriticallyDamped) {
  for (const auto& [integrator, error] :
       {std::pair("euler", 2e-2), std::pair("implicit_euler", 2e-2), std::pair("bdf2", 1e-3)}) {
    SceneBuilder builder = free({{"integrator", integrator}, {"step", 1e-3}});
    builder.part("particle", "bead", {{"mass", 1e-3}});
    for (const char* load : {"load", "more"}) {
      builder.part("particle", load, {{"mass", 2.0}});
      builder.constraint("point_to_point", std::string("tie_of_") + load,
                         {{"a", at("bead")}, {"b", at(load)}});
    }
    Simulator simulator(builder.world());
    simulator.post(GrabCommand{0, "bead", {}, Vec3(0.2, 0, 0), 0, 0});
    for (const double t : {0.1, 0.2, 0.5}) {
      simulator.advanceTo(t);
      const double share = 1 - (1 + kHand * t) * std::exp(-kHand * t);
      const Vec3 gone = positionOf(simulator, "bead");
      EXPECT_LE((gone - share * Vec3(0.2, 0, 0)).norm(), error * 0.2) << integrator << t;
    }
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  }
}

// Energy goes in by the hand alone.
TEST(Grip, WorkIsAccountedFor) {
  SceneBuilder builder = free({{"integrator", "rkf45"}, {"tolerance", 1e-9}});
  builder.part("superquadric", "ball", {{"mass", 1.0}});
  Simulator simulator(builder.world());
  simulator.post(GrabCommand{0, "ball", {0.3, 0.2}, Vec3(1, 0.5, 0), 0, 0});
  simulator.advanceTo(0.4);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_GT(simulator.report().energy.kinetic, 0.1);
  EXPECT_LE(std::abs(simulator.report().energy.drift), 1e-5);
}

// A membrane a hundredth of a metre thick: the point held weighs grams, its hand is made for the
// whole of it. Both hands hold the same point, and jerk.
/// [m] How far below where it pulls a hand holds the first of some beads that hang on each other.
double sagOf(int beads, double strength) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}});  // which takes the hand at each instant
  for (int i = 0; i < beads; ++i) {
    builder.part("particle", "bead" + std::to_string(i), {{"position", Vec3(0, -0.2 * i, 0)}});
    if (i == 0) continue;
    builder.constraint(
        "distance", "link" + std::to_string(i),
        {{"a", at("bead" + std::to_string(i - 1))}, {"b", at("bead" + std::to_string(i))}});
  }
  Simulator simulator(builder.world());
  simulator.post(GrabCommand{0, "bead0", {}, Vec3::Zero(), 0, 0});
  simulator.post(StrengthenGrabCommand{0, strength});
  simulator.advanceTo(6);
  return -positionOf(simulator, "bead0").y();
}

// g/ω² with two swings a second, however much hangs below.
TEST(Grip, CarriesAllThatIsTiedToWhatItHolds) {
  const double sag = 9.81 / std::pow(4 * std::numbers::pi, 2);
  EXPECT_NEAR(sagOf(1, 1), sag, 1e-4);
  EXPECT_NEAR(sagOf(4, 1), sag, 1e-3);
  EXPECT_NEAR(sagOf(4, 8), sag / 8, 1e-3) << "stronger";
}

// The strongest hand that the window has, against what cannot give way.
TEST(Grip, PressesThingsAgainstTheGroundAndNotThroughIt) {
  for (const char* motion : {"rigid", "global", "local"}) {
    SceneBuilder builder;
    builder.settings({{"integrator", "implicit_euler"}, {"step", 0.005}});
    builder.part("plane", "ground", {});
    builder.part("superquadric", "cushion",
                 {{"motion", motion},
                  {"radii", Vec3(0.25, 0.25, 0.2)},
                  {"internal_damping", 5.0},
                  {"position", Vec3(0, 0.26, 0)}});
    Simulator simulator(builder.world());
    simulator.post(GrabCommand{0, "cushion", {0.1, 0.3}, Vec3(0.1, -0.3, 0), 0, 0});
    simulator.advanceTo(0.5);
    simulator.post(StrengthenGrabCommand{0, 20});
    simulator.advanceTo(0.8);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << motion << simulator.report().message;
    CrossingChecker checker(simulator);
    simulator.step(1);
    checker.look();
    EXPECT_EQ(checker.fault, "") << motion;
  }
}

// What contact holds feels the whole spring, and what pulls at it as well.
TEST(Grip, PullsWithItsWholeSpringAtWhatContactHolds) {
  constexpr double kStiffness = 400;  // [N/m]
  SceneBuilder builder(Defaults::Today);
  builder.part("plane", "ground", {});
  builder.part("superquadric", "cushion",
               {{"motion", "local"},
                {"radii", Vec3(0.2, 0.2, 0.2)},
                {"mass", 1.0},
                {"internal_damping", 5.0},
                {"position", Vec3(0, 0.21, 0)}});
  Simulator simulator(builder.world());
  ASSERT_EQ(simulator.world().solidContact(), SolidContact::Rows);
  simulator.post(GrabCommand{0, "cushion", {0.0, 0.0}, Vec3(0.2, -0.3, 0), kStiffness, 20});
  simulator.advanceTo(1.5);
  for (int step = 0; step < 20; ++step) {
    simulator.step(2);
    Vec3 pushed = Vec3::Zero();
    for (const SurfaceContact& contact : simulator.dynamics().contacts().contacts) {
      pushed += contact.force;
    }
    const double pull = kStiffness * (handIn(simulator).y() + 0.3);
    EXPECT_NEAR(std::abs(pushed.y()), 9.81 + pull, 0.03 * pull) << simulator.time();
  }
}

TEST(Grip, HoldsAPointOfAThinMembraneInLongSteps) {
  SceneBuilder builder = free({{"integrator", "euler"}, {"step", 3.1e-3}});
  builder.part("superquadric", "wing",
               {{"motion", "local"},
                {"radii", Vec3(0.02, 0.23, 0.74)},
                {"mass", 0.16},
                {"nodal_mass", 0.0028},
                {"w0", 600.0},
                {"w1", 20.0},
                {"damping", 1.6},
                {"internal_damping", 4.0}});
  Simulator simulator(builder.world());
  for (const int slot : {0, 1}) {
    simulator.post(GrabCommand{slot, "wing", {0.1, 0.4}, Vec3(0.02, 0, 0), 0, 0});
  }
  for (int jerk = 0; jerk < 20; ++jerk) {
    for (const int slot : {0, 1}) {
      simulator.post(MoveGrabCommand{slot, Vec3(jerk % 2 == 0 ? 0.4 : -0.4, 0.2, 0)});
    }
    simulator.advanceTo(0.1 * (jerk + 1));
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    EXPECT_LE(handIn(simulator).norm(), 0.8);
  }
  for (const int slot : {0, 1}) simulator.post(MoveGrabCommand{slot, Vec3(0.3, 0.2, 0.1)});
  simulator.advanceTo(6);
  EXPECT_LE((handIn(simulator) - Vec3(0.3, 0.2, 0.1)).norm(), 0.02);
}

// Who is at the hand is nothing to what it holds.
TEST(Grip, HoldsOnWhenItIsLeftPinned) {
  SceneBuilder builder = free({{"integrator", "euler"}, {"step", 1e-3}});
  builder.part("particle", "stone", {{"position", Vec3(0, 3, 0)}});
  builder.part("particle", "bead", {});
  Simulator held(builder.world()), pinned(builder.world());
  for (Simulator* simulator : {&held, &pinned}) {
    simulator->post(GrabCommand{3, "bead", {}, Vec3(1, 0, 0), 0, 0});
    simulator->advanceTo(0.1);
  }
  pinned.post(PinGrabCommand{3});
  pinned.post(PinGrabCommand{5});  // which holds nothing
  for (Simulator* simulator : {&held, &pinned}) simulator->advanceTo(0.5);
  EXPECT_LE((positionOf(pinned, "bead") - positionOf(held, "bead")).norm(), 1e-12);
  ASSERT_EQ(pinned.dynamics().pulls().size(), 1U);
  const ForceArrow& hand = pinned.dynamics().pulls().front();
  EXPECT_TRUE(hand.pinned);
  EXPECT_EQ(hand.hand, 3);
  EXPECT_EQ(hand.part, 1);
  EXPECT_EQ(hand.target, Vec3(1, 0, 0));
  EXPECT_FALSE(held.dynamics().pulls().front().pinned);
  pinned.post(ReleaseGrabCommand{3});
  pinned.advanceTo(0.6);
  EXPECT_TRUE(pinned.dynamics().pulls().empty());
}

// Two hands on one part, the second led round the first.
TEST(Grip, TwoHandsTurnAPart) {
  SceneBuilder builder = free({{"integrator", "implicit_euler"}, {"step", 5e-3}});
  builder.part("superquadric", "slab", {{"motion", "rigid"}, {"radii", Vec3(0.5, 0.2, 0.1)}});
  Simulator simulator(builder.world());
  simulator.post(GrabCommand{0, "slab", {0, 0}, Vec3(0.5, 0, 0), 0, 0});
  simulator.advanceTo(0.05);
  const Vec3 first = handIn(simulator);
  simulator.post(GrabCommand{1, "slab", {0, 3.1}, Vec3(-0.5, 0, 0), 0, 0});
  simulator.advanceTo(0.1);
  const auto arm = [&] {
    const auto& pulls = simulator.dynamics().pulls();
    return Vec3(pulls.at(1).at - pulls.at(0).at);
  };
  const Vec3 before = arm();
  simulator.post(MoveGrabCommand{0, first});
  simulator.post(MoveGrabCommand{1, first + Vec3(-before.y(), before.x(), before.z())});
  simulator.advanceTo(3);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LE((arm() - Vec3(-before.y(), before.x(), before.z())).norm(), 0.02) << "a quarter turn";
}

}  // namespace
}  // namespace sinew::test
