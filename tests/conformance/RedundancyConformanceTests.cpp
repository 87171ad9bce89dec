// Constraints that say the same thing twice change nothing; constraints that contradict each other
// are named, and the rest of the scene goes on as if they did not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "tests/conformance/ConstraintCases.h"

namespace sinew::test {
namespace {

using namespace std::string_view_literals;

struct Outcome {
  std::vector<Vec3> positions;
  std::vector<ConstraintStatus> constraints;
};

Outcome runFor(const CaseScene& scene, double seconds, std::initializer_list<const char*> parts) {
  Simulator simulator(scene.world());
  simulator.advanceTo(seconds);
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  Outcome run;
  for (const char* part : parts) {
    const int index = *simulator.world().findPart(part);
    run.positions.emplace_back();
    Vec3 velocity;
    const auto& ends = simulator.world().constraints()[0].ends;
    const auto end = std::find_if(ends.begin(), ends.end(),
                                  [&](const CompiledEnd& e) { return e.part == index; });
    simulator.world().parts()[static_cast<std::size_t>(index)].part->locate(
        simulator.dynamics().scratch(index), end->point, run.positions.back(), velocity);
  }
  run.constraints = simulator.report().constraints;
  return run;
}

struct CopiesCase {
  ConstraintCase constraint;
  PartCase part;
  bool adaptive;
};

std::vector<CopiesCase> copiesCases() {
  std::vector<CopiesCase> cases;
  for (const auto& [constraint, part] : constraintsOnParts()) {
    cases.push_back({constraint, part, false});
    cases.push_back({constraint, part, true});
  }
  return cases;
}

class RedundantCopies : public testing::TestWithParam<CopiesCase> {
 protected:
  static constexpr double kAssembly = 0.3, kEnd = 0.2, kStiffEnd = 0.05,
                          kStiffAdaptiveEnd = 0.01;  // [s]
  // Of a force: the refinement of a singular system's solution leaves up to 1.4e-6 here.
  static constexpr double kShare = 5e-6;

  Outcome withCopies(int copies) const {
    const CopiesCase& with = GetParam();
    CaseScene scene = apartScene(with.constraint, with.part, {{"assembly_time", kAssembly}});
    scene.setting("integrator", with.adaptive ? "rkf45" : "euler").setting("tolerance", 1e-10);
    std::vector<MaterialPoint> points = {{"first", with.part.point}};
    if (with.constraint.relative()) {
      const bool alike = with.constraint.directed;
      points.push_back({"second", alike ? with.part.point : with.part.otherPoint});
    }
    for (int i = 1; i < copies; ++i) {
      scene.constraint(with.constraint, fmt::format("copy{}", i), points,
                       withTarget(with.constraint, with.part, {{"assembly_time", kAssembly}}));
    }
    // Where springs make steps tiny, thousands of them go into a moment.
    const bool stiff = std::isfinite(scene.world()->stepLimit().step);
    const double end = !stiff ? kEnd : with.adaptive ? kStiffAdaptiveEnd : kStiffEnd;
    if (with.constraint.relative()) return runFor(scene, end, {"first", "second"});
    return runFor(scene, end, {"first"});
  }
};

TEST_P(RedundantCopies, MoveNothingAndShareTheMultiplier) {
  const Outcome once = withCopies(1);
  EXPECT_FALSE(once.constraints[0].redundant);
  for (const int copies : {2, 5}) {
    const Outcome many = withCopies(copies);
    for (std::size_t i = 0; i < once.positions.size(); ++i) {
      EXPECT_LT((many.positions[i] - once.positions[i]).norm(), 1e-9) << copies << " copies";
    }
    // Forces are those at the start of the last step, which need not be the same one where steps
    // follow an error estimate.
    const double whole = once.constraints[0].force, share = many.constraints[0].force;
    EXPECT_NEAR(copies * share, whole, (GetParam().adaptive ? 0.02 : kShare) * whole + 1e-9);
    for (const ConstraintStatus& status : many.constraints) {
      EXPECT_NEAR(status.force, share, kShare * share + 1e-9);
      EXPECT_TRUE(status.redundant);
      EXPECT_FALSE(status.conflicting);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, RedundantCopies, testing::ValuesIn(copiesCases()),
                         [](const auto& test) {
                           return test.param.constraint.label + "_on_" + test.param.part.label +
                                  (test.param.adaptive ? "_rkf45" : "_euler");
                         });

SceneBuilder particles(int count) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-9}});
  for (int i = 0; i < count; ++i) {
    const double angle = 2.1 * i;
    builder.part(
        "particle", fmt::format("p{}", i),
        {{"position", Vec3(std::cos(angle), std::sin(angle), 0.3 * i)}, {"mass", 1.0 + 0.5 * i}});
  }
  return builder;
}

void join(SceneBuilder& builder, const char* kind, int a, int b) {
  builder.constraint(
      kind, fmt::format("{}_{}_{}", kind, a, b),
      {{"a", at(fmt::format("p{}", a))}, {"b", at(fmt::format("p{}", b))}, {"assembly_time", 0.3}});
}

// Three joints in a ring of three points: two would do.
TEST(Redundancy, RingOfJointsMovesAsTheOpenOne) {
  SceneBuilder open = particles(3), closed = particles(3);
  for (SceneBuilder* builder : {&open, &closed}) {
    join(*builder, "point_to_point", 0, 1);
    join(*builder, "point_to_point", 1, 2);
  }
  join(closed, "point_to_point", 2, 0);
  Simulator two(open.world()), three(closed.world());
  two.advanceTo(1);
  three.advanceTo(1);
  for (const char* name : {"p0", "p1", "p2"}) {
    EXPECT_LT((positionOf(two, name) - positionOf(three, name)).norm(), 1e-9);
  }
  for (const auto& status : three.report().constraints) EXPECT_TRUE(status.redundant);
  for (const auto& status : two.report().constraints) EXPECT_FALSE(status.redundant);
}

// Five points with all ten distances between them: nine would do.
TEST(Redundancy, OverbracedFrameStaysRigid) {
  SceneBuilder builder = particles(5);
  Simulator bare(builder.world());
  for (int a = 0; a < 5; ++a) {
    for (int b = 0; b < a; ++b) {
      const double length =
          (positionOf(bare, fmt::format("p{}", a)) - positionOf(bare, fmt::format("p{}", b)))
              .norm();
      builder.constraint(
          "distance", fmt::format("bar_{}_{}", a, b),
          {{"a", at(fmt::format("p{}", a))}, {"b", at(fmt::format("p{}", b))}, {"length", length}});
    }
  }
  builder.constraint("position", "pin", {{"point", at("p0")}, {"target", positionOf(bare, "p0")}});
  Simulator frame(builder.world());
  const double energy = frame.report().energy.kinetic + frame.report().energy.gravity;
  frame.advanceTo(2);
  ASSERT_EQ(frame.report().status, RunStatus::Ok) << frame.report().message;
  int redundant = 0;
  for (const auto& status : frame.report().constraints) {
    EXPECT_LT(status.residual, 1e-7);
    EXPECT_FALSE(status.conflicting);
    redundant += status.redundant;
  }
  EXPECT_EQ(redundant, 10);
  EXPECT_NEAR(frame.report().energy.kinetic + frame.report().energy.gravity, energy, 1e-5);
}

TEST(Redundancy, BothEndsOnOneRigidPartThatCannotMeetAreNamed) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-8}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "ball", {{"velocity", Vec3(1, 0, 0)}});
  builder.constraint("point_to_point", "fold",
                     {{"a", at("ball", {0.0, 0.0})}, {"b", at("ball", {1.2, 0.3})}});
  Simulator simulator(builder.world());
  const Vec3 before = positionOf(simulator, "ball", {0.0, 0.0});
  simulator.advanceTo(0.5);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_TRUE(simulator.report().constraints[0].conflicting);
  EXPECT_LT((positionOf(simulator, "ball", {0.0, 0.0}) - before - Vec3(0.5, 0, 0)).norm(), 1e-7)
      << "flies on undisturbed";
}

TEST(Redundancy, BetweenThingsThatCannotMoveWhatCannotMeetIsNamed) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-8}});
  builder.part("rail", "here", {}).part("rail", "there", {{"position", Vec3(0, 1, 0)}});
  builder.part("particle", "bob", {{"position", Vec3(3, 0, 0)}});
  builder.constraint("point_to_point", "never",
                     {{"a", at("here", {0.5})}, {"b", at("there", {0.5})}});
  builder.constraint("position", "pin", {{"point", at("bob")}, {"target", Vec3(3, 0, 0)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(0.1);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_TRUE(simulator.report().constraints[0].conflicting);
  EXPECT_FALSE(simulator.report().constraints[1].conflicting);
}

TEST(Redundancy, TwoConstraintsBetweenTheSameTwoPartsMakeAHinge) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-7}});
  builder.part("superquadric", "door", {{"angular_velocity", Vec3(0, 2, 0)}});
  builder.part("superquadric", "frame", {{"position", Vec3(0.6, 0, 0)}});
  builder.constraint(
      "point_to_point", "upper",
      {{"a", at("door", {0.4, 0.0})}, {"b", at("frame", {0.4, 3.1})}, {"assembly_time", 0.2}});
  builder.constraint(
      "point_to_point", "lower",
      {{"a", at("door", {-0.4, 0.0})}, {"b", at("frame", {-0.4, 3.1})}, {"assembly_time", 0.2}});
  Simulator simulator(builder.world());
  // Meanwhile N comes to lose a rank: multipliers must not jitter, or steps would become tiny.
  simulator.advanceTo(0.2);
  const std::uint64_t before = simulator.report().steps + simulator.report().rejected;
  simulator.advanceTo(0.3);
  EXPECT_LT(simulator.report().steps + simulator.report().rejected - before, 100u);
  simulator.advanceTo(0.8);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LT(violation(simulator, 0), 1e-6);
  EXPECT_LT(violation(simulator, 1), 1e-6);
  EXPECT_FALSE(simulator.report().constraints[0].conflicting);
}

/// A swinging pendulum beside whatever contradicts itself.
void addPendulum(SceneBuilder& builder) {
  builder.part("particle", "bob", {{"position", Vec3(9, 0, 0)}});
  builder.constraint("distance", "rod",
                     {{"a", at("bob")}, {"place", Vec3(10, 0, 0)}, {"length", 1.0}});
}

class Conflict : public testing::TestWithParam<const char*> {
 protected:
  bool isImplicit() const { return GetParam() != "rkf45"sv && GetParam() != "euler"sv; }
  SceneBuilder scene() const {
    SceneBuilder builder;
    builder.settings({{"integrator", GetParam()},
                      {"tolerance", 1e-9},
                      {"step", isImplicit() ? kImplicitStep : 5e-5}});
    addPendulum(builder);
    return builder;
  }
  void expectRestExact(const Simulator& simulator) const {
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const Vec3 bob = positionOf(simulator, "bob") - Vec3(10, 0, 0);
    EXPECT_LT((bob - Vec3(0.9862917511, -0.1650108531, 0)).norm(), tolerance());
    EXPECT_FALSE(simulator.report().constraints[0].conflicting);
    EXPECT_FALSE(simulator.report().constraints[0].redundant);
  }
  double tolerance() const { return GetParam() == "rkf45"sv ? 1e-6 : isImplicit() ? 3e-2 : 1e-3; }
  static constexpr double kImplicitStep = 1e-3;  // [s]
};

TEST_P(Conflict, OnePointPinnedToTwoPlacesStaysBetweenThem) {
  SceneBuilder builder = scene();
  builder.part("particle", "torn", {{"position", Vec3(0.5, 1, 0)}});
  builder.constraint("position", "left", {{"point", at("torn")}, {"target", Vec3(0, 0, 0)}});
  builder.constraint("position", "right", {{"point", at("torn")}, {"target", Vec3(1, 0, 0)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  expectRestExact(simulator);
  EXPECT_TRUE(simulator.report().constraints[1].conflicting);
  EXPECT_TRUE(simulator.report().constraints[2].conflicting);
  EXPECT_LT((positionOf(simulator, "torn") - Vec3(0.5, 0, 0)).norm(), 2e-3);
}

TEST_P(Conflict, TwoLengthsBetweenTheSamePointsSettleBetween) {
  SceneBuilder builder = scene();
  builder.part("particle", "one", {{"position", Vec3(0, 0, 0)}, {"gravity_scale", 0.0}});
  builder.part("particle", "two", {{"position", Vec3(2, 0, 0)}, {"gravity_scale", 0.0}});
  builder.constraint("distance", "short", {{"a", at("one")}, {"b", at("two")}, {"length", 1.0}});
  builder.constraint("distance", "long", {{"a", at("one")}, {"b", at("two")}, {"length", 1.5}});
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  expectRestExact(simulator);
  EXPECT_TRUE(simulator.report().constraints[1].conflicting);
  EXPECT_TRUE(simulator.report().constraints[2].conflicting);
  EXPECT_NEAR((positionOf(simulator, "two") - positionOf(simulator, "one")).norm(), 1.25, 5e-3);
}

/// A chain of `links` links of 0.3 m between two pins that are 1 m apart, slack at first.
void addChain(SceneBuilder& builder, int links) {
  const auto ball = [](int i) { return fmt::format("ball{}", i); };
  for (int i = 0; i <= links; ++i) {
    builder.part("particle", ball(i), {{"position", Vec3(0.2 * i, 0.05 * (i % 2), 0)}});
    if (i == 0) continue;
    builder.constraint("distance", fmt::format("link{}", i),
                       {{"a", at(ball(i - 1))}, {"b", at(ball(i))}, {"length", 0.3}});
  }
  builder.constraint("position", "from", {{"point", at(ball(0))}, {"target", Vec3(0, 0, 0)}});
  builder.constraint("position", "to", {{"point", at(ball(links))}, {"target", Vec3(1, 0, 0)}});
}

// No row contradicts another before the chain is straight: what is left open tells.
TEST_P(Conflict, AChainTooShortForItsEndsIsNamed) {
  SceneBuilder builder = scene();
  addChain(builder, 3);
  Simulator simulator(builder.world());
  simulator.advanceTo(1);
  if (!isImplicit()) {  // accelerations grow without bound
    EXPECT_NE(simulator.report().status, RunStatus::Ok);
    EXPECT_NE(simulator.report().message, "");
    return;
  }
  if (simulator.report().status != RunStatus::Ok) {  // it has thrown balls about, out of nothing
    EXPECT_EQ(simulator.report().blame.substr(0, 4), "link") << simulator.report().message;
    EXPECT_NE(simulator.report().remedy, "");
    return;
  }
  expectRestExact(simulator);
  const auto& constraints = simulator.report().constraints;
  int named = 0;
  for (const ConstraintStatus& constraint : constraints) {
    named += constraint.conflicting ? 1 : 0;
    if (constraint.residual > 1e-3) {
      EXPECT_TRUE(constraint.conflicting) << constraint.residual;
    }
  }
  EXPECT_GE(named, 1);
}

TEST_P(Conflict, AChainThatIsLongEnoughIsNot) {
  SceneBuilder builder = scene();
  addChain(builder, 4);
  Simulator simulator(builder.world());
  for (double frame = 0.02; frame < 1.005; frame += 0.02) {
    simulator.advanceTo(frame);
    for (const ConstraintStatus& status : simulator.report().constraints) {
      EXPECT_FALSE(status.conflicting) << frame;
    }
  }
  expectRestExact(simulator);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Conflict,
                         testing::Values("rkf45", "euler", "implicit_euler", "bdf2"));

}  // namespace
}  // namespace sinew::test
