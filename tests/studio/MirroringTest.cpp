#include "ui/document/Mirroring.h"

#include <gtest/gtest.h>

#include <QString>

#include "core/scene/MakePart.h"
#include "core/scene/MaterialPlace.h"
#include "core/scene/SceneJson.h"
#include "tests/support/SceneBuilder.h"
#include "ui/document/Document.h"

namespace sinew::ui {
namespace {

const ObjectId kWing{Section::Parts, "wing_l"};

/// A body with a wing on its left, which a hinge and a stay hold.
test::SceneBuilder winged() {
  test::SceneBuilder builder;
  builder.part("superquadric", "body", {{"radii", Vec3(0.1, 0.12, 0.4)}});
  builder.part("superquadric", "wing_l",
               {{"radii", Vec3(0.3, 0.02, 0.1)},
                {"position", Vec3(0.4, 0.05, 0.1)},
                {"orientation", Quat(Eigen::AngleAxisd(0.3, Vec3(1, 2, 0.5).normalized()))},
                {"angular_velocity", Vec3(1, 2, 3)},
                {"twist", 0.4},
                {"passes_through", ValueList{"body"}}});
  builder.constraint("point_to_point", "hinge_l",
                     {{"a", test::at("body", {0.1, 0.2})}, {"b", test::at("wing_l", {0, 3.1})}});
  builder.constraint("position", "stay",
                     {{"point", test::at("wing_l", {0.4, 1})}, {"target", Vec3(0.7, 1, 0)}});
  return builder;
}

Vec3 placeOf(const Scene& scene, const MaterialPoint& point) {
  const auto part = makePart(test::builtins(), *scene.find(Section::Parts, point.part));
  return placeAtStart(*part, point.at).value_or(Vec3::Zero());
}

TEST(Mirroring, NamesTheOtherSide) {
  EXPECT_EQ(nameInMirror("wing_l"), "wing_r");
  EXPECT_EQ(nameInMirror("r.hand.2"), "l.hand.2");
  EXPECT_EQ(nameInMirror("left wing"), "right wing");
  EXPECT_EQ(nameInMirror("leftWing"), "rightWing");
  EXPECT_EQ(nameInMirror("wingLeft2"), "wingRight2");
  EXPECT_EQ(nameInMirror("Right_l"), "Left_r");
  EXPECT_EQ(nameInMirror("leg_L"), "leg_R");
  EXPECT_EQ(nameInMirror("bright_ball"), "bright_ball");
  EXPECT_EQ(nameInMirror(""), "");
}

TEST(Mirroring, AWingGetsItsCounterpartWithItsJoints) {
  Document document(test::builtins());
  document.reset(winged().scene(), {});
  const Scene before = document.scene();
  const MirrorAddition image = mirrorAddition(before, test::builtins(), {kWing}, 0);
  EXPECT_TRUE(image.no.empty());
  EXPECT_TRUE(image.untied.empty());
  ASSERT_TRUE(document.apply(image.insertion.edits, "Mirror"));
  const Scene& after = document.scene();
  EXPECT_TRUE(checkReferences(after, test::builtins()).empty());
  EXPECT_TRUE(World::compile(after, test::builtins()));

  const Entity* wing = after.find(Section::Parts, "wing_r");
  ASSERT_NE(wing, nullptr);
  const ParamReader values(test::builtins().part("superquadric")->table, wing->values);
  EXPECT_TRUE(values.vec3("position").isApprox(Vec3(-0.4, 0.05, 0.1)));
  EXPECT_TRUE(values.vec3("angular_velocity").isApprox(Vec3(1, -2, -3)));
  EXPECT_EQ(values.real("twist"), -0.4);
  EXPECT_EQ(values.list("passes_through"), ValueList{"body"});

  const Mirror mirror{0, 0};
  const auto end = [&](const char* constraint, const char* key) {
    const Value* point = after.find(Section::Constraints, constraint)->values.find(key);
    return std::get<MaterialPoint>(point->content);
  };
  ASSERT_NE(after.find(Section::Constraints, "hinge_r"), nullptr);
  EXPECT_EQ(end("hinge_r", "a").part, "body") << "there is but one";
  EXPECT_EQ(end("hinge_r", "b").part, "wing_r");
  for (const char* key : {"a", "b"}) {
    const Vec3 place = placeOf(after, end("hinge_l", key)),
               other = placeOf(after, end("hinge_r", key));
    EXPECT_LT((other - mirror.place(place)).norm(), 1e-6) << key;
  }
  ASSERT_NE(after.find(Section::Constraints, "stay_2"), nullptr);
  EXPECT_EQ(end("stay_2", "point").part, "wing_r");

  document.undoStack().undo();
  EXPECT_TRUE(document.scene() == before);
}

TEST(Mirroring, WhatWouldFindNoHoldIsLeftOut) {
  Scene scene = winged().scene();
  ASSERT_TRUE(
      applyEdit(scene, SetParam{"parts/body", "position", Vec3(0.05, 0, 0)}, test::builtins()));
  const MirrorAddition image = mirrorAddition(scene, test::builtins(), {kWing}, 0);
  EXPECT_EQ(image.untied, std::vector<std::string>{"hinge_l"});
}

TEST(Mirroring, AGroupIsMirroredAtThePivotItWasGiven) {
  Scene scene = winged().scene();
  const ParamTable& table = *entityTable(test::builtins(), Section::Groups, {});
  Entity group{"side_l", {}, {}};
  group.values.set(*findParam(table, "members"), ValueList{"wing_l"});
  scene[Section::Groups].push_back(group);
  const ObjectId id{Section::Groups, "side_l"};
  EXPECT_EQ(mirrorFor(scene, {id}, 0).at, 0);
  scene[Section::Groups].front().values.set(*findParam(table, "pivot"), Vec3(0.25, 1, 2));
  EXPECT_EQ(mirrorFor(scene, {id}, 0).at, 0.25);
  EXPECT_EQ(mirrorFor(scene, {id}, 2).at, 2);
  EXPECT_EQ(mirrorFor(scene, {kWing}, 2).at, 0);

  Document document(test::builtins());
  document.reset(scene, {});
  const MirrorAddition image = mirrorAddition(scene, test::builtins(), {id}, 0);
  ASSERT_TRUE(document.apply(image.insertion.edits, "Mirror"));
  const Entity* other = document.scene().find(Section::Groups, "side_r");
  ASSERT_NE(other, nullptr);
  const ParamReader values(table, other->values);
  EXPECT_EQ(values.list("members"), ValueList{"wing_r"});
  EXPECT_TRUE(values.vec3("pivot").isApprox(Vec3(0.25, 1, 2)));
}

TEST(Mirroring, AKindThatHasNoImageIsNamed) {
  Registry registry = test::builtins();
  PartKind odd = *registry.part("particle");
  odd.name = "odd";
  odd.mirror = nullptr;
  registry.add(odd);
  Scene scene;
  scene[Section::Parts] = {{"whim", "odd", {}}, {"bead", "particle", {}}};
  const std::vector<ObjectId> both = {{Section::Parts, "whim"}, {Section::Parts, "bead"}};
  EXPECT_EQ(mirrorAddition(scene, registry, both, 0).no, std::vector<std::string>{"whim"});
}

}  // namespace
}  // namespace sinew::ui
