// Distances and manifolds of convex shapes, against closed forms and against brute force.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/contact/convex/ConvexDistance.h"
#include "core/contact/convex/Manifold.h"
#include "core/math/Rotation.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

ConvexShape brick(const Vec3& half) {
  ConvexShape shape;
  for (int corner = 0; corner < 8; ++corner) {
    shape.corners.emplace_back(corner & 1 ? half.x() : -half.x(), corner & 2 ? half.y() : -half.y(),
                               corner & 4 ? half.z() : -half.z());
  }
  for (int axis = 0; axis < 3; ++axis) {
    shape.facets.push_back({Vec3::Unit(axis), half[axis]});
    shape.facets.push_back({-Vec3::Unit(axis), half[axis]});
  }
  return shape;
}

ConvexShape ball(double radius) {
  ConvexShape shape;
  shape.corners = {Vec3::Zero()};
  shape.radius = radius;
  return shape;
}

PlacedShape placed(const ConvexShape& shape, const Vec3& at, const Mat3& axes = Mat3::Identity()) {
  PlacedShape out;
  out.place(shape, at, axes);
  return out;
}

/// [m] Between two hulls along a direction, negative where they overlap.
double gapAlong(const PlacedShape& a, const PlacedShape& b, const Vec3& n) {
  return n.dot(b.corners[b.support(-n)]) - n.dot(a.corners[a.support(n)]);
}

TEST(ConvexDistance, OfBricksIsTheLargestGapOfAnyDirection) {
  const ConvexShape one = brick({0.5, 0.2, 0.3}), other = brick({0.1, 0.4, 0.2});
  Seeded random(7);
  for (int i = 0; i < 200; ++i) {
    const PlacedShape a = placed(one, Vec3::Zero());
    const Vec3 where = random.vector(0.9), turn = random.vector(2);
    const Mat3 axes = turned(Quat::Identity(), turn).toRotationMatrix();
    const PlacedShape b = placed(other, where, axes);
    const ConvexDistance found = convexDistance(a, b);
    EXPECT_NEAR(found.normal.norm(), 1, 1e-12);
    EXPECT_NEAR(gapAlong(a, b, found.normal), found.distance, 1e-9) << i;
    EXPECT_NEAR(found.normal.dot(found.onB - found.onA), found.distance, 1e-9) << i;
    for (int k = 0; k < 200; ++k) {
      EXPECT_LE(gapAlong(a, b, random.vector(1).normalized()), found.distance + 1e-9) << i;
    }
  }
}

TEST(Manifold, OfABrickOnABrickIsTheFourCornersOfWhereTheyLie) {
  const ConvexShape wide = brick({1, 0.1, 1}), small = brick({0.2, 0.1, 0.3});
  const PlacedShape a = placed(wide, Vec3::Zero()), b = placed(small, {0.9, 0.21, 0});
  ManifoldFinder finder;
  const Manifold& found = finder.find(a, b, 0.05);
  ASSERT_EQ(found.count, 4);
  EXPECT_NEAR((found.normal - Vec3::UnitY()).norm(), 0, 1e-12);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(found.points[i].gap, 0.01, 1e-12);
    const Vec3& at = found.points[i].at;
    EXPECT_NEAR(at.y(), 0.105, 1e-12);
    EXPECT_NEAR(std::abs(at.z()), 0.3, 1e-9);
    EXPECT_TRUE(std::abs(at.x() - 0.7) < 1e-9 || std::abs(at.x() - 1) < 1e-9) << at.x();
  }
}

TEST(Manifold, OfAFaceThatIsAboutToLandHasItsFarCornersToo) {
  const ConvexShape wide = brick({1, 0.1, 1}), small = brick({0.2, 0.1, 0.3});
  const Mat3 tilted = Eigen::AngleAxisd(0.02, Vec3::UnitZ()).toRotationMatrix();
  const PlacedShape a = placed(wide, Vec3::Zero()), b = placed(small, {0, 0.205, 0}, tilted);
  ManifoldFinder finder;
  const Manifold& found = finder.find(a, b, 0.02);
  ASSERT_EQ(found.count, 4);
  double most = 0, least = 1;
  for (int i = 0; i < found.count; ++i) {
    most = std::max(most, found.points[i].gap);
    least = std::min(least, found.points[i].gap);
  }
  EXPECT_NEAR(most - least, 0.4 * std::sin(0.02), 1e-4);
}

TEST(Manifold, OfBallsIsOnePointBetweenThem) {
  const ConvexShape one = ball(0.5), other = ball(0.25);
  const PlacedShape a = placed(one, Vec3::Zero()), b = placed(other, {0, 0, 0.8});
  ManifoldFinder finder;
  const Manifold& found = finder.find(a, b, 0.1);
  ASSERT_EQ(found.count, 1);
  EXPECT_NEAR(found.points[0].gap, 0.05, 1e-12);
  EXPECT_NEAR((found.points[0].at - Vec3(0, 0, 0.525)).norm(), 0, 1e-12);
}

TEST(ConvexShape, ANetThatBendsInwardsIsRefused) {
  ConvexShape star;
  star.corners = {{1, 0, 0}, {0, 0.1, 0.1}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}};
  const std::vector<std::array<int, 3>> faces = {{{0, 2, 1}}, {{1, 2, 3}}, {{0, 1, 3}},
                                                 {{0, 4, 2}}, {{2, 4, 3}}, {{3, 4, 0}}};
  EXPECT_FALSE(addFacets(faces, star));
}

}  // namespace
}  // namespace sinew::test
