// Scenes that start where another run of theirs has come to.
#include "core/scene/StartAt.h"

#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

std::span<const double> configurationOf(const Simulator& simulator) {
  const World& world = simulator.world();
  return {simulator.state().reals.data() + world.offsets().y,
          static_cast<std::size_t>(world.configurationSize())};
}

/// A scene that starts where the first one is after so many seconds.
Scene startedLater(const SceneBuilder& builder, double time,
                   const std::vector<std::string>& names = {}) {
  Simulator simulator(builder.world());
  simulator.advanceTo(time);
  EXPECT_EQ(simulator.report().status, RunStatus::Ok);
  Scene scene = builder.scene();
  const auto start = startAt(scene, builtins(), configurationOf(simulator), names);
  EXPECT_TRUE(start);
  for (const SceneEdit& edit : start->edits) EXPECT_TRUE(applyEdit(scene, edit, builtins()));
  return scene;
}

/// Largest distance [m] between points of a part here after `time` and there at the start.
double apart(const SceneBuilder& builder, double time, const Scene& scene, const std::string& part,
             const std::vector<std::vector<double>>& points) {
  Simulator before(builder.world());
  before.advanceTo(time);
  const auto world = World::compile(scene, builtins());
  EXPECT_TRUE(world);
  const Simulator after(*world);
  double most = 0;
  for (const auto& point : points) {
    most =
        std::max(most, (positionOf(before, part, point) - positionOf(after, part, point)).norm());
  }
  return most;
}

SceneBuilder fallingThings() {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.01}});
  builder.part("particle", "bob", {{"position", Vec3(1, 2, 3)}, {"velocity", Vec3(1, 0, 0)}});
  builder.part("superquadric", "body", {{"angular_velocity", Vec3(1, 2, 0.5)}});
  builder.part("rope", "line",
               {{"length", 1.0},
                {"orientation", Quat(0.8, 0, 0.6, 0)},
                {"youngs_modulus", 1e8},
                {"control_points", 20}});
  builder.constraint("position", "pin", {{"point", at("line", {0})}});
  return builder;
}

TEST(StartAt, PartsStartWhereTheyHadCome) {
  const SceneBuilder builder = fallingThings();
  const Scene scene = startedLater(builder, 0.4);
  EXPECT_LT(apart(builder, 0.4, scene, "bob", {{}}), 1e-12);
  EXPECT_LT(apart(builder, 0.4, scene, "body", {{0.3, 0.4}, {-0.5, 2}, {1.5, 0}}), 1e-9);
  EXPECT_LT(apart(builder, 0.4, scene, "line", {{0}, {0.1}, {0.5}, {0.77}, {1}}), 5e-3);
}

TEST(StartAt, ARopeKeepsItsLengthAtRest) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.01}});
  builder.part("rope", "line", {{"length", 1.0}, {"youngs_modulus", 1e4}});
  builder.constraint("position", "pin", {{"point", at("line", {0})}});
  const Scene scene = startedLater(builder, 1);
  const auto world = World::compile(scene, builtins());
  ASSERT_TRUE(world);
  EXPECT_NEAR((*world)->parts()[0].part->track().length, 1, 1e-12);
}

TEST(StartAt, OnlyTheNamedOnesMove) {
  const SceneBuilder builder = fallingThings();
  const Scene scene = startedLater(builder, 0.4, {"bob"});
  EXPECT_LT(apart(builder, 0.4, scene, "bob", {{}}), 1e-12);
  EXPECT_GT(apart(builder, 0.4, scene, "body", {{0.3, 0.4}}), 0.1);
}

TEST(StartAt, ARopeThatRestsAsDrawnStaysAndSaysSo) {
  SceneBuilder builder;
  builder.part("rope", "cord", {{"shape", "helix"}, {"rest", "as_drawn"}});
  const Simulator simulator(builder.world());
  const auto start = startAt(builder.scene(), builtins(), configurationOf(simulator), {});
  ASSERT_TRUE(start);
  EXPECT_TRUE(start->edits.empty());
  EXPECT_EQ(start->kept, std::vector<std::string>{"cord"});
}

/// A part that is squeezed, twisted and dented while it turns, in motions of all kinds.
SceneBuilder pulledPart(const std::string& motion, const std::string& massModel) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.01}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "body",
               {{"motion", motion},
                {"mass_model", massModel},
                {"angular_velocity", Vec3(1, 2, 0.5)},
                {"radii", Vec3(0.2, 0.25, 0.4)},
                {"taper_x", 0.6},
                {"bend", 0.8}});
  builder.constraint("position", "pull",
                     {{"point", at("body", {0.9, 0.3})}, {"target", Vec3(0.3, 0.4, 0.9)}});
  return builder;
}

class StartOfSuperquadric : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(StartOfSuperquadric, KeepsItsShapeAndItsDents) {
  const SceneBuilder builder = pulledPart(GetParam().first, GetParam().second);
  const Scene scene = startedLater(builder, 0.3);
  EXPECT_LT(apart(builder, 0.3, scene, "body", {{0.9, 0.3}, {-0.5, 2}, {1.2, -1}, {-1.5, 0}}),
            1e-12);
}

INSTANTIATE_TEST_SUITE_P(Motions, StartOfSuperquadric,
                         testing::Values(std::pair("rigid", "consistent"),
                                         std::pair("global", "consistent"),
                                         std::pair("local", "consistent"),
                                         std::pair("global", "lumped"),
                                         std::pair("local", "lumped")));

TEST(StartAt, AShapeOfOtherNodesIsLeftForTheOneAtRest) {
  SceneBuilder dented;
  dented.part("superquadric", "body",
              {{"motion", "local"}, {"start_shape", ValueList(13, Value(0.01))}});
  SceneBuilder plain;
  plain.part("superquadric", "body", {{"motion", "local"}});
  const Simulator a(dented.world()), b(plain.world());
  EXPECT_EQ(positionOf(a, "body", {0.3, 0.4}), positionOf(b, "body", {0.3, 0.4}));
}

TEST(StartAt, AnotherScenesNumbersAreRefused) {
  const SceneBuilder builder = fallingThings();
  EXPECT_FALSE(startAt(builder.scene(), builtins(), Reals(12, 0.0), {}));
}

// Whoever adds a kind that moves says how it starts anew.
TEST(StartAt, EveryKindThatMovesSaysWhereItIs) {
  for (const PartKind& kind : builtins().parts()) {
    const auto part = kind.create(ParamReader(kind.table, {}));
    if (!part || (*part)->dims().v == 0) continue;
    EXPECT_TRUE(kind.startAt) << kind.name;
  }
}

}  // namespace
}  // namespace sinew::test
