// The paper's contact: springs between the places that met. [LS97] §7.2
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/contact/ContactMemory.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kFrequency = 300;  // [rad/s] of two bodies on one spring: 0.3 rad per millisecond

SceneBuilder sticky(const char* integrator, const Vec3& gravity = Vec3::Zero()) {
  SceneBuilder builder;
  builder.settings({{"contact", "sticky"},
                    {"integrator", integrator},
                    {"step", 0.001},
                    {"tolerance", 1e-8},
                    {"gravity", gravity}});
  return builder;
}

/// Steps to the end [s]; calls `each` after every step.
template <class Each>
void run(Simulator& simulator, double end, Each each) {
  while (simulator.time() < end) {
    simulator.step(end);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    each(simulator.report());
  }
}

TEST(ContactMemory, IsWhatItWasAfterAState) {
  ContactMemory memory;
  memory.overlaps = {{3, 70000, 17}};
  memory.springs = {{Pairing::EdgeEdge, true, 1, 2, {5, 6, 7, 4000000}, {0.25, 1.0 / 3}},
                    {Pairing::VertexVertex, false, 0, 9, {0, 0, -1, -1}, {}}};
  std::vector<std::uint64_t> words = {11, 12, 13};
  memory.write(words, 2);
  EXPECT_EQ(words.size(), 2 + 3 * ContactMemory::kRecord);
  ContactMemory again;
  again.read(std::span(words).subspan(2));
  EXPECT_EQ(again, memory);
}

// A blow between two balls on one spring is half a swing of it.
TEST(StickySprings, ABlowIsHalfASwing) {
  for (const char* integrator : {"rkf45", "euler"}) {
    SceneBuilder builder = sticky(integrator);
    builder.part("particle", "light",
                 {{"mass", 1.0}, {"radius", 0.1}, {"velocity", Vec3(3, 0, 0)}});
    builder.part("particle", "heavy",
                 {{"mass", 3.0}, {"radius", 0.2}, {"position", Vec3(0.8, 0, 0)}});
    Simulator simulator(builder.world());
    const double energy = simulator.report().energy.kinetic;
    double deepest = 0, first = 0, last = 0;
    run(simulator, 0.5, [&](const StepReport& report) {
      deepest = std::max(deepest, report.maxPenetration);
      if (report.contacts == 0) return;
      if (first == 0) first = report.time;
      last = report.time;
    });
    // Fixed steps swing by half of ω h = 0.3 about what is so.
    const bool fine = std::string(integrator) == "rkf45";
    EXPECT_NEAR(deepest, 3 / kFrequency, (fine ? 0.02 : 0.15) * 3 / kFrequency) << integrator;
    EXPECT_NEAR(first, 0.5 / 3, fine ? 1e-7 : 2e-5) << integrator;
    EXPECT_NEAR(last - first, std::numbers::pi / kFrequency, fine ? 1e-3 : 2e-3) << integrator;
    EXPECT_LE((simulator.report().momentum - Vec3(3, 0, 0)).norm(), 1e-12) << integrator;
    EXPECT_NEAR(simulator.report().energy.kinetic / energy, 1, fine ? 1e-6 : 0.15) << integrator;
    EXPECT_LE(simulator.report().energy.kinetic / energy, 1 + 1e-3) << integrator;
    EXPECT_EQ(simulator.report().contacts, 0) << integrator;
  }
}

/// Rigid boxes that meet at 1 m/s, the one above turned.
SceneBuilder boxes(const Quat& turn, double height) {
  SceneBuilder builder = sticky("euler");
  const Values common = {{"motion", "rigid"}, {"radii", Vec3(0.2, 0.02, 0.02)}};
  builder.part("superquadric", "below", common);
  builder.part("superquadric", "above",
               {{"motion", "rigid"},
                {"radii", Vec3(0.2, 0.02, 0.02)},
                {"orientation", turn},
                {"position", Vec3(0, height, 0)},
                {"velocity", Vec3(0, -1, 0)}});
  return builder;
}

double heightOf(const Simulator& simulator, int part) {
  const CompiledPart& it = simulator.world().parts()[part];
  return simulator.state().reals[simulator.world().offsets().y + it.firstQ + 1];
}

// However they meet: crossed edges, faces, a corner.
TEST(StickySprings, WhatMeetsIsTurnedBack) {
  const Quat crossed(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()));
  const Quat upright(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ()));
  const Quat rolled(Eigen::AngleAxisd(0.4, Vec3(1, 0.3, 0.2).normalized()));
  for (const auto& [turn, height] :
       {std::pair(crossed, 0.1), std::pair(upright, 0.3), std::pair(rolled * crossed, 0.15)}) {
    Simulator simulator(boxes(turn, height).world());
    const Vec3 momentum = simulator.report().momentum;
    const double energy = simulator.report().energy.kinetic;
    int most = 0;
    run(simulator, 0.6, [&](const StepReport& report) { most = std::max(most, report.contacts); });
    const StepReport& report = simulator.report();
    EXPECT_GT(most, 0) << height;
    EXPECT_LE((report.momentum - momentum).norm(), 1e-12 + 1e-12 * momentum.norm()) << height;
    EXPECT_LE(report.energy.kinetic, 1.01 * energy) << height;
    EXPECT_GT(heightOf(simulator, 1), heightOf(simulator, 0)) << height;
  }
}

TEST(StickySprings, WhatLiesOnASlopeDoesNotSlide) {
  const Vec3 down(0, -9.81, 0), normal = Vec3(1, 1, 0).normalized();
  SceneBuilder builder = sticky("bdf2", down);
  builder.part("plane", "slope", {{"normal", normal}});
  const Quat along(Eigen::AngleAxisd(-std::numbers::pi / 4, Vec3::UnitZ()));
  builder.part("superquadric", "slab",
               {{"motion", "global"},
                {"radii", Vec3(0.2, 0.05, 0.2)},
                {"orientation", along},
                {"damping", 50.0},
                {"position", Vec3(0.0505 * normal)}});
  Simulator simulator(builder.world());
  const Vec3 before = positionOf(simulator, "slab", {0, 0});
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_GT(simulator.report().contacts, 0);
  EXPECT_LT((positionOf(simulator, "slab", {0, 0}) - before).norm(), 0.02);
}

// Springs are part of the state: a run goes on from it as if it had never stopped.
TEST(StickySprings, GoOnFromAnyState) {
  SceneBuilder builder = boxes(Quat(Eigen::AngleAxisd(0.7, Vec3::UnitY())), 0.06);
  Simulator first(builder.world());
  while (first.report().contacts == 0) {
    first.step(1);
    ASSERT_LT(first.time(), 0.5);
  }
  first.step(1);
  Simulator second(builder.world());
  second.restore(first.state());
  for (int i = 0; i < 100; ++i) {
    first.step(1);
    second.step(1);
    ASSERT_EQ(first.state().hash(), second.state().hash()) << i;
  }
}

/// A ball thrown along a floor that it touches or falls on.
double lowestAfterThrow(const char* integrator, double height, const Vec3& velocity) {
  SceneBuilder builder = sticky(integrator, Vec3(0, -9.81, 0));
  builder.settings({{"tolerance", 1e-6}});
  builder.part("plane", "floor", {});
  builder.part("particle", "ball",
               {{"radius", 0.1}, {"position", Vec3(0, height, 0)}, {"velocity", velocity}});
  Simulator simulator(builder.world());
  double lowest = height;
  const auto each = [&](const StepReport& report) {
    lowest = std::min(lowest, positionOf(simulator, "ball").y());
    ASSERT_LT(report.steps, 200000U) << "it never gets on";
  };
  run(simulator, 1.5, each);
  return lowest;
}

// What is thick has no skin that crosses: places that slip apart are tied anew.
TEST(StickySprings, HoldUpWhatSlips) {
  for (const char* integrator : {"euler", "rkf45", "implicit_euler", "bdf2"}) {
    for (const double speed : {0.5, 1.0, 3.0}) {
      EXPECT_GT(lowestAfterThrow(integrator, 0.15, Vec3(speed, 0, 0)), 0.08)
          << integrator << " at " << speed;
    }
  }
}

TEST(StickySprings, HoldUpWhatIsPutOnThem) {
  for (const char* integrator : {"euler", "rkf45", "implicit_euler"}) {
    for (const double height : {0.1, 0.1 - 1e-8, 0.1 + 1e-10}) {
      EXPECT_GT(lowestAfterThrow(integrator, height, Vec3(0, 0, 0)), 0.09)
          << integrator << " from " << height;
    }
  }
}

// An edit of something else leaves the springs where they are; a part that is gone takes its along.
TEST(StickySprings, OutliveEdits) {
  SceneBuilder builder = sticky("euler");
  for (int i = 0; i < 3; ++i) {
    const Vec3 position(0.19 * i, 0.3 * (i == 2), 0), velocity(i == 0 ? 3 : 0, 0, 0);
    builder.part("particle",
                 i == 0   ? "a"
                 : i == 1 ? "b"
                          : "far",
                 {{"radius", 0.1}, {"position", position}, {"velocity", velocity}});
  }
  Scene apart = builder.scene();
  apart[Section::Parts][1].values.set(*findParam(builtins().part("particle")->table, "position"),
                                      Vec3(0.21, 0, 0));
  const auto world = World::compile(apart, builtins());
  ASSERT_TRUE(world);
  Simulator simulator(*world);
  while (simulator.report().contacts == 0) {
    simulator.step(1);
    ASSERT_LT(simulator.time(), 0.5);
  }
  Scene edited = apart;
  edited[Section::Parts].erase(edited[Section::Parts].begin() + 2);
  const auto without = World::compile(edited, builtins());
  ASSERT_TRUE(without);
  EXPECT_EQ(Simulator(*without, simulator, SceneOrigins()).report().contacts, 1);
  edited[Section::Parts].erase(edited[Section::Parts].begin());
  const auto alone = World::compile(edited, builtins());
  ASSERT_TRUE(alone);
  EXPECT_EQ(Simulator(*alone, simulator, SceneOrigins()).report().contacts, 0);
  Scene heavier = apart;
  heavier[Section::Parts][0].values.set(*findParam(builtins().part("particle")->table, "damping"),
                                        0.1);
  const auto other = World::compile(heavier, builtins());
  ASSERT_TRUE(other);
  EXPECT_EQ(Simulator(*other, simulator, SceneOrigins()).report().contacts, 1);
}

// What is pinned near the floor still stands on all of it, and what is held twice at one place
// still feels itself: these springs know no places.
TEST(StickySprings, HoldUpWhatIsPinnedAboveThem) {
  for (const char* integrator : {"implicit_euler", "bdf2"}) {
    SceneBuilder builder = sticky(integrator, Vec3(0, -9.81, 0));
    builder.settings({{"step", 0.005}});
    builder.part("plane", "floor", {});
    builder.part("rope", "rope",
                 {{"position", Vec3(0, 0.0105, 0)},
                  {"length", 1.0},
                  {"radius", 0.01},
                  {"control_points", std::int64_t{16}},
                  {"damping", 1.0}});
    builder.constraint("position", "pin",
                       {{"point", at("rope", {0})}, {"target", Vec3(0, 0.0105, 0)}});
    Simulator simulator(builder.world());
    simulator.advanceTo(1);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    EXPECT_GT(simulator.report().contacts, 0) << integrator;
    for (const double u : {0.1, 0.5, 1.0})
      EXPECT_GT(positionOf(simulator, "rope", {u}).y(), 0.008) << integrator << " at " << u;
  }
}

TEST(StickySprings, AreFeltByWhatIsTiedToItself) {
  SceneBuilder builder = sticky("bdf2", Vec3(0, -9.81, 0));
  builder.settings({{"step", 0.004}});
  builder.part("rope", "rope",
               {{"position", Vec3(-0.5, 0, 0)},
                {"points", ValueList{Value(Vec3(0.5, 0, 0)), Value(Vec3(1, 0, 0)),
                                     Value(Vec3(1.1, 0.08, 0)), Value(Vec3(1, 0.16, 0)),
                                     Value(Vec3(0.5, 0.16, 0)), Value(Vec3(0, 0.16, 0))}},
                {"radius", 0.02},
                {"control_points", std::int64_t{24}},
                {"youngs_modulus", 1e6},
                {"density", 500.0},
                {"self_contact", true}});
  for (const double u : {0.0, 0.01}) {
    builder.constraint("position", u > 0 ? "second" : "first",
                       {{"point", at("rope", {u})}, {"target", Vec3(-0.5 + 2 * u, 0, 0)}});
  }
  builder.constraint("position", "right", {{"point", at("rope", {0.42})}});
  Simulator simulator(builder.world());
  int most = 0;
  run(simulator, 0.5, [&](const StepReport& report) { most = std::max(most, report.contacts); });
  EXPECT_GT(most, 0);
}

}  // namespace
}  // namespace sinew::test
