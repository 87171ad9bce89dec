// The dial of a scene: how long its steps are, and how far contact is solved for in them.
#include <gtest/gtest.h>

#include <cmath>

#include "core/scene/SceneTables.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

double stepOf(const SceneBuilder& builder) {
  return ParamReader(settingsTable(), builder.scene().settings).real("step");
}

TEST(Accuracy, SetsTheStepUnlessThatIsGiven) {
  SceneBuilder scene(Defaults::Today);
  EXPECT_EQ(stepOf(scene), 1.0 / 96);
  scene.settings({{"accuracy", "draft"}});
  EXPECT_EQ(stepOf(scene), 1.0 / 48);
  scene.settings({{"accuracy", "fine"}});
  EXPECT_NEAR(stepOf(scene), 1.0 / 576, 1e-15);
  scene.settings({{"fps", std::int64_t{60}}});
  EXPECT_NEAR(stepOf(scene), 1.0 / 1440, 1e-15);
  scene.settings({{"step", 0.002}});
  EXPECT_EQ(stepOf(scene), 0.002);
}

struct Slide {
  double way = 0;       ///< [m] of a block at 2 m/s
  double residual = 0;  ///< the largest that a step has left
};

Slide slideAt(const char* accuracy, bool besideSoft) {
  SceneBuilder scene(Defaults::Today);
  scene.settings({{"accuracy", accuracy}});
  scene.part("box", "floor", {{"size", Vec3(20, 1, 20)}, {"position", Vec3(0, -0.5, 0)}});
  const Vec3 size(0.2, 0.2, 0.2), above(0, 0.1011, 0);
  scene.part("body", "block", {{"size", size}, {"position", above}, {"velocity", Vec3(2, 0, 0)}});
  if (besideSoft) {
    scene.part(
        "superquadric", "cushion",
        {{"motion", "global"}, {"radii", Vec3(0.5 * size)}, {"position", Vec3(-3, 0.101, 0)}});
  }
  Simulator simulator(scene.world());
  Slide slide;
  while (simulator.time() < 1) {
    EXPECT_EQ(simulator.step(1).status, RunStatus::Ok) << simulator.report().message;
    slide.residual = std::max(slide.residual, simulator.report().residual);
  }
  slide.way = positionOf(simulator, "block", {0, 0, 0}).x();
  return slide;
}

// v²/(2 μ g).
TEST(Accuracy, BringsWhatSlidesToWhereItBelongs) {
  const double right = 4 / (2 * 0.5 * 9.81);
  for (const bool besideSoft : {false, true}) {
    const Slide fine = slideAt("fine", besideSoft), live = slideAt("live", besideSoft);
    const Slide draft = slideAt("draft", besideSoft);
    EXPECT_NEAR(fine.way, right, 0.005 * right) << besideSoft;
    EXPECT_NEAR(live.way, right, 0.03 * right) << besideSoft;
    EXPECT_NEAR(draft.way, right, 0.06 * right) << besideSoft;
    EXPECT_LE(fine.residual, 0.05 * 5e-3) << besideSoft;
  }
}

}  // namespace
}  // namespace sinew::test
