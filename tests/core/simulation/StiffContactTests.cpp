// Contact taken at the end of a step: what deforms rests on what deforms, in long steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/EnergyWatch.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kStiffRadius = 0.2, kLongStep = 0.004;

SceneBuilder scene(const char* integrator, const Vec3& gravity) {
  SceneBuilder scene;
  scene.settings({{"integrator", integrator},
                  {"step", kLongStep},
                  {"contact", "barrier"},
                  {"contact_range", 0.006},
                  {"restitution", 0.5},
                  {"gravity", gravity}});
  return scene;
}

void addBalloon(SceneBuilder& to, const char* name, const Vec3& position, const Vec3& velocity) {
  to.part("superquadric", name,
          {{"radii", Vec3(kStiffRadius, kStiffRadius, kStiffRadius)},
           {"motion", "local"},
           {"mass", 0.02},
           {"size_stiffness", 60.0},
           {"w0", 220.0},
           {"w1", 25.0},
           {"internal_damping", 2.0},
           {"nodes_u", std::int64_t{7}},
           {"nodes_v", std::int64_t{12}},
           {"position", position},
           {"velocity", velocity}});
}

double energyOf(const StepReport& report) {
  return report.energy.kinetic + report.energy.elastic + report.energy.gravity +
         report.energy.contact;
}

TEST(StiffContact, BlowsKeepMomentumAndAddNoEnergy) {
  for (const char* integrator : {"implicit_euler", "bdf2"}) {
    SceneBuilder builder = scene(integrator, Vec3::Zero());
    addBalloon(builder, "left", Vec3(-0.25, 0, 0), Vec3(1.5, 0, 0));
    addBalloon(builder, "right", Vec3(0.25, 0.05, 0.02), Vec3(-0.5, 0, 0));
    Simulator simulator(builder.world());
    const Vec3 momentum = simulator.report().momentum, spin = simulator.report().angularMomentum;
    const double start = energyOf(simulator.report());
    bool touched = false;
    for (int frame = 1; frame <= 24; ++frame) {
      simulator.advanceTo(frame / 24.0);
      const StepReport& report = simulator.report();
      ASSERT_EQ(report.status, RunStatus::Ok) << report.message;
      EXPECT_FALSE(report.unsettled) << integrator << " frame " << frame;
      EXPECT_LE((report.momentum - momentum).norm(), 1e-12) << integrator;
      EXPECT_LE((report.angularMomentum - spin).norm(), 1e-4) << integrator;
      EXPECT_LE(energyOf(report), start * (1 + 1e-9)) << integrator << " frame " << frame;
      touched |= report.energy.contact > 0;
    }
    EXPECT_TRUE(touched);
  }
}

/// How one balloon lies on another in a well.
struct Rest {
  double fastest = 0;       ///< [m/s] mean speed of both, the largest while it was looked at
  std::uint64_t steps = 0;  ///< that the last second took
};

/// After some seconds, of which the last few are looked at.
void lieOnEachOther(double seconds, double lookedAt, Rest& rest) {
  SceneBuilder builder = scene("implicit_euler", Vec3(0, -9.81, 0));
  builder.part("plane", "floor", {});
  int wall = 0;
  for (const Vec3& aside : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 0, 1), Vec3(0, 0, -1)}) {
    const Vec3 size = Vec3(0.1, 1, 0.1) + 0.4 * Vec3(aside.z(), 0, aside.x()).cwiseAbs();
    builder.part("box", "wall_" + std::to_string(wall++),
                 {{"size", size}, {"position", Vec3(0.254 * aside + Vec3(0, 0.51, 0))}});
  }
  addBalloon(builder, "lower", Vec3(0, kStiffRadius + 0.01, 0), Vec3::Zero());
  addBalloon(builder, "upper", Vec3(0, 3 * kStiffRadius + 0.03, 0), Vec3::Zero());
  Simulator simulator(builder.world());
  simulator.advanceTo(seconds - lookedAt);
  while (simulator.time() < seconds) {
    const StepReport& report = simulator.step(seconds);
    ASSERT_EQ(report.status, RunStatus::Ok) << report.message;
    rest.fastest = std::max(rest.fastest, std::sqrt(2 * report.energy.kinetic / 0.04));
    if (report.time > seconds - 1) ++rest.steps;
  }
  const Vec3 centre = 0.5 * (positionOf(simulator, "upper", {0, 0}) +
                             positionOf(simulator, "upper", {0, std::numbers::pi}));
  EXPECT_NEAR(centre.y(), 3 * kStiffRadius, 0.3 * kStiffRadius);
}

/// Two balls meet head on.
struct Meeting {
  double parting = 0;  ///< [m/s] that they go apart with, afterwards
  Vec3 momentum = Vec3::Zero();
};

Meeting meet(double heavy) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"},
                    {"step", 0.01},
                    {"restitution", 0.0},
                    {"gravity", Vec3::Zero().eval()}});
  builder.part("particle", "light", {{"mass", 1.0}, {"radius", 0.1}, {"velocity", Vec3(3, 0, 0)}});
  builder.part("particle", "heavy",
               {{"mass", heavy}, {"radius", 0.2}, {"position", Vec3(0.5, 0, 0)}});
  Simulator simulator(builder.world());
  const auto apart = [&] {
    return positionOf(simulator, "heavy").x() - positionOf(simulator, "light").x();
  };
  simulator.advanceTo(0.3);
  Meeting met{0, simulator.report().momentum};
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  const double before = apart();
  EXPECT_GT(before, 0.3);
  simulator.advanceTo(0.4);
  met.parting = (apart() - before) / 0.1;
  return met;
}

TEST(StiffContact, AThudEndsTogether) {
  for (const double heavy : {3.0, 1e4}) {
    const Meeting thud = meet(heavy);
    EXPECT_NEAR(thud.parting, 0, 0.021) << heavy;  // slower than that nothing is lost
    EXPECT_LE((thud.momentum - Vec3(3, 0, 0)).norm(), 1e-12) << heavy;
  }
}

/// Steps that a ball takes to roll over boards with gaps between them for a second.
std::uint64_t stepsOverBoards(double restitution) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"},
                    {"step", 0.01},
                    {"contact_range", 0.003},
                    {"restitution", restitution}});
  for (int i = 0; i < 12; ++i) {
    builder.part("box", "board_" + std::to_string(i),
                 {{"size", Vec3(0.2, 0.03, 0.6)}, {"position", Vec3(0.25 * i, -0.015, 0)}});
  }
  builder.part("superquadric", "ball",
               {{"radii", Vec3(0.2, 0.2, 0.2)},
                {"motion", "rigid"},
                {"mass", 2.0},
                {"position", Vec3(0, 0.2025, 0)},
                {"velocity", Vec3(2, 0, 0)},
                {"angular_velocity", Vec3(0, 0, -10)}});
  Simulator simulator(builder.world());
  const double start = simulator.report().energy.total();
  simulator.advanceTo(1);
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_GT(positionOf(simulator, "ball", {0, 0}).x(), 1);
  EXPECT_LE(simulator.report().energy.total(), start);
  return simulator.report().steps;
}

// Whether or not anything would bounce.
TEST(StiffContact, WhatLiesAndThudsRestsInLongSteps) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"},
                    {"step", 0.001},
                    {"contact_range", 0.01},
                    {"restitution", 0.0}});
  builder.part("plane", "floor", {});
  builder.part("superquadric", "box",
               {{"radii", Vec3(0.5, 0.5, 0.5)},
                {"motion", "rigid"},
                {"exponent_u", 0.1},
                {"exponent_v", 0.1},
                {"mass", 10.0},
                {"position", Vec3(0, 0.51, 0)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(2);
  const std::uint64_t before = simulator.report().steps;
  while (simulator.time() < 2.5) {
    ASSERT_EQ(simulator.step(2.5).status, RunStatus::Ok) << simulator.report().message;
    EXPECT_FALSE(simulator.report().unsettled) << simulator.time();
    EXPECT_LT(simulator.report().energy.kinetic, 1e-6) << simulator.time();
  }
  EXPECT_LE(simulator.report().steps - before, 505U);
}

// What gives nothing back may lose its speed at once, in steps that a bounce would not bear.
TEST(StiffContact, WhatThudsRollsOverBoardsInLongerStepsThanWhatBounces) {
  EXPECT_LT(3 * stepsOverBoards(0), 2 * stepsOverBoards(0.5));
}

/// Falls as it is, lies, and makes no energy, in hardly more steps than were asked for.
void expectFallsInWholeSteps(SceneBuilder& builder) {
  builder.part("plane", "floor", {});
  Simulator simulator(builder.world());
  EnergyWatch watch(simulator.report().energy);
  while (simulator.time() < 1.5) {
    const StepReport& report = simulator.step(1.5);
    ASSERT_EQ(report.status, RunStatus::Ok) << report.message;
    watch.look(report.energy);
  }
  EXPECT_LE(watch.rise(), 1e-3);
  EXPECT_LE(simulator.report().steps + simulator.report().rejected, 200U) << "of 144";
  EXPECT_GT(simulator.report().contacts, 0);
}

// Every turn of a coil that lands is a blow of its own.
TEST(StiffContact, ACoilThatFallsOnAFloorTakesWholeSteps) {
  SceneBuilder builder(Defaults::Today);
  builder.part("rope", "coil",
               {{"shape", "helix"},
                {"rest", "as_drawn"},
                {"shape_radius", 0.06},
                {"pitch", 0.03},
                {"turns", 8.0},
                {"control_points", std::int64_t{64}},
                {"radius", 0.004},
                {"position", Vec3(0, 0.1, 0)},
                {"density", 2000.0},
                {"youngs_modulus", 5e7},
                {"internal_damping", 0.004}});
  expectFallsInWholeSteps(builder);
}

// Side by side each span is nearest to the other's at one end or the other.
TEST(StiffContact, RopesThatFallOnEachOtherTakeWholeSteps) {
  for (const double turned : {0.0, 0.1, 1.2}) {
    SCOPED_TRACE(turned);
    SceneBuilder builder(Defaults::Today);
    const Quat turn(Eigen::AngleAxisd(turned, Vec3::UnitY()));
    builder.part("rope", "below", {{"position", Vec3(0, 0.1, 0)}})
        .part("rope", "above", {{"position", Vec3(0, 0.2, 0)}, {"orientation", turn}});
    expectFallsInWholeSteps(builder);
  }
}

// What tumbles elsewhere makes an error of its own, which no step for their sake could mend.
TEST(StiffContact, ATouchIsNotHeldUpByWhatTumblesElsewhere) {
  SceneBuilder builder = scene("implicit_euler", Vec3::Zero());
  builder.settings({{"step", 0.001}, {"contact_range", 5e-4}, {"restitution", 1.0}});
  builder.part("particle", "rests", {{"mass", 0.01}, {"radius", 0.05}});
  builder.part("particle", "comes",
               {{"mass", 0.01},
                {"radius", 0.05},
                {"position", Vec3(0.1006, 0, 0)},
                {"velocity", Vec3(-0.005, 0, 0)}});
  builder.part("superquadric", "tumbles",
               {{"mass", 10.0},
                {"radii", Vec3(0.3, 0.1, 0.2)},
                {"position", Vec3(5, 5, 0)},
                {"angular_velocity", Vec3(3, 7, 1)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(0.5);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok);
  EXPECT_LT(simulator.report().steps, 5000U);
}

// Gravity that changes by key lifts or lowers the energy of what lies: no touch has made that.
TEST(StiffContact, WhatLiesIsNotHeldUpByGravityThatIsKeyed) {
  const auto steps = [](const Value& gravity) {
    SceneBuilder builder = scene("implicit_euler", Vec3(0, -9.81, 0));
    builder.settings({{"gravity", gravity}, {"step", 0.001}, {"contact_range", 5e-4}});
    builder.part("plane", "floor", {});
    builder.part("particle", "lies",
                 {{"mass", 0.01}, {"radius", 0.05}, {"position", Vec3(0, 0.0503, 0)}});
    Simulator simulator(builder.world());
    simulator.advanceTo(0.5);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    return simulator.report().steps;
  };
  Curve growing;
  growing.components = 3;
  growing.keys = {{0, {0, -9.81, 0}, Interpolation::Linear},
                  {0.5, {0, -12, 0}, Interpolation::Linear}};
  EXPECT_LT(steps(growing), 2 * steps(Vec3(0, -9.81, 0)));
}

TEST(StiffContact, WhatLiesRestsInLongSteps) {
  Rest rest;
  lieOnEachOther(8, 1, rest);
  EXPECT_LT(rest.fastest, 0.01);  // it still rolls a little, in its own time
  EXPECT_GT(rest.steps, 0U);
  EXPECT_LT(rest.steps, 1.3 / kLongStep);
}

TEST(StiffContact, SoakWhatLiesStaysForAMinute) {
  Rest rest;
  lieOnEachOther(60, 10, rest);
  EXPECT_LT(rest.fastest, 1e-4) << "over the last ten seconds";
  EXPECT_GT(rest.steps, 0U);
  EXPECT_LT(rest.steps, 1.1 / kLongStep);
}

TEST(StiffContact, GoesOnAlikeFromASavedState) {
  SceneBuilder builder = scene("implicit_euler", Vec3(0, -9.81, 0));
  builder.part("plane", "floor", {});
  addBalloon(builder, "lower", Vec3(0, kStiffRadius + 0.01, 0), Vec3::Zero());
  addBalloon(builder, "upper", Vec3(0.05, 3 * kStiffRadius + 0.03, 0), Vec3::Zero());
  const auto world = builder.world();
  Simulator simulator(world), resumed(world);
  simulator.advanceTo(0.5);
  resumed.restore(simulator.state());
  simulator.advanceTo(0.75);
  resumed.advanceTo(0.75);
  EXPECT_EQ(simulator.state().hash(), resumed.state().hash());
}

}  // namespace
}  // namespace sinew::test
