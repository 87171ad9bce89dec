// Looking round: what one holds on to stays where it is in the picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "render/OrbitCamera.h"

using namespace sinew;

namespace {

constexpr double kAspect = 16.0 / 9;

Eigen::Vector2d clipOf(const OrbitCamera& camera, const Vec3& point) {
  const CameraLook look = settleCamera(camera.look(), {}, kAspect);
  const Eigen::Vector4d clip = viewProjection(look, kAspect).cast<double>() * point.homogeneous();
  return clip.head<2>() / clip.w();
}

/// The point at the pivot's depth that lies under a place of the picture.
Vec3 underneath(const OrbitCamera& camera, const Eigen::Vector2d& at) {
  const CameraLook look = settleCamera(camera.look(), {}, kAspect);
  const Ray ray = rayThrough(look, kAspect, at);
  const Vec3 back = cameraAxes(look).col(2);
  return ray.origin +
         ray.direction * ((camera.pivot() - ray.origin).dot(back) / ray.direction.dot(back));
}

CameraLook oblique() {
  CameraLook look;
  look.eye = Vec3(2, 1.5, 3);
  look.target = Vec3(0.2, 0.6, -0.1);
  look.fieldOfView = 0.7;
  return look;
}

class BothProjections : public ::testing::TestWithParam<bool> {
 protected:
  BothProjections() : camera(OrbitCamera::from(oblique())) { camera.setOrthographic(GetParam()); }
  OrbitCamera camera;
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(OrbitCamera, BothProjections, ::testing::Bool());

TEST(OrbitCamera, TakesOverWhatALookSees) {
  const CameraLook look = OrbitCamera::from(oblique()).look();
  EXPECT_LT((look.eye - oblique().eye).norm(), 1e-12);
  EXPECT_LT((look.target - oblique().target).norm(), 1e-12);
  EXPECT_EQ(look.fieldOfView, 0.7);
}

TEST(OrbitCamera, StandsUprightHoweverItIsTurned) {
  OrbitCamera camera = OrbitCamera::from(oblique());
  camera.orbit(2.3, -0.4);
  EXPECT_NEAR(cameraAxes(camera.look()).col(0).y(), 0, 1e-12);
  camera.orbit(0, 9);  // stops overhead
  const Mat3 axes = cameraAxes(camera.look());
  EXPECT_NEAR(axes.col(2).y(), 1, 1e-12);
  EXPECT_NEAR(axes.col(0).y(), 0, 1e-12);
}

TEST(OrbitCamera, FromAboveAndBelowXPointsRight) {
  for (const Vec3& from : {Vec3(0, 1, 0), Vec3(0, -1, 0)}) {
    OrbitCamera camera = OrbitCamera::from(oblique());
    camera.lookFrom(from);
    EXPECT_LT((cameraAxes(camera.look()).col(0) - Vec3::UnitX()).norm(), 1e-6);
  }
}

TEST_P(BothProjections, RaysLeadToWhatIsShownThere) {
  for (const Vec3& point : {Vec3(0.2, 0.6, -0.1), Vec3(-0.4, 1.1, 0.3), Vec3(0.9, 0, -1)}) {
    const CameraLook look = settleCamera(camera.look(), {}, kAspect);
    const Ray ray = rayThrough(look, kAspect, clipOf(camera, point));
    EXPECT_LT((point - ray.origin).cross(ray.direction).norm(), 1e-5);
    EXPECT_GT((point - ray.origin).dot(ray.direction), 0);
  }
}

TEST_P(BothProjections, PanningCarriesThePointUnderTheHand) {
  const Eigen::Vector2d from(0.3, -0.2), to(-0.5, 0.6);
  const Vec3 point = underneath(camera, from);
  camera.pan(from, to, kAspect);
  EXPECT_LT((clipOf(camera, point) - to).norm(), 1e-5);
}

TEST_P(BothProjections, ZoomingKeepsThePointUnderTheCursor) {
  const Eigen::Vector2d at(0.6, 0.4);
  const Vec3 point = underneath(camera, at);
  for (const double factor : {0.5, 0.9, 3.0}) {
    const double before = camera.distance();
    camera.zoom(factor, at, kAspect);
    EXPECT_NEAR(camera.distance(), factor * before, 1e-12 * before);
    EXPECT_LT((clipOf(camera, point) - at).norm(), 1e-5);
  }
}

TEST_P(BothProjections, FramingHoldsTheBallTightly) {
  for (const double aspect : {kAspect, 0.5}) {
    camera.frame({Vec3(3, 2, 1), 0.25}, aspect);
    const CameraLook look = settleCamera(camera.look(), {}, aspect);
    const double half =
        GetParam() ? stageOf(look) : std::tan(0.5 * look.fieldOfView) * camera.distance();
    EXPECT_GT(half * std::min(1.0, aspect), 0.25);
    EXPECT_LT(half * std::min(1.0, aspect), 0.25 * 1.3);
    EXPECT_EQ(camera.pivot(), Vec3(3, 2, 1));
  }
}

TEST_P(BothProjections, SwitchingProjectionKeepsSizesAtThePivot) {
  const Vec3 beside = camera.pivot() + 0.3 * cameraAxes(camera.look()).col(0);
  const double before = clipOf(camera, beside).x();
  camera.setOrthographic(!camera.orthographic());
  EXPECT_NEAR(clipOf(camera, beside).x(), before, 1e-5);
}
