// When a step goes wrong it is said what went wrong and where, and the last good state stays.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void expectGoodState(const Simulator& simulator) {
  for (const double value : simulator.state().reals) ASSERT_TRUE(std::isfinite(value));
  EXPECT_EQ(simulator.report().time, simulator.time());
}

SceneBuilder pendulum(Values settings) {
  SceneBuilder builder;
  builder.settings(settings);
  builder.part("particle", "bob", {{"position", Vec3(-1, 0, 0)}});
  builder.constraint("distance", "rod", {{"a", at("bob")}, {"length", 1.0}});
  return builder;
}

TEST(Divergence, ForwardEulerOnALongChainIsReportedNotHidden) {
  SceneBuilder builder;
  builder.settings({{"integrator", "euler"}, {"scheme", "forward"}, {"step", 1e-3}});
  for (int i = 0; i < 200; ++i) {
    const std::string name = fmt::format("bead{}", i);
    builder.part("particle", name, {{"position", Vec3(0.1 * (i + 1), 0, 0)}});
    if (i == 0) {
      builder.constraint("distance", "link0", {{"a", at(name)}, {"length", 0.1}});
    } else {
      builder.constraint(
          "distance", fmt::format("link{}", i),
          {{"a", at(name)}, {"b", at(fmt::format("bead{}", i - 1))}, {"length", 0.1}});
    }
  }
  Simulator simulator(builder.world());
  State last = simulator.state();
  while (simulator.time() < 20 && simulator.report().status == RunStatus::Ok) {
    last = simulator.state();
    simulator.step(20);
  }
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_THAT(simulator.report().blame, StartsWith("bead"));
  EXPECT_THAT(simulator.report().message, HasSubstr(simulator.report().blame));
  expectGoodState(simulator);
  EXPECT_EQ(simulator.time(), last.reals[simulator.world().offsets().time]);
}

class BadForce : public testing::TestWithParam<const char*> {};

TEST_P(BadForce, ThatIsNotANumberStopsTheTakeAtOnce) {
  SceneBuilder builder = pendulum({{"integrator", GetParam()}});
  builder.part("particle", "victim", {{"position", Vec3(5, 0, 0)}});
  Curve force;
  force.components = 3;
  force.keys = {{0, {0, 0, 0}, Interpolation::Step}, {0.5, {0, kNaN, 0}, Interpolation::Step}};
  builder.force("point_force", "broken", {{"point", at("victim")}, {"force", force}});
  Simulator simulator(builder.world());
  simulator.advanceTo(2);
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_EQ(simulator.report().blame, "victim");
  EXPECT_THAT(simulator.report().message, HasSubstr("victim"));
  EXPECT_EQ(simulator.time(), 0.5) << "the last good state is at the key";
  expectGoodState(simulator);
}

TEST_P(BadForce, ThatIsNotANumberOnAConstrainedPartIsSurvived) {
  SceneBuilder builder = pendulum({{"integrator", GetParam()}});
  builder.force("point_force", "broken", {{"point", at("bob")}, {"force", Vec3(kNaN, 0, 0)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_EQ(simulator.report().blame, "bob");
  EXPECT_EQ(simulator.time(), 0);
}

TEST_P(BadForce, ThatIsEnormousNamesThePartThatFliesOff) {
  SceneBuilder builder = pendulum({{"integrator", GetParam()}});
  builder.part("particle", "rocket", {{"position", Vec3(5, 0, 0)}});
  builder.force("point_force", "push", {{"point", at("rocket")}, {"force", Vec3(1e9, 0, 0)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_EQ(simulator.report().blame, "rocket");
  EXPECT_THAT(simulator.report().message, HasSubstr("m/s"));
  expectGoodState(simulator);
}

INSTANTIATE_TEST_SUITE_P(Integrators, BadForce, testing::Values("euler", "rkf45"));

// Where nothing has a speed, it is told by places.
TEST(Divergence, WithoutInertiaItIsSaidWhoDiverges) {
  SceneBuilder builder = pendulum({{"integrator", "quasi_static"}});
  builder.part("particle", "victim", {{"position", Vec3(5, 0, 0)}});
  builder.force("point_force", "broken", {{"point", at("victim")}, {"force", Vec3(kNaN, 0, 0)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_EQ(simulator.report().blame, "victim");
  EXPECT_THAT(simulator.report().message, StartsWith("victim "));
  EXPECT_THAT(simulator.report().message, testing::Not(HasSubstr("m/s")));
  expectGoodState(simulator);
}

TEST(Divergence, AToleranceThatNoStepMeetsIsSaidSo) {
  Simulator simulator(pendulum({{"integrator", "rkf45"}, {"tolerance", 1e-200}}).world());
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_THAT(simulator.report().message, HasSubstr("tolerance"));
  expectGoodState(simulator);
}

TEST(Divergence, NothingMovesAfterIt) {
  SceneBuilder builder = pendulum({{"integrator", "euler"}});
  builder.force("point_force", "broken", {{"point", at("bob")}, {"force", Vec3(kNaN, 0, 0)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  const std::uint64_t hash = simulator.state().hash();
  simulator.step(1);
  simulator.advanceTo(2);
  EXPECT_EQ(simulator.state().hash(), hash);
  EXPECT_EQ(simulator.report().status, RunStatus::Diverged);
}

TEST(Divergence, AGoodStateCanBeTakenUpAgain) {
  Simulator simulator(pendulum({{"integrator", "euler"}}).world());
  simulator.advanceTo(0.5);
  const State good = simulator.state();
  State bad = good;
  bad.reals[simulator.world().offsets().y] = kNaN;
  simulator.restore(bad);
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  simulator.restore(good);
  simulator.advanceTo(1);
  EXPECT_EQ(simulator.report().status, RunStatus::Ok);
  EXPECT_THAT(simulator.report().message, testing::IsEmpty());
}

}  // namespace
}  // namespace sinew::test
