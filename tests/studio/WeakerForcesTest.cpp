#include "ui/document/WeakerForces.h"

#include <gtest/gtest.h>

#include "core/scene/SceneTables.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::ui {
namespace {

using test::at;

Scene pulledScene() {
  Curve keyed;
  keyed.components = 3;
  keyed.keys = {{0, {2, 0, 0}, Interpolation::Linear}, {1, {0, 4, 0}, Interpolation::Linear}};
  test::SceneBuilder builder;
  builder.part("particle", "a", {});
  builder.part("particle", "b", {});
  builder.force("point_force", "steady", {{"point", at("a")}, {"force", Vec3(0, 0, 8)}});
  builder.force("point_force", "keyed", {{"point", at("a")}, {"force", keyed}});
  builder.force("point_force", "elsewhere", {{"point", at("b")}, {"force", Vec3(0, 0, 8)}});
  return builder.scene();
}

TEST(WeakerForces, AreScaledAtEveryKeyAndOnlyOnThatPart) {
  Scene scene = pulledScene();
  const Scene before = scene;
  const auto edits = weakerForcesOn("a", 0.5, scene, test::builtins());
  ASSERT_EQ(edits.size(), 2U);
  for (const SceneEdit& edit : edits) ASSERT_TRUE(applyEdit(scene, edit, test::builtins()));
  const auto force = [&scene](const char* name) {
    return scene.find(Section::Forces, name)->values.find("force")->content;
  };
  EXPECT_EQ(std::get<Vec3>(force("steady")), Vec3(0, 0, 4));
  const auto keys = std::get<Curve>(force("keyed")).keys;
  EXPECT_EQ(keys[0].value[0], 1);
  EXPECT_EQ(keys[1].value[1], 2);
  EXPECT_EQ(*scene.find(Section::Forces, "elsewhere"), *before.find(Section::Forces, "elsewhere"));
}

TEST(WeakerForces, ThereAreNoneWhereNothingPulls) {
  EXPECT_TRUE(weakerForcesOn("floor", 0.5, pulledScene(), test::builtins()).empty());
}

}  // namespace
}  // namespace sinew::ui
