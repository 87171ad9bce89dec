// What is ignored is simulated as if it were not in the scene.
#include "core/scene/LeftOut.h"

#include <gtest/gtest.h>

#include "core/scene/SceneJson.h"
#include "core/scene/SimulationHash.h"
#include "tests/support/ClipScenes.h"

namespace sinew::test {
namespace {

/// Balls on a floor, in the wind; some of them tied, some let through each other.
SceneBuilder balls(std::initializer_list<const char*> names, bool ignoring) {
  SceneBuilder builder;
  builder.settings({{"step", 0.002}});
  builder.part("plane", "floor", {{"position", Vec3(0, -0.2, 0)}});
  double x = 0;
  ValueList blown, passed;
  for (const std::string name : names) {
    const bool wanted = name != "ghost";
    if (wanted || ignoring) {
      builder.part("superquadric", name,
                   {{"position", Vec3(x, 0, 0)}, {"radii", Vec3(0.1, 0.1, 0.1)}});
      blown.emplace_back(name);
    }
    x += 0.15;  // overlapping
  }
  builder.constraint("distance", "held", {{"a", at("one", {0, 0})}, {"b", at("two", {0, 0})}});
  builder.force("air", "breeze", {{"wind", Vec3(1, 0, 0)}, {"parts", blown}});
  return builder;
}

Scene withGhost() {
  SceneBuilder builder = balls({"one", "ghost", "two"}, true);
  builder.constraint("point_to_point", "leash",
                     {{"a", at("ghost", {0, 0})}, {"b", at("two", {0, 1})}});
  builder.force("pressure", "breath", {{"part", "ghost"}, {"pressure", 10.0}});
  builder.force("air", "draught", {{"parts", ValueList{"ghost"}}});
  builder.force("point_force", "push", {{"point", at("one", {0, 0})}, {"force", Vec3(0, 1, 0)}});
  Scene scene = builder.scene();
  EXPECT_TRUE(applyEdit(scene, SetParam{"parts/ghost", "ignored", Value(true)}, builtins()));
  EXPECT_TRUE(applyEdit(scene, SetParam{"parts/one", "passes_through", ValueList{"ghost", "floor"}},
                        builtins()));
  return scene;
}

Scene withoutGhost() {
  SceneBuilder builder = balls({"one", "ghost", "two"}, false);
  builder.force("point_force", "push", {{"point", at("one", {0, 0})}, {"force", Vec3(0, 1, 0)}});
  Scene scene = builder.scene();
  EXPECT_TRUE(
      applyEdit(scene, SetParam{"parts/one", "passes_through", ValueList{"floor"}}, builtins()));
  return scene;
}

// A rule that is ignored is as if it were not there, and no other thing is left out with it.
TEST(LeftOut, AreRulesThatAreIgnored) {
  SceneBuilder builder = balls({"one", "two"}, true);
  const Scene without = builder.scene();
  builder.rule("through", {{"response", "none"}});
  Scene scene = builder.scene();
  EXPECT_NE(simulationHash(scene, builtins()), simulationHash(without, builtins()));
  EXPECT_TRUE(LeftOut(scene, builtins()).none());
  EXPECT_TRUE(
      applyEdit(scene, SetParam{"contact_rules/through", "ignored", Value(true)}, builtins()));
  const LeftOut leftOut(scene, builtins());
  EXPECT_EQ(leftOut.because(Section::ContactRules, scene[Section::ContactRules][0]), "through");
  EXPECT_EQ(leftOut.takenFrom(scene).parts().size(), scene.parts().size());
  EXPECT_TRUE(leftOut.takenFrom(scene)[Section::ContactRules].empty());
  EXPECT_EQ(simulationHash(scene, builtins()), simulationHash(without, builtins()));
}

TEST(LeftOut, IsWhatIsIgnoredAndWhatCannotBeWithoutIt) {
  const Scene scene = withGhost();
  const LeftOut leftOut(scene, builtins());
  const auto because = [&](Section section, const char* name) {
    return leftOut.because(section, *scene.find(section, name)).value_or("");
  };
  EXPECT_EQ(because(Section::Parts, "ghost"), "ghost");
  EXPECT_EQ(because(Section::Constraints, "leash"), "ghost");
  EXPECT_EQ(because(Section::Forces, "breath"), "ghost");
  EXPECT_EQ(because(Section::Forces, "draught"), "ghost") << "would blow on all parts";
  EXPECT_EQ(because(Section::Parts, "one"), "");
  EXPECT_EQ(because(Section::Constraints, "held"), "");
  EXPECT_EQ(because(Section::Forces, "breeze"), "");
  EXPECT_TRUE(leftOut.takenFrom(scene) == withoutGhost());
  EXPECT_TRUE(simulatedScene(withoutGhost(), builtins()) == withoutGhost());
}

TEST(LeftOut, WhatIsLeftIsSimulatedAsWithoutIt) {
  const auto world = World::compile(withGhost(), builtins());
  const auto other = World::compile(withoutGhost(), builtins());
  ASSERT_TRUE(world) << world.error().message;
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ((*world)->parts().size(), 3u);
  EXPECT_EQ((*world)->fingerprint(), (*other)->fingerprint());
  EXPECT_EQ(simulationHash(withGhost(), builtins()), (*world)->fingerprint());
  EXPECT_TRUE((*world)->scene() == withGhost()) << "what is saved with a take is all of it";
  Simulator a(*world), b(*other);
  a.advanceTo(0.25);
  b.advanceTo(0.25);
  EXPECT_EQ(a.state().hash(), b.state().hash());
  a.reset();
  a.advanceTo(0.25);
  EXPECT_EQ(a.state().hash(), b.state().hash());
}

TEST(LeftOut, IsSavedAndReadBack) {
  const Scene scene = withGhost();
  const auto again = readScene(writeScene(scene, builtins()), builtins());
  ASSERT_TRUE(again);
  EXPECT_TRUE(*again == scene);
}

TEST(LeftOut, MayBeWhatCouldNotBeSimulated) {
  Scene scene = withGhost();
  const auto set = [&](const char* key, Value value) {
    ASSERT_TRUE(applyEdit(scene, SetParam{"parts/ghost", key, std::move(value)}, builtins()));
  };
  set("bend", 6.0);  // folds it through itself
  set("bend_extent", 0.05);
  EXPECT_TRUE(World::compile(scene, builtins()));
  EXPECT_TRUE(readScene(writeScene(scene, builtins()), builtins()));
  set("ignored", false);
  EXPECT_FALSE(World::compile(scene, builtins()));
}

TEST(LeftOut, IsNotInATake) {
  const TemporaryFolder folder;
  const auto world = World::compile(withGhost(), builtins());
  ASSERT_TRUE(world);
  record(*world, folder / "a.clip", 0.1);
  const auto clip = openClip(folder / "a.clip");
  ASSERT_TRUE(clip);
  const auto scene = clip->scene(builtins());
  ASSERT_TRUE(scene);
  EXPECT_TRUE(*scene == withGhost());
  EXPECT_EQ(clip->header().topology->parts.size(), 3u);
  for (const auto& part : clip->header().topology->parts) EXPECT_NE(part.part, "ghost");
}

}  // namespace
}  // namespace sinew::test
