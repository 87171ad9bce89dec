#include "ui/viewport/ViewEye.h"

#include <gtest/gtest.h>

namespace sinew::ui {
namespace {

constexpr double kSingle = 1e-6;  // [m] of places: cameras project in single precision

ViewEye eyeAt(const Vec3& from) {
  ViewEye eye;
  eye.resize({800, 600});
  CameraLook look;
  look.eye = from;
  look.target = Vec3::Zero();
  look.near = 0.1;
  look.far = 100;
  eye.setLook(look);
  return eye;
}

TEST(ViewEye, WhatGoesUpInATiltedPictureGoesStraightUp) {
  const ViewEye eye = eyeAt({1, 2, 3});
  const Vec3 start(0.1, 0.2, -0.1);
  const QPointF place = eye.placeOf(start).value();
  EXPECT_LT((eye.uprightAt(start, place) - start).norm(), kSingle);
  const QPointF above = eye.placeOf(start + Vec3(0, 0.5, 0)).value();
  EXPECT_LT((eye.uprightAt(start, above) - start - Vec3(0, 0.5, 0)).norm(), kSingle);
  EXPECT_GT((eye.inPlaneOf(start, above) - start - Vec3(0, 0.5, 0)).norm(), 0.1);
}

TEST(ViewEye, FromSteeplyAboveThePicturesPlaneIsMovedIn) {
  const ViewEye eye = eyeAt({0, 4, 1});
  const QPointF place(500, 200);
  EXPECT_EQ(eye.uprightAt(Vec3::Zero(), place), eye.inPlaneOf(Vec3::Zero(), place));
}

}  // namespace
}  // namespace sinew::ui
