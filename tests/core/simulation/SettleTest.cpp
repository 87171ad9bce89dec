// Scenes that come to rest before they begin.
#include "core/simulation/Settle.h"

#include <gtest/gtest.h>

#include "core/model/ClosedSurface.h"
#include "core/scene/StartAt.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

bool always() {
  return true;
}

/// A line between two posts with a weight on it, drawn straight.
SceneBuilder line(const Curve& post) {
  SceneBuilder builder;
  builder.settings({{"integrator", "bdf2"}, {"step", 0.005}});
  builder.part("rope", "line",
               {{"length", 1.0},
                {"rest_length", 1.2},
                {"youngs_modulus", 1e8},
                {"internal_damping", 0.01},
                {"bend_scale", 0.01},
                {"control_points", 16}});
  builder.part("particle", "weight", {{"position", Vec3(0.5, 0, 0)}, {"mass", 0.5}});
  builder.constraint("position", "left", {{"point", at("line", {0})}});
  builder.constraint("position", "right", {{"point", at("line", {1})}, {"target", post}});
  builder.constraint("point_to_point", "hook", {{"a", at("line", {0.5})}, {"b", at("weight")}});
  return builder;
}

Curve standingAt(const Vec3& place) {
  Curve curve;
  curve.components = 3;
  curve.keys = {{0, {place.x(), place.y(), place.z()}}};
  return curve;
}

/// The scene's world, started where it settled; null, with a failure, if it cannot be.
std::shared_ptr<const World> startingFrom(Scene scene, const Settled& settled) {
  const auto start = startAt(scene, builtins(), settled.configuration, {});
  EXPECT_TRUE(start);
  if (!start) return nullptr;
  for (const SceneEdit& edit : start->edits) EXPECT_TRUE(applyEdit(scene, edit, builtins()));
  const auto world = World::compile(scene, builtins());
  EXPECT_TRUE(world);
  return world ? *world : nullptr;
}

/// The same, once everything has come to rest.
std::shared_ptr<const World> startingAtRest(const Scene& scene) {
  const auto settled = settle(scene, builtins(), always);
  EXPECT_TRUE(settled) << settled.error().message;
  if (!settled) return nullptr;
  EXPECT_EQ(settled->restless, "");
  return startingFrom(scene, *settled);
}

TEST(Settle, WhatIsSettledStaysWhereItIs) {
  const auto world = startingAtRest(line(standingAt(Vec3(1, 0, 0))).scene());
  ASSERT_TRUE(world);
  Simulator simulator(world);
  const Vec3 before = positionOf(simulator, "weight");
  EXPECT_NEAR(before.y(), -0.33, 0.02) << "the triangle of a line of 1.2 m, but for its bends";
  simulator.advanceTo(1);
  EXPECT_LT((positionOf(simulator, "weight") - before).norm(), 3e-3);
}

TEST(Settle, KeysStayAsTheyAreAtTheStart) {
  Curve post = standingAt(Vec3(1, 0, 0));
  post.keys.push_back({1, {1.15, 0.5, 0}});
  const auto moving = settle(line(post).scene(), builtins(), always);
  const auto standing = settle(line(standingAt(Vec3(1, 0, 0))).scene(), builtins(), always);
  ASSERT_TRUE(moving && standing);
  for (std::size_t i = 0; i < moving->configuration.size(); ++i) {
    EXPECT_NEAR(moving->configuration[i], standing->configuration[i], 1e-12);
  }
}

TEST(Settle, WhatFallsForeverIsNamed) {
  SceneBuilder builder;
  builder.part("particle", "bob", {});
  const auto settled = settle(builder.scene(), builtins(), always);
  ASSERT_TRUE(settled) << settled.error().message;
  EXPECT_EQ(settled->restless, "bob");
}

TEST(Settle, WhatLiesOnAnotherStaysThere) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.004}});
  builder.part("box", "table", {{"size", Vec3(4, 0.2, 2)}});
  builder.part("superquadric", "block",
               {{"motion", "rigid"},
                {"radii", Vec3(0.3, 0.2, 0.1)},
                {"exponent_u", 0.2},
                {"exponent_v", 0.2},
                {"orientation", Quat(Eigen::AngleAxisd(-1.5707963267948966, Vec3::UnitX()))},
                {"position", Vec3(0, 0.25, 0)}});
  const auto world = startingAtRest(builder.scene());
  ASSERT_TRUE(world);
  Simulator simulator(world);
  const Vec3 before = positionOf(simulator, "block", {0, 0});
  EXPECT_LT((before - positionOf(Simulator(builder.world()), "block", {0, 0})).norm(), 0.05);
  simulator.advanceTo(1);
  EXPECT_LT((positionOf(simulator, "block", {0, 0}) - before).norm(), 5e-3);
}

/// [m³] inside the skin of the first part.
double volumeOf(const Simulator& simulator) {
  const Part& part = *simulator.world().parts()[0].part;
  const ContactSurface skin = part.contactSurface();
  std::vector<Vec3> position(skin.vertices.size());
  Vec3 velocity;
  for (std::size_t i = 0; i < position.size(); ++i) {
    part.locate(simulator.dynamics().scratch(0), skin.vertices[i], position[i], velocity);
  }
  return volumeInside(skin, position);
}

// Gas that is shut in is as much as the shape without load holds, and not what the start holds:
// then each time it settled would add to it.
TEST(Settle, DoesNotChangeTheAmountOfGas) {
  for (const char* motion : {"local", "global"}) {
    SceneBuilder builder;
    builder.settings({{"integrator", "implicit_euler"}, {"step", 0.01}, {"gravity", Vec3(0, 0, 0)}})
        .part("superquadric", "balloon",
              {{"motion", motion},
               {"mass", 0.05},
               {"radii", Vec3(0.2, 0.2, 0.2)},
               {"internal_damping", 3.0},
               {"nodes_u", std::int64_t{9}},
               {"nodes_v", std::int64_t{12}}})
        .force("pressure", "gas", {{"part", "balloon"}, {"hold", "gas"}, {"fill", 1.2}});
    const double drawn = volumeOf(Simulator(builder.world()));
    const auto world = startingAtRest(builder.scene());
    ASSERT_TRUE(world);
    Simulator simulator(world);
    const double settled = volumeOf(simulator);
    ASSERT_GT(settled, 1.1 * drawn) << motion;
    simulator.advanceTo(0.5);
    EXPECT_NEAR(volumeOf(simulator), settled, 1e-3 * drawn) << motion;
  }
}

TEST(Settle, MayBeStopped) {
  const auto settled = settle(line(standingAt(Vec3(1, 0, 0))).scene(), builtins(),
                              [asked = 0]() mutable { return ++asked < 3; });
  ASSERT_FALSE(settled);
  EXPECT_EQ(settled.error().code, ErrorCode::Stopped);
}

}  // namespace
}  // namespace sinew::test
