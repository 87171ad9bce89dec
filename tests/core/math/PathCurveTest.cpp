#include "core/math/PathCurve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sinew {
namespace {

std::vector<Vec3> somePoints() {
  return {Vec3(0, 0, 0), Vec3(1, 0.5, 0), Vec3(1.5, 2, -1), Vec3(0.2, 1, 1), Vec3(-1, 0.3, 0.4)};
}

TEST(PathCurve, RunsThroughItsPoints) {
  for (const bool closed : {false, true}) {
    const PathCurve path(somePoints(), closed);
    for (const Vec3& point : somePoints()) {
      double nearest = 1e9;
      for (int i = 0; i <= 20000; ++i) {
        nearest = std::min(nearest, (path.at(path.length() * i / 20000).position - point).norm());
      }
      EXPECT_LE(nearest, path.length() / 20000);
    }
  }
}

// By central differences, across the joints of its pieces as well.
TEST(PathCurve, DerivativesByLengthAgreeWithDifferences) {
  constexpr double kStep = 1e-5;
  for (const bool closed : {false, true}) {
    const PathCurve path(somePoints(), closed);
    for (int i = 1; i < 97; ++i) {
      const double s = path.length() * i / 97;
      const PathCurve::Sample at = path.at(s), before = path.at(s - kStep),
                              after = path.at(s + kStep);
      EXPECT_NEAR(at.tangent.norm(), 1, 1e-12);
      EXPECT_LE(((after.position - before.position) / (2 * kStep) - at.tangent).norm(), 1e-6) << s;
      EXPECT_LE(((after.tangent - before.tangent) / (2 * kStep) - at.bend).norm(),
                1e-4 * (1 + at.bend.norm()))
          << s;
      EXPECT_LE(((after.bend - before.bend) / (2 * kStep) - at.third).norm(),
                1e-3 * (1 + at.third.norm()))
          << s;
    }
  }
}

TEST(PathCurve, BendsWithoutAJumpAtItsPoints) {
  for (const bool closed : {false, true}) {
    const PathCurve path(somePoints(), closed);
    for (std::size_t i = 1; i + 1 < somePoints().size(); ++i) {
      const Vec3 point = somePoints()[i];
      double s = 0;
      for (int k = 0; k < 1000; ++k) {
        const double other = path.length() * k / 1000;
        if ((path.at(other).position - point).norm() < (path.at(s).position - point).norm())
          s = other;
      }
      for (int k = 0; k < 20; ++k) s += path.at(s).tangent.dot(point - path.at(s).position);
      ASSERT_LE((path.at(s).position - point).norm(), 1e-9);
      const PathCurve::Sample before = path.at(s - 1e-7), after = path.at(s + 1e-7);
      EXPECT_LE((after.tangent - before.tangent).norm(), 1e-5);
      EXPECT_LE((after.bend - before.bend).norm(), 1e-4 * (1 + after.bend.norm()));
    }
  }
}

TEST(PathCurve, SaysWhatPointsMakeNone) {
  const Vec3 a(0, 0, 0), b(1, 0, 0), c(0, 1, 0);
  EXPECT_EQ(PathCurve::faultOf({a, b}, false), "");
  EXPECT_EQ(PathCurve::faultOf({a, b, c}, true), "");
  EXPECT_EQ(PathCurve::faultOf({a}, false), "a path needs two points");
  EXPECT_EQ(PathCurve::faultOf({a, b}, true), "a closed path needs three points");
  EXPECT_EQ(PathCurve::faultOf({a, a, b}, false), "two points of the path are the same");
  EXPECT_EQ(PathCurve::faultOf({a, b, a}, false), "the path turns back on itself");
  EXPECT_EQ(PathCurve::faultOf({a, b, Vec3(0, 1e-3, 0)}, false), "the path turns back on itself");
}

TEST(PathCurve, ACircleHasItsLengthAndComesRound) {
  constexpr int kPoints = 48;
  std::vector<Vec3> points;
  for (int i = 0; i < kPoints; ++i) {
    const double angle = 2 * std::numbers::pi * i / kPoints;
    points.emplace_back(0.5 * std::cos(angle), 0.5 * std::sin(angle), 1);
  }
  const PathCurve circle(points, true);
  EXPECT_NEAR(circle.length(), std::numbers::pi, 1e-5);
  for (const double s : {0.1, 1.3, 3.0}) {
    EXPECT_NEAR(circle.at(s).bend.norm(), 2, 4e-3);
    EXPECT_LE((circle.at(s + 2 * circle.length()).position - circle.at(s).position).norm(), 1e-12);
    EXPECT_LE((circle.at(s - circle.length()).position - circle.at(s).position).norm(), 1e-12);
  }
}

TEST(PathCurve, GoesOnStraightBeyondItsEnds) {
  const PathCurve path(somePoints(), false);
  const PathCurve::Sample start = path.at(0), end = path.at(path.length());
  EXPECT_LE(start.bend.norm() + end.bend.norm(), 1e-9);
  EXPECT_LE((path.at(-0.3).position - (start.position - 0.3 * start.tangent)).norm(), 1e-12);
  EXPECT_LE((path.at(path.length() + 2).position - (end.position + 2 * end.tangent)).norm(), 1e-12);
}

}  // namespace
}  // namespace sinew
