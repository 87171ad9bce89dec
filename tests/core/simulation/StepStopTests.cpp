// A step can be given up at any of its looks at whoever watches, and leaves nothing behind.
#include <gtest/gtest.h>

#include <functional>

#include "core/simulation/Settle.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

/// Says stop at its n-th look; 0: never.
class StopAtLook final : public StepWatch {
 public:
  explicit StopAtLook(int n) : m_stopAt(n) {}
  bool stops(const StepProgress& progress) override {
    m_last = progress;
    return ++m_looks == m_stopAt;
  }
  int looks() const { return m_looks; }
  const StepProgress& last() const { return m_last; }

 private:
  int m_stopAt, m_looks = 0;
  StepProgress m_last;
};

void addBalls(SceneBuilder& builder, int count) {
  builder.part("plane", "floor", {});
  for (int i = 0; i < count; ++i) {
    builder.part("superquadric", "ball" + std::to_string(i),
                 {{"radii", Vec3(0.1, 0.1, 0.1)},
                  {"exponent_u", 0.9},
                  {"position", Vec3(0.02 * i, 0.12 + 0.22 * i, 0)},
                  {"velocity", Vec3(0, -1, 0)}});
  }
}

SceneBuilder hangingRope(const char* integrator) {
  SceneBuilder builder;
  builder.settings({{"integrator", integrator}, {"step", 0.005}});
  builder.part("rope", "rope",
               {{"position", Vec3(0, 1, 0)}, {"length", 0.5}, {"control_points", std::int64_t{6}}});
  builder.part("particle", "load", {{"position", Vec3(0.5, 1, 0)}});
  builder.constraint("position", "pin", {{"point", at("rope", {0})}, {"target", Vec3(0, 1, 0)}});
  builder.constraint("point_to_point", "hook", {{"a", at("rope", {1})}, {"b", at("load")}});
  return builder;
}

struct StopCase {
  const char* name;
  std::function<SceneBuilder()> scene;
  double until;  // [s] where the step that is given up begins
};

void PrintTo(const StopCase& each, std::ostream* out) {
  *out << each.name;
}

class StepStop : public testing::TestWithParam<StopCase> {};

TEST_P(StepStop, AtAnyLookTheStateStaysAndTheTakeGoesOnToTheSameBits) {
  const auto world = GetParam().scene().world();
  Simulator undisturbed(world);
  undisturbed.advanceTo(GetParam().until);
  const State before = undisturbed.state();
  const double end = GetParam().until + 1.0 / 24;
  undisturbed.advanceTo(end);
  ASSERT_EQ(undisturbed.report().status, RunStatus::Ok) << undisturbed.report().message;

  Simulator simulator(world);
  simulator.restore(before);
  const std::uint64_t hash = simulator.state().hash();
  int given = 0;
  for (int n = 1; n < 10'000; n += n < 40 ? 1 : n / 8) {
    StopAtLook watch(n);
    simulator.watch(&watch);
    const StepReport& report = simulator.step(end);
    if (report.status == RunStatus::Ok) break;
    ASSERT_EQ(report.status, RunStatus::Stopped);
    EXPECT_EQ(watch.looks(), n) << "it asks no more once it is to stop";
    EXPECT_EQ(simulator.state().hash(), hash) << "look " << n;
    EXPECT_EQ(report.steps, before.words[world->offsets().steps]);
    ++given;
  }
  EXPECT_GT(given, 3);
  simulator.watch(nullptr);
  simulator.advanceTo(end);
  EXPECT_EQ(simulator.state().hash(), undisturbed.state().hash());
}

INSTANTIATE_TEST_SUITE_P(
    Methods, StepStop,
    testing::Values(
        StopCase{"balls",
                 [] {
                   SceneBuilder builder;
                   builder.settings({{"integrator", "implicit_euler"}, {"step", 0.004}});
                   addBalls(builder, 3);
                   return builder;
                 },
                 0.02},
        StopCase{"bdf2", [] { return hangingRope("bdf2"); }, 0.05},
        StopCase{"rkf45",
                 [] {
                   SceneBuilder builder;
                   builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-4}});
                   addBalls(builder, 1);
                   return builder;
                 },
                 0.01},
        StopCase{"quasi_static", [] { return hangingRope("quasi_static"); }, 0.0}));

TEST(StepStop, CommandsOfAStepThatWasGivenUpAreUndoneWithIt) {
  const auto world = hangingRope("implicit_euler").world();
  Simulator simulator(world);
  simulator.advanceTo(0.05);
  const std::uint64_t hash = simulator.state().hash();
  const GrabCommand grab{0, "load", {}, Vec3(0.6, 1.2, 0)};
  StopAtLook watch(4);
  simulator.watch(&watch);
  simulator.post(grab);
  ASSERT_EQ(simulator.step(0.1).status, RunStatus::Stopped);
  EXPECT_EQ(simulator.state().hash(), hash);
  simulator.watch(nullptr);
  simulator.post(grab);
  simulator.advanceTo(0.1);

  Simulator undisturbed(world);
  undisturbed.advanceTo(0.05);
  undisturbed.post(grab);
  undisturbed.advanceTo(0.1);
  EXPECT_EQ(simulator.state().hash(), undisturbed.state().hash());
}

// Every round is a look, and so are so many pairs of what is near each other.
TEST(StepStop, LooksComeAfterBoundedCountsOfWork) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.004}});
  addBalls(builder, 6);
  Simulator simulator(builder.world());
  for (int i = 0; i < 10; ++i) {
    StopAtLook watch(0);
    simulator.watch(&watch);
    const StepReport& report = simulator.step(1);
    ASSERT_EQ(report.status, RunStatus::Ok);
    EXPECT_GE(watch.looks(), report.rounds);
    EXPECT_GE(report.rounds, 1);
  }
}

TEST(StepStop, WhatIsInTheWayIsKnownWhileItIsWorkedOn) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.004}});
  addBalls(builder, 1);
  Simulator simulator(builder.world());
  StopAtLook watch(0);
  simulator.watch(&watch);
  for (int i = 0; i < 40 && watch.last().partA < 0; ++i) simulator.step(1);
  EXPECT_GE(watch.last().partA, 0);
  EXPECT_GT(watch.last().stepSize, 0);
}

TEST(StepStop, SettlingStopsWithinAStep) {
  int asked = 0;
  const auto settled =
      settle(hangingRope("euler").scene(), builtins(), [&asked] { return ++asked < 12; });
  ASSERT_FALSE(settled);
  EXPECT_EQ(settled.error().code, ErrorCode::Stopped);
  EXPECT_EQ(asked, 12);
}

}  // namespace
}  // namespace sinew::test
