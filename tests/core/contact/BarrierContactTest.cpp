// Contact that never lets anything through, on scenes with closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "core/contact/Barrier.h"
#include "tests/support/Constants.h"
#include "tests/support/CrossingChecker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

TEST(Barrier, ForceAndSlopeAreDerivativesOfTheEnergy) {
  const Barrier barrier{0.01, 300};
  const double h = 1e-8;
  for (const double gap : {0.0005, 0.003, 0.007, 0.0099, 0.012}) {
    EXPECT_NEAR(-(barrier.energy(gap + h) - barrier.energy(gap - h)) / (2 * h), barrier.force(gap),
                1e-5 * (1 + barrier.force(gap)));
    EXPECT_NEAR(-(barrier.force(gap + h) - barrier.force(gap - h)) / (2 * h), barrier.slope(gap),
                1e-5 * (1 + barrier.slope(gap)));
  }
  EXPECT_EQ(barrier.force(0.01), 0);
  EXPECT_GT(barrier.energy(1e-9), 1e4);
}

TEST(Barrier, TheMeanForceDoesTheWorkThatIsStored) {
  const Barrier barrier{0.01, 300};
  const double h = 1e-8;
  for (const double from : {0.002, 0.009, 0.011}) {
    for (const double to : {0.0015, 0.002, 0.007, 0.0105}) {
      const double mean = barrier.meanForce(from, to), work = mean * (to - from);
      const double stored = barrier.energy(from) - barrier.energy(to);
      EXPECT_NEAR(work, stored, 1e-12 * (barrier.energy(from) + barrier.energy(to)));
      const double slope =
          (barrier.meanForce(from, to - h) - barrier.meanForce(from, to + h)) / (2 * h);
      EXPECT_NEAR(slope, barrier.meanSlope(from, to), 1e-5 * (1 + slope));
    }
    EXPECT_NEAR(barrier.meanForce(from, from), barrier.force(from), 1e-12 * barrier.force(from));
  }
}

/// Two balls of 1 and 3 kg run into each other off centre, without gravity.
SceneBuilder twoBalls(const char* integrator, double restitution, double tolerance = 1e-8) {
  SceneBuilder builder;
  builder.settings({{"contact", "barrier"},
                    {"integrator", integrator},
                    {"tolerance", tolerance},
                    {"friction", 0.0},
                    {"restitution", restitution},
                    {"gravity", Vec3(0, 0, 0)}});
  builder.part("particle", "light", {{"mass", 1.0}, {"radius", 0.1}, {"velocity", Vec3(3, 0, 0)}});
  builder.part("particle", "heavy",
               {{"mass", 3.0}, {"radius", 0.2}, {"position", Vec3(0.8, 0.05, 0)}});
  return builder;
}

TEST(BarrierContact, BlowsKeepMomentumAndWithoutLossEnergy) {
  for (const char* integrator : {"rkf45", "euler", "implicit_euler"}) {
    Simulator simulator(twoBalls(integrator, 1).world());
    const Vec3 before = simulator.report().momentum, turn = simulator.report().angularMomentum;
    const double energy = simulator.report().energy.kinetic;
    simulator.advanceTo(1);
    const StepReport& after = simulator.report();
    ASSERT_EQ(after.status, RunStatus::Ok) << after.message;
    EXPECT_LE((after.momentum - before).norm(), 1e-12) << integrator;
    EXPECT_LE((after.angularMomentum - turn).norm(), 1e-8) << integrator;
    // Euler's method loses some with its fixed share of a gap per step, and gains none.
    const double loss = std::string(integrator) == "rkf45" ? 1e-4 : 0.1;
    EXPECT_LE(after.energy.kinetic / energy, 1 + 1e-4) << integrator;
    EXPECT_GE(after.energy.kinetic / energy, 1 - loss) << integrator;
    EXPECT_NE(positionOf(simulator, "heavy").x(), 0.8) << "nothing was hit";
  }
}

// At the tolerance that scenes have when they say nothing, and at every step of the blow.
TEST(BarrierContact, BlowsUnderErrorControlGainAThousandthAtMost) {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    Simulator simulator(twoBalls("rkf45", restitution, 1e-6).world());
    const double momentum = simulator.report().momentum.norm();
    // But for what both go together, which no blow can take.
    const double impact = simulator.report().energy.kinetic - momentum * momentum / (2 * 4);
    double least = simulator.report().energy.kinetic;
    bool touched = false;
    while (simulator.time() < 1) {
      const StepReport& report = simulator.step(1);
      ASSERT_EQ(report.status, RunStatus::Ok) << report.message;
      const double total = report.energy.kinetic + report.energy.contact;
      ASSERT_LE(total - least, 1e-3 * impact) << restitution << " at " << report.time << " s";
      least = std::min(least, total);
      touched |= report.contacts > 0;
    }
    EXPECT_TRUE(touched);
  }
}

TEST(BarrierContact, BlowsGiveBackTheShareOfSpeedTheyAreToldTo) {
  for (const double e : {0.0, 0.3, 0.8}) {
    SceneBuilder builder = twoBalls("rkf45", e);
    Simulator simulator(builder.world());
    const Vec3 n = Vec3(0.8, 0.05, 0).normalized();
    simulator.advanceTo(1);
    Vec3 a, b, va, vb;
    const auto velocity = [&](int part, Vec3& v) {
      const Part& it = *simulator.world().parts()[part].part;
      it.locate(simulator.dynamics().scratch(part), it.contactSurface().vertices[0], a, v);
    };
    velocity(0, va);
    velocity(1, vb);
    // Along the line of centres at the blow, which is a little off n; slow rests of it are lost.
    const double y = (0.8 * n.y()) / n.x(), sine = y / 0.3;
    const Vec3 line(std::sqrt(1 - sine * sine), sine, 0);
    EXPECT_NEAR((vb - va).dot(line) / (3 * line.x()), e, 0.03) << e;
  }
}

TEST(BarrierContact, PartsBounceAsTheirOwnSurfacesDo) {
  struct Case {
    std::optional<double> ball, floor;
    double wanted;
  };
  for (const auto& [ball, floor, wanted] : {Case{{}, {}, 0.5}, Case{0.9, {}, 0.9}, Case{0.0, {}, 0},
                                            Case{{}, 0.2, 0.2}, Case{0.0, 0.8, 0.8}}) {
    SceneBuilder builder;
    builder.settings({{"integrator", "rkf45"}, {"restitution", 0.5}});
    builder.part("plane", "floor", {});
    builder.part("particle", "ball", {{"radius", 0.1}, {"position", Vec3(0, 1.1, 0)}});
    Scene scene = builder.scene();
    const auto set = [&](std::size_t part, std::optional<double> value) {
      Entity& entity = scene[Section::Parts][part];
      const ParamTable& table = builtins().part(entity.kind)->table;
      if (value) entity.values.set(*findParam(table, "restitution"), Value(*value));
    };
    set(0, floor);
    set(1, ball);
    const auto world = World::compile(scene, builtins());
    ASSERT_TRUE(world) << world.error().message;
    Simulator simulator(*world);
    double highest = 0;
    simulator.advanceTo(std::sqrt(2 / 9.81) + 0.02);
    while (simulator.time() < 1) {
      simulator.advanceTo(simulator.time() + 0.01);
      highest = std::max(highest, positionOf(simulator, "ball").y() - 0.1);
    }
    EXPECT_NEAR(highest, wanted * wanted, 0.04) << "height goes with speed²";
  }
}

// The root of both multiplied, where both have their own.
TEST(BarrierContact, IceIsSlipperyWhateverStandsOnIt) {
  const auto slid = [](std::optional<double> stone) {
    SceneBuilder builder;
    builder.settings({{"integrator", "implicit_euler"}, {"step", 0.002}});
    builder.part("plane", "floor", {{"friction", 0.5}});
    builder.part("superquadric", "stone",
                 {{"exponent_u", 0.2},
                  {"exponent_v", 0.2},
                  {"radii", Vec3(0.2, 0.2, 0.05)},
                  {"orientation", Quat(std::sqrt(0.5), -std::sqrt(0.5), 0, 0)},
                  {"position", Vec3(0, 0.051, 0)},
                  {"velocity", Vec3(2, 0, 0)}});
    Scene scene = builder.scene();
    Entity& entity = scene[Section::Parts][1];
    const ParamTable& table = builtins().part(entity.kind)->table;
    if (stone) entity.values.set(*findParam(table, "friction"), Value(*stone));
    const auto world = World::compile(scene, builtins());
    EXPECT_TRUE(world);
    Simulator simulator(*world);
    simulator.advanceTo(0.5);
    return positionOf(simulator, "stone", {0, 0}).x() - 0.2;
  };
  EXPECT_NEAR(slid(0.0), 1, 0.02) << "nothing brakes it";
  const double braked = 0.5 * 9.81 * 0.5 * 0.5 * 0.5;
  EXPECT_GT(slid(0.0), slid({}) + 0.3);
  EXPECT_NEAR(slid(0.5), slid({}), 1e-9) << "√(0.5 · 0.5)";
  EXPECT_NEAR(slid(0.125), 1 - 0.5 * braked, 0.06) << "√(0.5 · 0.125) = 0.25";
}

TEST(BarrierContact, WhatFallsComesToRestJustAboveTheFloor) {
  for (const char* integrator : {"rkf45", "euler", "implicit_euler"}) {
    SceneBuilder builder;
    builder.settings(
        {{"contact", "barrier"}, {"integrator", integrator}, {"contact_range", 0.002}});
    builder.part("plane", "floor", {});
    builder.part("particle", "weight",
                 {{"mass", 2.0}, {"radius", 0.1}, {"position", Vec3(0, 0.3, 0)}});
    Simulator simulator(builder.world());
    simulator.advanceTo(3);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const double gap = positionOf(simulator, "weight").y() - 0.1;
    // k = m/h² with h = 1 ms
    const Barrier barrier{0.002, 2.0 * 1e6};
    EXPECT_GT(gap, 0);
    EXPECT_LT(gap, 0.002);
    EXPECT_NEAR(barrier.force(gap), 2 * kG, 0.02 * 2 * kG) << integrator;
    EXPECT_EQ(simulator.report().maxPenetration, 0);
  }
}

/// How far a weight has slid down a slope in a second.
double slidDown(double angle, double friction) {
  const Vec3 normal(std::sin(angle), std::cos(angle), 0);
  SceneBuilder builder;
  builder.settings({{"contact", "barrier"},
                    {"integrator", "rkf45"},
                    {"restitution", 0.0},
                    {"contact_range", 0.001}});
  builder.part("plane", "slope", {{"normal", normal}, {"friction", friction}});
  builder.part("particle", "puck",
               {{"mass", 0.5}, {"radius", 0.1}, {"position", Vec3(0.10099 * normal)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  EXPECT_EQ(simulator.report().status, RunStatus::Ok);
  return positionOf(simulator, "puck").dot(Vec3(std::cos(angle), -std::sin(angle), 0));
}

TEST(BarrierContact, SlopesAreSlidDownAtCoulombsRate) {
  const double angle = 0.5, friction = 0.3;
  const double coulomb = 0.5 * kG * (std::sin(angle) - friction * std::cos(angle));
  EXPECT_NEAR(slidDown(angle, friction), coulomb, 0.02 * coulomb);
}

TEST(BarrierContact, SlopesHoldWhatIsNotTooSteep) {
  const double angle = 0.28, friction = 0.3;
  // Friction y (2 − y) of Coulomb's at y of the slow speed (TouchLaw) is what the slope asks for.
  const double share = std::tan(angle) / friction;
  const double creep = TouchLaw::kSlowSpeed * (1 - std::sqrt(1 - share));
  const double slid = slidDown(angle, friction);
  EXPECT_LE(slid, 1.02 * creep);
  EXPECT_GT(slid, 0.9 * creep) << "in the mean, from rest";
}

/// How far what is pushed along the floor goes until friction has stopped it [m].
double slidOut(const char* integrator, const char* shape, double speed, double friction) {
  SceneBuilder builder;
  builder.settings({{"contact", "barrier"},
                    {"integrator", integrator},
                    {"restitution", 0.0},
                    {"contact_range", 0.001}});
  builder.part("plane", "floor", {{"friction", friction}});
  if (std::string(shape) == "puck") {
    builder.part("particle", "body",
                 {{"mass", 0.5},
                  {"radius", 0.1},
                  {"position", Vec3(0, 0.10099, 0)},
                  {"velocity", Vec3(speed, 0, 0)}});
  } else {
    builder.part("superquadric", "body",
                 {{"motion", "rigid"},
                  {"exponent_u", 0.2},
                  {"exponent_v", 0.2},
                  {"radii", Vec3(0.3, 0.2, 0.05)},
                  {"orientation", Quat(std::sqrt(0.5), -std::sqrt(0.5), 0, 0)},
                  {"position", Vec3(0, 0.05099, 0)},
                  {"velocity", Vec3(speed, 0, 0)}});
  }
  Simulator simulator(builder.world());
  const double start = simulator.report().momentum.x();
  simulator.advanceTo(1.5 * speed / (friction * kG));
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LT(std::abs(simulator.report().momentum.x()), 0.01 * start) << "has not stopped";
  if (std::string(shape) == "puck") return positionOf(simulator, "body").x();
  return 0.5 *
         (positionOf(simulator, "body", {0, 0}) + positionOf(simulator, "body", {0, kPi})).x();
}

TEST(BarrierContact, FrictionStopsWhatSlidesWhereCoulombDoes) {
  const double speed = 2, friction = 0.4, wanted = speed * speed / (2 * friction * kG);
  for (const char* integrator : {"rkf45", "euler", "implicit_euler", "bdf2"}) {
    EXPECT_NEAR(slidOut(integrator, "puck", speed, friction), wanted, 0.02 * wanted) << integrator;
  }
  EXPECT_NEAR(slidOut("implicit_euler", "board", speed, friction), wanted, 0.02 * wanted);
}

TEST(BarrierContact, DampingAndFrictionAccountForTheEnergyTheyTake) {
  SceneBuilder builder;
  builder.settings({{"contact", "barrier"}, {"integrator", "rkf45"}, {"tolerance", 1e-8}});
  builder.part("plane", "slope", {{"normal", Vec3(0.3, 1, 0)}});
  builder.part("superquadric", "stone",
               {{"motion", "rigid"},
                {"radii", Vec3(0.1, 0.15, 0.2)},
                {"mass", 2.0},
                {"position", Vec3(0, 0.5, 0)}});
  Simulator simulator(builder.world());
  const double start = simulator.report().energy.gravity + simulator.report().energy.kinetic;
  double before = start;
  for (int frame = 1; frame <= 24; ++frame) {
    simulator.advanceTo(frame / 24.0);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const Energies& e = simulator.report().energy;
    const double total = e.kinetic + e.gravity + e.contact;
    EXPECT_LE(total, before + 1e-3 * 10) << frame;  // 1e-3 of the energy of the fall
    EXPECT_LT(std::abs(e.drift), 1e-3 * 10);
    before = total;
  }
  EXPECT_GT(simulator.report().energy.dissipated, 0.1);
}

TEST(BarrierContact, MovingWallsDoWork) {
  SceneBuilder builder;
  builder.settings({{"contact", "barrier"},
                    {"integrator", "rkf45"},
                    {"gravity", Vec3(0, 0, 0)},
                    {"restitution", 1.0}});
  Curve push;
  push.components = 3;
  push.keys = {{0, {0, 0, 0}, Interpolation::Linear}, {1, {1, 0, 0}, Interpolation::Linear}};
  builder.part("box", "ram", {{"position", push}, {"size", Vec3(0.2, 1, 1)}});
  builder.part("particle", "ball",
               {{"mass", 1.0}, {"radius", 0.1}, {"position", Vec3(0.5, 0.2, -0.1)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(0.9);
  const Energies& e = simulator.report().energy;
  EXPECT_NEAR(e.kinetic, 0.5 * 4, 0.01);  // off with twice the speed of the wall
  EXPECT_NEAR(e.work, e.kinetic, 1e-3);
}

TEST(BarrierContact, WhatIsTiedTogetherOrOverlapsAtTheStartIsLeftAlone) {
  SceneBuilder builder;
  builder.settings({{"contact", "barrier"}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("particle", "a", {{"radius", 0.1}});
  builder.part("particle", "b", {{"radius", 0.1}, {"position", Vec3(0.15, 0, 0)}});
  builder.part("particle", "c", {{"radius", 0.1}, {"position", Vec3(0, 0.5, 0)}});
  builder.constraint("point_to_point", "tie", {{"a", at("a")}, {"b", at("c")}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1.5);
  EXPECT_EQ(simulator.report().status, RunStatus::Ok);
  EXPECT_EQ(simulator.report().contacts, 0);
  EXPECT_LT((positionOf(simulator, "a") - positionOf(simulator, "c")).norm(), 1e-2);
}

// What contact remembers between steps must not matter.
TEST(BarrierContact, GoesOnAlikeFromAnySavedState) {
  for (const char* integrator : {"rkf45", "euler"}) {
    SceneBuilder builder = twoBalls(integrator, 0.5);
    builder.part("rope", "line",
                 {{"position", Vec3(-0.2, -0.3, 0.05)}, {"control_points", 5}, {"radius", 0.02}});
    const auto world = builder.world();
    Simulator straight(world), resumed(world);
    straight.advanceTo(0.16);  // in the middle of the blow, or just about
    const State saved = straight.state();
    straight.advanceTo(0.3);
    resumed.advanceTo(0.25);
    resumed.restore(saved);
    resumed.advanceTo(0.3);
    EXPECT_EQ(straight.state().hash(), resumed.state().hash()) << integrator;
  }
}

TEST(BarrierContact, ASqueezeIsNamedAndNotPassedThrough) {
  SceneBuilder builder;
  builder.settings({{"contact", "barrier"}});
  Curve down;
  down.components = 3;
  down.keys = {{0, {0, 1, 0}}, {1, {0, -0.5, 0}}};
  builder.part("plane", "floor", {});
  builder.part("box", "press", {{"position", down}, {"size", Vec3(1, 0.2, 1)}});
  builder.part("particle", "egg",
               {{"radius", 0.1}, {"position", Vec3(0.1, 0.15, 0.05)}, {"mass", 0.1}});
  Simulator simulator(builder.world());
  CrossingChecker checker(simulator);
  int steps = 0;
  while (simulator.report().status == RunStatus::Ok && simulator.time() < 1 && ++steps < 200'000) {
    simulator.step(1);
    checker.look();
    ASSERT_EQ(checker.fault, "");
  }
  EXPECT_GT(checker.pairs(), 0U);
  EXPECT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_NE(simulator.report().message.find("squeezed"), std::string::npos)
      << simulator.report().message;
  EXPECT_NE(simulator.report().message.find("egg"), std::string::npos);
}

/// A soft ball between two plates, of which the upper one comes down to `gap` [m] above the lower.
SceneBuilder pressedBall(double gap) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.004}});
  Curve down;
  down.components = 3;
  down.keys = {{0, {0, 0.5, 0}}, {1, {0, 0.05 + gap, 0}}, {2, {0, 0.5, 0}}};
  builder.part("box", "low", {{"size", Vec3(1, 0.1, 1)}, {"position", Vec3(0, -0.05, 0)}});
  builder.part("box", "high", {{"size", Vec3(1, 0.1, 1)}, {"position", down}});
  builder.part("superquadric", "ball",
               {{"motion", "local"},
                {"radii", Vec3(0.2, 0.2, 0.2)},
                {"position", Vec3(0, 0.205, 0)},
                {"mass", 0.5},
                {"internal_damping", 10.0},
                {"nodes_u", std::int64_t{5}},
                {"nodes_v", std::int64_t{8}}});
  return builder;
}

// Not only when steps have become as short as they may: that would take minutes.
TEST(BarrierContact, WhatKeysWillSqueezeToNothingIsNamedInTime) {
  Simulator simulator(pressedBall(0).world());
  const StepReport& report = simulator.advanceTo(1.5);
  EXPECT_EQ(report.status, RunStatus::Diverged);
  EXPECT_EQ(report.blame, "ball");
  for (const char* word : {"ball", "low", "high", "squeezed", "keys"}) {
    EXPECT_NE(report.message.find(word), std::string::npos) << report.message;
  }
  EXPECT_NE(report.remedy.find("passes_through"), std::string::npos) << report.remedy;
  EXPECT_GT(simulator.time(), 0.5) << "what there is room for is shown";
  EXPECT_LT(report.steps + report.rejected, 1000U);
}

TEST(BarrierContact, WhatKeysLeaveRoomForIsOnlyPressed) {
  Simulator simulator(pressedBall(0.15).world());
  const StepReport& report = simulator.advanceTo(1.1);
  EXPECT_EQ(report.status, RunStatus::Ok) << report.message;
}

}  // namespace
}  // namespace sinew::test
