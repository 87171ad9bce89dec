#include "core/contact/Closest.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/support/Seeded.h"

namespace sinew {
namespace {

using test::Seeded;
using Points = std::array<Vec3, 4>;

constexpr Pairing kConvex[] = {Pairing::VertexVertex, Pairing::VertexEdge, Pairing::VertexFace,
                               Pairing::EdgeEdge};

/// Two points of convex sets are the nearest ones exactly if no corner lies nearer along the line
/// between them; and they must be points of the sets.
void expectNearest(Pairing pairing, const Points& x, double tolerance) {
  const Closest found = closest(pairing, x.data());
  const int ofA = pointsOfA(pairing), all = pointsOf(pairing);
  Vec3 a = Vec3::Zero(), b = Vec3::Zero();
  double sumA = 0, sumB = 0;
  for (int i = 0; i < all; ++i) {
    const double weight = i < ofA ? found.weight[i] : -found.weight[i];
    EXPECT_GE(weight, -1e-12);
    (i < ofA ? a : b) += weight * x[i];
    (i < ofA ? sumA : sumB) += weight;
  }
  EXPECT_NEAR(sumA, 1, 1e-12);
  EXPECT_NEAR(sumB, 1, 1e-12);
  EXPECT_LE((found.apart - (a - b)).norm(), tolerance);
  EXPECT_DOUBLE_EQ(found.distance, found.apart.norm());
  for (int i = 0; i < all; ++i) {
    const double nearer = i < ofA ? found.apart.dot(a - x[i]) : found.apart.dot(x[i] - b);
    EXPECT_LE(nearer, tolerance * found.distance + 1e-14);
  }
}

TEST(Closest, RandomPairsMeetTheConditionOfNearestPoints) {
  Seeded random(1);
  for (int n = 0; n < 20'000; ++n) {
    Points x;
    for (Vec3& point : x) point = random.vector(1);
    expectNearest(kConvex[n % 4], x, 1e-9);
  }
}

// Edges of no length, faces of no area, everything on few whole numbers: parallel, coplanar,
// touching, crossing.
TEST(Closest, DegeneratePairsMeetItToo) {
  Seeded random(2);
  for (int n = 0; n < 40'000; ++n) {
    Points x;
    for (Vec3& point : x) {
      point = Vec3(random.below(3), random.below(3), random.below(2));
    }
    expectNearest(kConvex[n % 4], x, 1e-9);
  }
}

TEST(Closest, NearlyParallelEdgesLoseNoDigits) {
  Seeded random(3);
  for (int n = 0; n < 20'000; ++n) {
    const Vec3 along = random.vector(1), apart = random.vector(1);
    const double tilt = std::pow(10, random.uniform(-14, -1));
    const Points x = {Vec3::Zero(), along, apart, apart + along + tilt * random.vector(1)};
    expectNearest(Pairing::EdgeEdge, x, 1e-7);
  }
}

TEST(Closest, DistancesDoNotSufferFarFromTheOrigin) {
  const Vec3 far(1e4, -2e4, 3e4);
  const Points x = {far + Vec3(0.25, 0.25, 1e-6), far, far + Vec3::UnitX(), far + Vec3::UnitY()};
  EXPECT_NEAR(closest(Pairing::VertexFace, x.data()).distance, 1e-6, 1e-11);
}

TEST(Closest, PlanesReachWithoutEndAndHaveASide) {
  Points x = {Vec3(50, 2, -70), Vec3::Zero(), Vec3::UnitZ(), Vec3::UnitX()};
  Closest found = closest(Pairing::VertexPlane, x.data());
  EXPECT_DOUBLE_EQ(found.distance, 2);
  EXPECT_LE((found.apart - Vec3(0, 2, 0)).norm(), 1e-12);
  x[0].y() = -2;
  found = closest(Pairing::VertexPlane, x.data());
  EXPECT_DOUBLE_EQ(found.distance, -2);
  const auto& w = found.weight;
  EXPECT_NEAR(std::accumulate(w.begin(), w.end(), 0.0), 0, 1e-12);
}

// ∂distance/∂xᵢ = wᵢ apart/distance, by central differences.
TEST(Closest, WeightsAreTheGradientOfDistance) {
  Seeded random(4);
  const double h = 1e-6;
  for (int n = 0; n < 2000; ++n) {
    const Pairing pairing = n % 5 == 4 ? Pairing::VertexPlane : kConvex[n % 5];
    Points x;
    for (Vec3& point : x) point = random.vector(1);
    const Closest found = closest(pairing, x.data());
    if (std::abs(found.distance) < 0.05) continue;
    for (int i = 0; i < pointsOf(pairing); ++i) {
      const Vec3 direction = random.vector(1);
      Points ahead = x, behind = x;
      ahead[i] += h * direction;
      behind[i] -= h * direction;
      const double rate =
          (closest(pairing, ahead.data()).distance - closest(pairing, behind.data()).distance) /
          (2 * h);
      const double expected = found.weight[i] * found.apart.dot(direction) / found.distance;
      // Planes through three points that nearly line up turn quickly.
      const double scale = 1 + std::abs(found.weight[i]);
      ASSERT_NEAR(rate, expected, 1e-4 * scale * scale) << n;
    }
  }
}

}  // namespace
}  // namespace sinew
