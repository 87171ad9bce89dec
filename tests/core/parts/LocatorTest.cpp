// A place that others follow.
#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

Curve keyed(std::initializer_list<Curve::Key> keys) {
  Curve curve;
  curve.components = 3;
  curve.keys = keys;
  return curve;
}

const Interpolation kLinear = Interpolation::Linear;

TEST(Locator, GoesWhereItsKeysSayAndPointsWhereItTurns) {
  SceneBuilder builder;
  builder.part("locator", "place",
               {{"position", keyed({{0, {0, 0, 0}, kLinear}, {2, {4, 2, 0}, kLinear}})},
                {"turn", keyed({{0, {0, 0, 0}, kLinear}, {2, {0, 0, 1}, kLinear}})}});
  const auto world = builder.world();
  const Part& part = *world->parts()[0].part;
  const auto scratch = part.makeScratch();
  part.update({nullptr, nullptr, 1}, *scratch);
  const auto u = part.resolve({});
  ASSERT_TRUE(u);
  PointKinematics point, direction;
  part.point(*scratch, *u, point);
  EXPECT_LE((point.position - Vec3(2, 1, 0)).norm(), 1e-15);
  EXPECT_LE((point.velocity - Vec3(2, 1, 0)).norm(), 1e-15);
  ASSERT_TRUE(part.hasDirections());
  part.direction(*scratch, *u, direction);
  EXPECT_LE((direction.position - Vec3(-std::sin(0.5), std::cos(0.5), 0)).norm(), 1e-15);
  EXPECT_LE((direction.velocity - 0.5 * Vec3(-std::cos(0.5), -std::sin(0.5), 0)).norm(), 1e-15);
}

TEST(Locator, HasOnlyThePointWithoutCoordinates) {
  SceneBuilder builder;
  builder.part("locator", "place", {});
  const std::vector<double> one = {0.5};
  const auto refused = builder.world()->parts()[0].part->resolve(one);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("[]"), std::string::npos);
}

TEST(Locator, WhatIsTiedToItIsLedAlongAndNothingTouchesIt) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.01}});
  builder.part("locator", "place",
               {{"position", keyed({{0, {0, 1, 0}, kLinear}, {1, {0.5, 1, 0}, kLinear}})}});
  builder.part("locator", "still", {{"position", Vec3(2, 1, 0)}});
  builder.part("particle", "weight", {{"position", Vec3(0, 1, 0)}, {"velocity", Vec3(0.5, 0, 0)}});
  builder.part("particle", "passing", {{"position", Vec3(2, 1.5, 0)}});
  builder.constraint("point_to_point", "tie",
                     {{"a", MaterialPoint{"weight", {}}}, {"b", MaterialPoint{"place", {}}}});
  Simulator simulator(builder.world());
  simulator.advanceTo(0.5);
  EXPECT_LE((positionOf(simulator, "weight", {}) - Vec3(0.25, 1, 0)).norm(), 1e-9);
  EXPECT_NEAR(positionOf(simulator, "passing", {}).y(), 1.5 - 9.81 * 0.5 * 0.5 / 2, 0.03);
}

}  // namespace
}  // namespace sinew::test
