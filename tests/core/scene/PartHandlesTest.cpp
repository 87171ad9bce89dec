#include "core/scene/PartHandles.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/SceneBuilder.h"

namespace sinew {
namespace {

Entity part(const char* kind, test::Values values) {
  return test::SceneBuilder().part(kind, "it", values).scene().parts().front();
}

/// The value of a parameter after scaling; nothing if it stays.
std::optional<Value> scaledValue(const Entity& entity, const char* key, const Vec3& factors) {
  for (const auto& [name, value] : scaledPart(test::builtins(), entity, factors))
    if (name == key) return value;
  return std::nullopt;
}

double scaledNumber(const Entity& entity, const char* key, const Vec3& factors) {
  const auto value = scaledValue(entity, key, factors);
  return value ? std::get<double>(value->content) : 0;
}

Vec3 scaledVector(const Entity& entity, const char* key, const Vec3& factors) {
  const auto value = scaledValue(entity, key, factors);
  return value ? std::get<Vec3>(value->content) : Vec3::Zero();
}

TEST(ScaledPart, AlongItsAxesWhereAKindCan) {
  const Vec3 factors(2, 1, 0.5);
  EXPECT_EQ(scaledVector(part("superquadric", {{"radii", Vec3(1, 2, 3)}}), "radii", factors),
            Vec3(2, 2, 1.5));
  EXPECT_EQ(scaledVector(part("box", {}), "size", factors), Vec3(2, 1, 0.5));
  const Entity rod = part("capsule", {{"radius", 0.2}, {"length", 3.0}});
  EXPECT_NEAR(scaledNumber(rod, "radius", Vec3(1, 2, 1)), 0.2, 1e-12);
  EXPECT_NEAR(scaledNumber(rod, "length", Vec3(1, 2, 1)), 6, 1e-12);
  const Entity wall = part("plane", {{"normal", Vec3(1, 0, 0)}});
  EXPECT_NEAR(scaledNumber(wall, "thickness", Vec3(3, 1, 1)), 0.06, 1e-12)
      << "its thickness lies along x";
}

TEST(ScaledPart, AllRoundWhereAKindCannot) {
  EXPECT_NEAR(scaledNumber(part("sphere", {{"radius", 0.5}}), "radius", Vec3(1, 3, 1)), 1.5, 1e-12);
  EXPECT_NEAR(scaledNumber(part("particle", {{"radius", 0.1}}), "radius", Vec3(1, 1, 0.2)), 0.02,
              1e-12);
  EXPECT_FALSE(scaledValue(part("sphere", {}), "position", Vec3(2, 2, 2)))
      << "no length of its own";
}

TEST(ScaledPart, ARopeStretchedAlongItselfIsNoThicker) {
  const Entity rope = part("rope", {{"length", 2.0}, {"rest_length", 1.8}, {"radius", 0.03}});
  EXPECT_NEAR(scaledNumber(rope, "length", Vec3(2, 1, 1)), 4, 1e-12);
  EXPECT_NEAR(scaledNumber(rope, "rest_length", Vec3(2, 1, 1)), 3.6, 1e-12) << "pulled no more";
  EXPECT_NEAR(scaledNumber(rope, "radius", Vec3(2, 1, 1)), 0.03, 1e-12);
  EXPECT_NEAR(scaledNumber(rope, "radius", Vec3(2, 2, 2)), 0.06, 1e-12);
  EXPECT_FALSE(scaledValue(part("rope", {}), "rest_length", Vec3(2, 2, 2)))
      << "it has the drawn one";
}

TEST(PartHandles, AVectorsNumbersAndAListsItemsAreSetByThemselves) {
  const PartHandles box(test::builtins(), part("box", {{"size", Vec3(1, 2, 3)}}));
  const auto handles = box.all();
  ASSERT_EQ(handles.size(), 3U);
  EXPECT_EQ(std::get<double>(box.valueAt(handles[1]).content), 2);
  EXPECT_EQ(std::get<Vec3>(box.with(handles[1], 5.0).content), Vec3(1, 5, 3));
  const ValueList points = {Vec3(1, 0, 0), Vec3(2, 0, 0)};
  const PartHandles rope(test::builtins(), part("rope", {{"points", points}}));
  const PartHandle second = rope.all()[1];
  EXPECT_TRUE(rope.isFree(second));
  const Value changed = rope.with(second, Value(rope.vectorFor(second, Vec3(2, 1, 0))));
  const auto& list = std::get<ValueList>(changed.content);
  EXPECT_EQ(list[0], Value(Vec3(1, 0, 0)));
  EXPECT_LT((std::get<Vec3>(list[1].content) - Vec3(2, 1, 0)).norm(), 1e-9);
}

TEST(PartWith, SaysWhatCannotBe) {
  const Entity box = part("box", {});
  EXPECT_TRUE(partWith(test::builtins(), box, {{"size", Vec3(1, 2, 3)}}));
  EXPECT_FALSE(partWith(test::builtins(), box, {{"size", Vec3(-1, 2, 3)}})) << "out of range";
  const Fitted flat = {{"size", Vec3(0, 2, 3)}};
  EXPECT_FALSE(partWith(test::builtins(), box, flat)) << "no part can be made from it";
  EXPECT_TRUE(partWith(test::builtins(), box, flat, Trial::EachValue));
}

}  // namespace
}  // namespace sinew
