#include "core/scene/SceneDifference.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/scene/SceneEdit.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kNoInstant = std::numeric_limits<double>::infinity();

/// Falls to 2 at one second and rises to a value at three.
Curve dip(double last) {
  const auto linear = Interpolation::Linear;
  return Curve{1, {{0, {3}, linear}, {1, {2}, linear}, {3, {last}, linear}}};
}

Scene hangingScene() {
  SceneBuilder builder;
  builder.part("particle", "bob", {{"position", Vec3(0, -3, 0)}});
  builder.part("particle", "idle", {});
  builder.constraint("distance", "rod", {{"a", at("bob")}, {"length", dip(3)}});
  return builder.scene();
}

std::optional<double> sinceAfter(const std::vector<SceneEdit>& edits) {
  Scene scene = hangingScene();
  for (const SceneEdit& edit : edits) EXPECT_TRUE(applyEdit(scene, edit, builtins()));
  const auto since = firstDifference(hangingScene(), scene, builtins());
  EXPECT_EQ(firstDifference(scene, hangingScene(), builtins()), since);
  return since;
}

Curve gravityAt(double time, double y) {
  const auto step = Interpolation::Step;
  return Curve{3, {{0, {0, -9.81, 0}, step}, {time, {0, y, 0}, step}}};
}

TEST(SceneDifference, OfKeysIsTheEarliestOfTheirs) {
  EXPECT_EQ(sinceAfter({}), kNoInstant);
  const SetParam shorter{"constraints/rod", "length", Value(dip(4))};
  EXPECT_EQ(sinceAfter({shorter}), 1);
  EXPECT_EQ(sinceAfter({SetParam{"settings", "gravity", Value(gravityAt(2, -1))}}), 2)
      << "of a value that had no keys too";
  EXPECT_EQ(sinceAfter({shorter, SetParam{"settings", "gravity", Value(gravityAt(0.5, -1))}}), 0.5);
  EXPECT_EQ(sinceAfter({SetParam{"constraints/rod", "length", Value(2.0)}}), -kNoInstant);
}

TEST(SceneDifference, IsNeverOfLooksAndStarts) {
  EXPECT_EQ(sinceAfter({SetParam{"parts/bob", "colour", Value(Vec3(1, 0, 0))}}), kNoInstant);
  EXPECT_EQ(sinceAfter({SetParam{"parts/bob", "position", Value(Vec3(0, -2, 0))}}), kNoInstant);
  EXPECT_EQ(sinceAfter({SetParam{"animation", "duration", Value(9.0)}}), kNoInstant);
}

TEST(SceneDifference, IsAtNoInstantWhereAnythingElseDiffers) {
  const SetParam keys{"constraints/rod", "length", Value(dip(4))};
  for (const SceneEdit& edit :
       {SceneEdit(SetParam{"settings", "gravity", Value(Vec3(0, -3, 0))}),
        SceneEdit(SetParam{"settings", "step", Value(0.002)}),
        SceneEdit(SetParam{"parts/bob", "mass", Value(2.0)}),
        SceneEdit(RenameEntity{Section::Parts, "bob", "weight"}),
        SceneEdit(RemoveEntity{Section::Parts, "idle"}),
        SceneEdit(SetParam{"parts/idle", "ignored", Value(true)}),
        SceneEdit(AddEntity{Section::Parts, 0, Entity{"more", "particle", {}}})}) {
    EXPECT_EQ(sinceAfter({edit}), std::nullopt);
    EXPECT_EQ(sinceAfter({keys, edit}), std::nullopt);
  }
}

// That it is given is what counts: without it, a gap closes by itself.
TEST(SceneDifference, IsAtNoInstantWhereAValueMayBeLeftOutAndIs) {
  const Curve progress{1, {{0, {0}, Interpolation::Linear}, {2, {1}, Interpolation::Linear}}};
  EXPECT_EQ(sinceAfter({SetParam{"constraints/rod", "progress", Value(progress)}}), std::nullopt);
}

TEST(SceneDifference, SeesNothingOfWhatIsLeftOut) {
  Scene before = hangingScene();
  const SetParam ignored{"parts/idle", "ignored", Value(true)};
  ASSERT_TRUE(applyEdit(before, ignored, builtins()));
  Scene after = before;
  ASSERT_TRUE(applyEdit(after, SetParam{"parts/idle", "mass", Value(3.0)}, builtins()));
  EXPECT_EQ(firstDifference(before, after, builtins()), kNoInstant);
}

}  // namespace
}  // namespace sinew::test
