#include "core/math/NearestToLine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sinew {
namespace {

Vec3 onCircle(double angle) {
  return {2 * std::cos(angle), 2 * std::sin(angle), 0};
}

TEST(NearestToLine, OnAStraightWayItIsTheCommonPerpendicular) {
  const auto place = [](double x) -> Vec3 { return Vec3(1, 2, 3) + x * Vec3(0, 0.5, 0); };
  const double number = nearestToLine(place, 7, {}, Vec3(4, 3.5, 10), Vec3(0.3, 0, -1));
  EXPECT_NEAR(number, 3, 1e-9);
}

TEST(NearestToLine, OnACircleItGoesRoundAsFarAsItIsLed) {
  double angle = 0;
  for (int i = 1; i <= 40; ++i) {
    const Vec3 seen = 1.3 * onCircle(0.2 * i);
    angle = nearestToLine(onCircle, angle, {.stride = 0.3}, seen + Vec3(0, 0, 5), -Vec3::UnitZ());
    EXPECT_NEAR(angle, 0.2 * i, 1e-6) << "after more than one turn as well";
  }
}

TEST(NearestToLine, NeverLeavesItsRange) {
  const auto place = [](double x) -> Vec3 { return {x, 0, 0}; };
  const NumberRange range{-1, 2};
  EXPECT_EQ(nearestToLine(place, 0, range, Vec3(50, 0, 5), -Vec3::UnitZ()), 2);
  EXPECT_EQ(nearestToLine(place, 0, range, Vec3(-50, 0, 5), -Vec3::UnitZ()), -1);
  EXPECT_NEAR(nearestToLine(place, 2, range, Vec3(0.5, 0, 5), -Vec3::UnitZ()), 0.5, 1e-9);
}

TEST(NearestToLine, WhatMovesTowardsTheEyeStays) {
  const auto place = [](double x) -> Vec3 { return {0, 0, x}; };
  EXPECT_EQ(nearestToLine(place, 0.3, {}, Vec3(0.1, 0, 5), -Vec3::UnitZ()), 0.3);
}

TEST(VectorAt, FindsTheVectorWhosePlaceItIs) {
  const auto turned = [](const Vec3& v) -> Vec3 {
    return Vec3(1, 0, 2) + Vec3(v.y(), -v.x(), 3 * v.z());
  };
  const Vec3 wanted(0.4, -1, 2);
  EXPECT_LT((vectorAt(turned, Vec3::Zero(), {}, turned(wanted)) - wanted).norm(), 1e-9);
  const Vec3 held = vectorAt(turned, Vec3::Zero(), {-1, 1}, turned(wanted));
  EXPECT_LE(held.cwiseAbs().maxCoeff(), 1);
}

TEST(VectorAt, WhatDoesNotMoveStays) {
  const auto fixed = [](const Vec3&) -> Vec3 { return Vec3::Zero(); };
  EXPECT_EQ(vectorAt(fixed, Vec3(1, 2, 3), {}, Vec3::Ones()), Vec3(1, 2, 3));
}

}  // namespace
}  // namespace sinew
