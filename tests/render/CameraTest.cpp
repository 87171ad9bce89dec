// What the camera and the shadows are fitted to.
#include "render/Camera.h"

#include <gtest/gtest.h>

#include "tests/render/TestBodies.h"

using namespace sinew;
using namespace sinew::test;

namespace {

Snapshot ballAndRunaway(double away) {
  return snapshotOf(
      {{.name = "ball", .centre = Vec3(0, 0.5, 0), .radii = Vec3::Constant(0.5)},
       {.name = "runaway", .centre = Vec3(away, 0.5, 0), .radii = Vec3::Constant(0.1)}});
}

CameraLook lookingAtTheBall() {
  CameraLook camera;
  camera.automatic = false;
  camera.eye = Vec3(0, 1, 4);
  camera.target = Vec3(0, 0.5, 0);
  camera.near = camera.far = 0;
  return camera;
}

}  // namespace

// As an arrow that left: it was a sight for two frames, and the bow's shade was a blur for fifty.
TEST(Camera, ShadowsAreNotFittedToWhatHasLeftThePicture) {
  const CameraLook camera = lookingAtTheBall();
  EXPECT_LT(focusNear(camera, ballAndRunaway(8), {}).radius, 1);
}

TEST(Camera, ShadowsAreFittedToWhatIsNearWhatItLooksAt) {
  const CameraLook camera = lookingAtTheBall();
  EXPECT_GT(focusNear(camera, ballAndRunaway(3), {}).radius, 1.5) << "both are in the picture";
  const Focus focus = focusNear(camera, ballAndRunaway(1000), {});
  EXPECT_LT((focus.centre - Vec3(0, 0.5, 0)).norm(), 0.05);
  EXPECT_LT(focus.radius, 1);
}

TEST(Camera, WhatHasFlownOffDoesNotCutOpenWhatIsNear) {
  for (const double away : {3.0, 30.0, 1000.0}) {
    const CameraLook settled =
        settleCamera(lookingAtTheBall(), focusOf(ballAndRunaway(away), {}), 1.5);
    EXPECT_LT(settled.near, 1) << away;
    EXPECT_GT(settled.far, away) << away;
  }
}
