// When a step goes wrong it is said what went wrong and where, and the last good state stays.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <optional>

#include "core/simulation/GapCheck.h"
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
  // Whichever is seen first: a bead too fast, or a link that does not hold.
  EXPECT_THAT(simulator.report().blame, AnyOf(StartsWith("bead"), StartsWith("link")));
  EXPECT_THAT(simulator.report().message, HasSubstr(simulator.report().blame));
  expectGoodState(simulator);
  // A step that cannot be taken leaves the state before it, one that made energy that after it.
  EXPECT_LE(simulator.time() - last.reals[simulator.world().offsets().time], 1.01e-3);
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

// Ten grams under a thousand tonnes: steps of this length do not hold them.
SceneBuilder heavyChain() {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.02}, {"fps", 50}});
  const Vec3 along(0.48, -0.88, 0);
  for (int i = 1; i <= 12; ++i) {
    const std::string name = fmt::format("k{}", i);
    builder.part("particle", name,
                 {{"position", Vec3(0.1 * i * along)}, {"mass", i == 12 ? 1e6 : 0.01}});
    if (i == 1) {
      builder.constraint("distance", "d1", {{"a", at(name)}, {"length", 0.1}});
    } else {
      builder.constraint("distance", fmt::format("d{}", i),
                         {{"a", at(name)}, {"b", at(fmt::format("k{}", i - 1))}, {"length", 0.1}});
    }
  }
  return builder;
}

TEST(OpenGaps, ThatCouldBeMetStopTheTake) {
  Simulator simulator(heavyChain().world());
  simulator.advanceTo(3);
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_THAT(simulator.report().blame, StartsWith("d"));
  EXPECT_THAT(simulator.report().message, HasSubstr("does not hold"));
  EXPECT_THAT(simulator.report().remedy, HasSubstr("k12 weighs 1e+06 kg"));
  expectGoodState(simulator);
}

// What the check goes by is in the state.
TEST(OpenGaps, StopATakeThatGoesOnAtTheSameInstant) {
  const auto world = heavyChain().world();
  Simulator first(world), second(world);
  first.advanceTo(0.15);
  ASSERT_EQ(first.report().status, RunStatus::Ok);
  second.restore(first.state());
  first.advanceTo(3);
  second.advanceTo(3);
  ASSERT_EQ(first.report().status, RunStatus::Diverged);
  EXPECT_EQ(second.report().status, RunStatus::Diverged);
  EXPECT_EQ(second.time(), first.time());
  EXPECT_EQ(second.report().message, first.report().message);
}

TEST(OpenGaps, UnderAHandAreSaidSoAndStopNothing) {
  Simulator simulator(heavyChain().world());
  simulator.post(GrabCommand{0, "k12", {}, Vec3(1, -1, 0), 0, 0});
  bool said = false;
  while (simulator.time() < 1.5) {
    simulator.step(1.5);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    for (const ConstraintStatus& each : simulator.report().constraints)
      said |= each.open == OpenGap::Grab;
  }
  EXPECT_TRUE(said);
}

TEST(OpenGaps, OutOfReachAreSaidSoAndStopNothing) {
  for (const char* integrator : {"implicit_euler", "euler"}) {
    SceneBuilder builder = pendulum({{"integrator", integrator}, {"step", 2e-3}});
    builder.constraint("position", "pin", {{"point", at("bob")}, {"target", Vec3(-3, 0, 0)}});
    Simulator simulator(builder.world());
    simulator.advanceTo(4);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    bool said = false;
    for (const ConstraintStatus& each : simulator.report().constraints)
      said |= each.open == OpenGap::Unreachable;
    EXPECT_TRUE(said) << integrator;
  }
}

/// A ball that lies on a floor by its weight, and what is asked of a tie of it.
class OpenGapOfAResting : public testing::Test {
 protected:
  OpenGapOfAResting() {
    Curve off;
    off.keys = {{0, {0}, Interpolation::Step}};
    SceneBuilder builder;
    builder.settings({{"integrator", "implicit_euler"}, {"step", 0.01}});
    builder.part("plane", "floor", {});
    builder.part("superquadric", "ball",
                 {{"position", Vec3(0, 0.1, 0)}, {"radii", Vec3(0.1, 0.1, 0.1)}, {"mass", 1.0}});
    for (const char* name : {"pin", "zip"}) {
      builder.constraint("distance", name,
                         {{"a", at("ball", {0.0, 0.0})},
                          {"place", Vec3(0, 1.2, 0)},
                          {"length", 1.0},
                          {"activation", off}});
    }
    m_world = builder.world();
    m_simulator.emplace(m_world);
    m_simulator->advanceTo(0.5);
  }
  /// Why a metre is said to be open where the tie pulls with so many newtons.
  OpenGap whyOpen(double pull, const GapCheck::Gap& zip) {
    GapCheck check(m_world);
    State state = m_simulator->state();
    state.words[m_world->offsets().flags + 1] |= ConstraintFlags::kActive;
    state.reals[m_world->offsets().multipliers + m_world->constraints()[0].firstRow] = pull;
    check.note(0, {1, 1, true, false});
    check.note(1, zip);
    check.observe(state, m_simulator->dynamics(), 0.01);
    return check.whyOpen(0);
  }

  std::shared_ptr<const World> m_world;
  std::optional<Simulator> m_simulator;
};

TEST_F(OpenGapOfAResting, IsExcusedByContactThatHoldsItOnly) {
  ASSERT_GT(m_simulator->report().contacts, 0);
  EXPECT_EQ(whyOpen(10, {}), OpenGap::Contact);
  EXPECT_EQ(whyOpen(1e6, {}), OpenGap::Unexplained);
}

TEST_F(OpenGapOfAResting, IsExcusedByANeighbourThatClosesOnly) {
  const GapCheck::Gap keptOpen{0.1, 0, false, false}, closing{0.1, 0, false, true};
  EXPECT_EQ(whyOpen(1e6, closing), OpenGap::None);
  EXPECT_EQ(whyOpen(1e6, keptOpen), OpenGap::Unexplained);
}

// Forward Euler makes whatever swings by its own springs swing more and more.
TEST(MadeEnergy, StopsTheTakeAndNamesThePart) {
  SceneBuilder builder;
  builder.settings({{"integrator", "euler"},
                    {"scheme", "forward"},
                    {"step", 1e-3},
                    {"contact", "springs"},
                    {"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "bob",
               {{"motion", "global"},
                {"radii", Vec3(0.2, 0.1, 0.1)},
                {"angular_velocity", Vec3(0, 0, 10)},
                {"mass", 1.0}});
  Simulator simulator(builder.world());
  simulator.advanceTo(60);
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_EQ(simulator.report().blame, "bob");
  EXPECT_THAT(simulator.report().message, HasSubstr("nothing put in"));
  EXPECT_THAT(simulator.report().remedy, HasSubstr("implicit_euler"));
  expectGoodState(simulator);
  Simulator second(pendulum({{"integrator", "implicit_euler"}, {"step", 5e-3}}).world());
  second.advanceTo(10);
  EXPECT_EQ(second.report().status, RunStatus::Ok) << second.report().message;
}

// Two thousand times what there was came from nowhere, and was lost again within 0.05 s.
TEST(MadeEnergy, OfAnExplosionStopsTheTakeHoweverShortItIs) {
  SceneBuilder builder(Defaults::Today);
  builder.part("rope", "a", {{"position", Vec3(0, 1, 0)}});
  builder.part("rope", "b", {{"position", Vec3(0, 2, 0.5)}});
  builder.constraint("axis", "line", {{"a", at("a", {1})}, {"b", at("b", {1})}});
  Simulator simulator(builder.world());
  simulator.advanceTo(4);
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_LT(simulator.report().time, 0.3);
  EXPECT_THAT(simulator.report().message, HasSubstr("nothing put in"));
  expectGoodState(simulator);
}

}  // namespace
}  // namespace sinew::test
