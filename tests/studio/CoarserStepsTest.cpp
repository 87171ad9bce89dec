#include "ui/document/CoarserSteps.h"

#include <gtest/gtest.h>

#include "core/scene/SceneTables.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::ui {
namespace {

Scene sceneWith(const char* integrator, double step) {
  test::SceneBuilder builder;
  builder.settings({{"integrator", integrator}, {"step", step}, {"fps", 24}});
  return builder.scene();
}

TEST(CoarserSteps, AreFirstAnIntegratorThatBearsThem) {
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

TEST(CoarserSteps, AreThenTwiceAsLongUpToAFrame) {
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

TEST(CoarserSteps, AreNotOfferedWhereThereIsNoTime) {
  EXPECT_FALSE(coarserSteps(sceneWith("quasi_static", 0.004), test::builtins()));
}

}  // namespace
}  // namespace sinew::ui
