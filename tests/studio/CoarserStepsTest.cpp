#include "ui/document/CoarserSteps.h"

#include <gtest/gtest.h>

#include "core/scene/SceneTables.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::ui {
namespace {

Scene sceneWith(const char* integrator, double step) {
  test::SceneBuilder builder;
  builder.settings(
      {{"integrator", integrator}, {"step", step}, {"fps", 24}, {"contact", "analytic"}});
  return builder.scene();
}

TEST(CoarserSteps, AreFirstThoseOfContactThatCutsNone) {
  for (const char* integrator : {"bdf2", "implicit_euler"}) {
    test::SceneBuilder builder;
    builder.settings({{"integrator", integrator}, {"contact", "barrier"}});
    Scene scene = builder.scene();
    const auto coarser = coarserSteps(scene, test::builtins());
    ASSERT_TRUE(coarser) << integrator;
    EXPECT_TRUE(coarser->solves);
    for (const SceneEdit& edit : coarser->edits)
      ASSERT_TRUE(applyEdit(scene, edit, test::builtins()));
    const ParamReader settings(settingsTable(), scene.settings);
    EXPECT_EQ(settings.text("contact"), "analytic");
    EXPECT_EQ(settings.text("integrator"), integrator);
  }
}

TEST(CoarserSteps, AreThenAnIntegratorThatBearsThem) {
  for (const char* integrator : {"euler", "rkf45", "bdf2"}) {
    Scene scene = sceneWith(integrator, 0.004);
    const auto coarser = coarserSteps(scene, test::builtins());
    ASSERT_TRUE(coarser) << integrator;
    EXPECT_FALSE(coarser->integrator.empty());
    for (const SceneEdit& edit : coarser->edits)
      ASSERT_TRUE(applyEdit(scene, edit, test::builtins()));
    EXPECT_EQ(ParamReader(settingsTable(), scene.settings).text("integrator"), "implicit_euler");
  }
}

TEST(CoarserSteps, AreAtLastTwiceAsLongUpToAFrame) {
  Scene scene = sceneWith("implicit_euler", 0.004);
  int changes = 0;
  for (; const auto coarser = coarserSteps(scene, test::builtins()); ++changes) {
    for (const SceneEdit& edit : coarser->edits)
      ASSERT_TRUE(applyEdit(scene, edit, test::builtins()));
    EXPECT_EQ(ParamReader(settingsTable(), scene.settings).real("step"), coarser->after);
    ASSERT_LT(changes, 10);
  }
  EXPECT_EQ(changes, 4);
  EXPECT_EQ(ParamReader(settingsTable(), scene.settings).real("step"), 1.0 / 24);
}

// Where steps follow from the accuracy that is changed first, either way.
TEST(CoarserSteps, AreOfLessAccuracyWhereThatSetsThem) {
  test::SceneBuilder builder(test::Defaults::Today);
  Scene scene = builder.scene();
  const auto now = [&] {
    const ParamReader settings(settingsTable(), scene.settings);
    return std::pair(settings.text("accuracy"), settings.given("step"));
  };
  const auto finer = finerAccuracy(scene);
  ASSERT_TRUE(finer);
  ASSERT_TRUE(applyEdit(scene, *finer, test::builtins()));
  EXPECT_EQ(now(), std::pair(std::string("fine"), false));
  EXPECT_FALSE(finerAccuracy(scene));
  for (const char* next : {"live", "draft"}) {
    const auto coarser = coarserSteps(scene, test::builtins());
    ASSERT_TRUE(coarser);
    for (const SceneEdit& edit : coarser->edits)
      ASSERT_TRUE(applyEdit(scene, edit, test::builtins()));
    EXPECT_EQ(now(), std::pair(std::string(next), false));
    EXPECT_EQ(ParamReader(settingsTable(), scene.settings).real("step"), coarser->after);
  }
  const auto last = coarserSteps(scene, test::builtins());
  ASSERT_TRUE(last);
  EXPECT_EQ(last->after, 1.0 / 24);
}

TEST(CoarserSteps, AreNotOfferedWhereThereIsNoTime) {
  EXPECT_FALSE(coarserSteps(sceneWith("quasi_static", 0.004), test::builtins()));
}

}  // namespace
}  // namespace sinew::ui
