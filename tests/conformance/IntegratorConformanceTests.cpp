// Every registered integrator on the same small problems: its order, its error estimate, and that
// its steps end where something happens.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/model/Integrator.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

struct IntegratorCase {
  const IntegratorKind* kind = nullptr;
  std::string scheme;
  std::string label;
};

std::vector<IntegratorCase> integratorCases() {
  std::vector<IntegratorCase> cases;
  for (const IntegratorKind& kind : builtins().integrators()) {
    if (kind.name != "euler") {
      cases.push_back({&kind, "semi_implicit", kind.name});
      continue;
    }
    for (const std::string& scheme : findParam(settingsTable(), "scheme")->choices) {
      cases.push_back({&kind, scheme, kind.name + "_" + scheme});
    }
  }
  return cases;
}

class IntegratorConformance : public testing::TestWithParam<IntegratorCase> {
 protected:
  SceneBuilder scene(double accuracy) const {
    SceneBuilder builder;
    builder.settings({{"integrator", GetParam().kind->name},
                      {"scheme", GetParam().scheme},
                      {"step", accuracy},
                      {"tolerance", accuracy}});
    return builder;
  }
  SceneBuilder pendulum(double accuracy) const {
    SceneBuilder builder = scene(accuracy);
    builder.part("particle", "bob", {{"position", Vec3(-1, 0, 0)}});
    builder.constraint("distance", "rod", {{"a", at("bob")}, {"length", 1.0}});
    return builder;
  }
  bool adaptive() const {
    return GetParam().kind->create(ParamReader(settingsTable(), {}))->adaptive();
  }
  /// Without inertia nothing swings.
  bool swings() const {
    return GetParam().kind->create(ParamReader(settingsTable(), {}))->level() != Level::Equilibrium;
  }
  int order() const { return GetParam().kind->create(ParamReader(settingsTable(), {}))->order(); }
  struct Outcome {
    double error = 0, steps = 0;
  };
  /// Distance from where the pendulum is after a second (IFToMM A01).
  Outcome swing(double accuracy) const {
    Simulator simulator(pendulum(accuracy).world());
    simulator.advanceTo(1);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok);
    const Vec3 bob = positionOf(simulator, "bob");
    return {std::hypot(bob.x() - 0.9862917511, bob.y() + 0.1650108531),
            static_cast<double>(simulator.report().steps)};
  }
};

TEST_P(IntegratorConformance, ErrorShrinksWithItsOrder) {
  if (!swings()) GTEST_SKIP() << "has no inertia";
  const bool chooses = adaptive();
  // Steps so short that the rod holds under explicit Euler as a take must.
  const Outcome coarse = swing(1e-4);
  const Outcome fine = swing(chooses ? 1e-7 : 2.5e-5);
  const double measured = std::log(coarse.error / fine.error) / std::log(fine.steps / coarse.steps);
  RecordProperty("measured_order", fmt::format("{:.2f}", measured));
  // A pair of orders 4 and 5 whose step follows the fourth shows something between.
  EXPECT_GT(measured, chooses ? order() - 1.0 : order() - 0.1);
}

TEST_P(IntegratorConformance, EstimatedErrorIsHonoured) {
  if (!adaptive()) GTEST_SKIP() << "estimates no error";
  for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
    EXPECT_LT(swing(tolerance).error, 2 * tolerance) << "at " << tolerance;
  }
}

TEST_P(IntegratorConformance, EstimateOfEveryAcceptedStepIsWithinTheTolerance) {
  if (!adaptive()) GTEST_SKIP() << "estimates no error";
  Simulator simulator(pendulum(1e-3).world());
  while (simulator.time() < 1) {
    EXPECT_LE(simulator.step(1).errorEstimate, 1);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  }
}

TEST_P(IntegratorConformance, StepsEndOnKeysAndActivationsToTheBit) {
  Curve on, pull;
  on.keys = {{0, {0}, Interpolation::Step}, {0.1234567, {1}, Interpolation::Step}};
  pull.components = 3;
  pull.keys = {{0.07, {0, 0, 0}}, {0.2 / 3, {1, 0, 0}}, {0.31, {0, 1, 0}}};
  std::sort(pull.keys.begin(), pull.keys.end(),
            [](const Curve::Key& a, const Curve::Key& b) { return a.time < b.time; });
  SceneBuilder builder = scene(1e-3);
  builder.part("particle", "bob", {{"position", Vec3(-1, 0, 0)}});
  builder.constraint("position", "pin",
                     {{"point", at("bob")}, {"target", Vec3(0, -1, 0)}, {"activation", on}});
  builder.force("point_force", "pull", {{"point", at("bob")}, {"force", pull}});
  Simulator simulator(builder.world());
  std::vector<double> seen;
  const double frame = 1.0 / 24;
  for (int i = 1; i <= 10; ++i) {
    while (simulator.time() < i * frame) {
      simulator.step(i * frame);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      seen.push_back(simulator.time());
    }
  }
  for (const double instant : {0.1234567, 0.07, 0.2 / 3, 0.31, frame, 7 * frame, 10 * frame}) {
    EXPECT_NE(std::find(seen.begin(), seen.end(), instant), seen.end()) << instant;
  }
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
}

TEST_P(IntegratorConformance, NoStepIsASliver) {
  Simulator simulator(pendulum(1e-3).world());
  simulator.advanceTo(0.1);
  double shortest = 1;
  for (int i = 1; i <= 7; ++i) {
    while (simulator.time() < 0.1 + i / 24.0) {
      shortest = std::min(shortest, simulator.step(0.1 + i / 24.0).stepSize);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    }
  }
  EXPECT_GT(shortest, 2e-4);
}

// A force that jumps at a key does not cost steps: the key is where a step ends.
TEST_P(IntegratorConformance, JumpsAtKeysCostNoAccuracy) {
  if (!swings()) GTEST_SKIP() << "has no inertia";
  Curve blow;
  blow.components = 3;
  blow.keys = {{0, {0, 0, 0}, Interpolation::Step},
               {0.3, {0, 0, 5}, Interpolation::Step},
               {0.5, {0, 0, 0}, Interpolation::Step}};
  SceneBuilder builder = scene(adaptive() ? 1e-8 : 1e-3);
  builder.part("particle", "p", {{"gravity_scale", 0.0}});
  builder.force("point_force", "blow", {{"point", at("p")}, {"force", blow}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  // ½ a t² while it blows, then straight on: 0.5·5·0.2² + 1·0.5.
  const double tolerance = adaptive() ? 1e-9 : 1e-3;
  EXPECT_NEAR(positionOf(simulator, "p").z(), 0.6, tolerance);
  EXPECT_LT(simulator.report().rejected, 5u);
}

TEST_P(IntegratorConformance, OtherFrameRatesChangeNothingThatMatters) {
  std::vector<Vec3> ends;
  for (const int fps : {24, 60, 7}) {
    Simulator simulator(pendulum(adaptive() ? 1e-8 : 1e-4).world());
    for (int frame = 1; frame <= fps; ++frame) {
      simulator.advanceTo(static_cast<double>(frame) / fps);
    }
    EXPECT_EQ(simulator.time(), 1.0);
    ends.push_back(positionOf(simulator, "bob"));
  }
  const double tolerance = adaptive() ? 2e-8 : 2e-3;
  EXPECT_LT((ends[1] - ends[0]).norm(), tolerance);
  EXPECT_LT((ends[2] - ends[0]).norm(), tolerance);
}

TEST_P(IntegratorConformance, IsDocumented) {
  EXPECT_FALSE(GetParam().kind->label.empty());
  EXPECT_GE(GetParam().kind->doc.size(), 20u);
}

INSTANTIATE_TEST_SUITE_P(Registry, IntegratorConformance, testing::ValuesIn(integratorCases()),
                         [](const auto& test) { return test.param.label; });

}  // namespace
}  // namespace sinew::test
