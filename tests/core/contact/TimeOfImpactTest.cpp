#include "core/contact/TimeOfImpact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/Seeded.h"

namespace sinew {
namespace {

using test::Seeded;
using Paths = std::array<PointPath, 4>;

constexpr Pairing kAll[] = {Pairing::VertexVertex, Pairing::VertexEdge, Pairing::VertexFace,
                            Pairing::EdgeEdge, Pairing::VertexPlane};

double distanceAt(Pairing pairing, const Paths& paths, double u) {
  std::array<Vec3, 4> x;
  for (int i = 0; i < pointsOf(pairing); ++i) x[i] = paths[i].at(u);
  return closest(pairing, x.data()).distance;
}

/// Samples of the way: up to `until` the clearance must be kept.
void expectClear(Pairing pairing, const Paths& paths, double thickness, double until) {
  constexpr int kSamples = 300;
  for (int k = 0; k <= kSamples; ++k) {
    const double u = until * k / kSamples;
    ASSERT_GT(distanceAt(pairing, paths, u), thickness) << "at " << u << " of " << until;
  }
}

struct Tally {
  int clear = 0, stopped = 0, farFromTouch = 0;
};

/// Checks one pair that starts apart.
void shoot(Pairing pairing, const Paths& paths, double thickness, Tally& tally) {
  const double gap = distanceAt(pairing, paths, 0) - thickness;
  if (gap < 1e-9) return;
  const double until = clearUntil(pairing, paths.data(), {thickness, 0.1});
  ASSERT_GE(until, 0);
  ASSERT_LE(until, 1);
  expectClear(pairing, paths, thickness, until);
  if (until == 1) {
    ++tally.clear;
    return;
  }
  ++tally.stopped;
  const double left = distanceAt(pairing, paths, until) - thickness;
  ASSERT_GE(left, 0.0999 * gap);
  if (left > 0.13 * gap) ++tally.farFromTouch;
}

TEST(TimeOfImpact, RandomStraightWaysAreNeverClearTooLong) {
  Seeded random(1);
  Tally tally;
  for (int n = 0; n < 10'000; ++n) {
    const Pairing pairing = kAll[n % 5];
    Paths paths;
    for (PointPath& path : paths) {
      const Vec3 start = random.vector(1);
      path = PointPath::straight(start, start + random.vector(1.5));
    }
    shoot(pairing, paths, n % 2 ? 0.05 : 0, tally);
    if (HasFatalFailure()) FAIL() << n;
  }
  EXPECT_GT(tally.clear, 1000);
  EXPECT_GT(tally.stopped, 1000);
  EXPECT_LT(tally.farFromTouch, tally.stopped / 50);
}

TEST(TimeOfImpact, RandomCubicWaysAreNeverClearTooLong) {
  Seeded random(2);
  Tally tally;
  for (int n = 0; n < 10'000; ++n) {
    const Pairing pairing = kAll[n % 4];
    Paths paths;
    for (PointPath& path : paths) {
      const Vec3 start = random.vector(1), end = random.vector(1);
      path = PointPath::hermite(start, random.vector(8), end, random.vector(8), 0.5);
    }
    shoot(pairing, paths, n % 2 ? 0.05 : 0, tally);
    if (HasFatalFailure()) FAIL() << n;
  }
  EXPECT_GT(tally.clear, 500);
  EXPECT_GT(tally.stopped, 1000);
  EXPECT_LT(tally.farFromTouch, tally.stopped / 50);
}

TEST(TimeOfImpact, FlatAndParallelThingsOnAGridAreNeverMissed) {
  Seeded random(3);
  Tally tally;
  const auto corner = [&random](int size) {
    const int x = random.below(size), y = random.below(size);
    return Vec3(x, y, random.below(size));
  };
  for (int n = 0; n < 20'000; ++n) {
    Paths paths;
    for (PointPath& path : paths) path = PointPath::straight(corner(3), corner(3));
    shoot(kAll[n % 4], paths, 0, tally);
    if (HasFatalFailure()) FAIL() << n;
  }
  EXPECT_GT(tally.stopped, 1000);
}

// 200 m/s in steps of 10 ms, through things a tenth of a millimetre thick.
TEST(TimeOfImpact, FastShotsThroughThinThingsAreStopped) {
  Seeded random(4);
  for (int n = 0; n < 4000; ++n) {
    const Pairing pairing = kAll[n % 5];
    const double thickness = 1e-4;
    // Both sets have the origin between their corners at half the way, for sure.
    const Vec3 flight = random.vector(1).normalized() * 1.0;
    std::array<Vec3, 4> x;
    for (Vec3& point : x) point = random.vector(0.2);
    const Closest now = closest(pairing, x.data());
    for (int i = 0; i < pointsOfA(pairing); ++i) x[i] -= now.apart;
    Paths paths;
    for (int i = 0; i < pointsOf(pairing); ++i) {
      const Vec3 by = i < pointsOfA(pairing) ? flight : Vec3::Zero();
      paths[i] = PointPath::straight(x[i] - by, x[i] + by);
    }
    if (distanceAt(pairing, paths, 0) < 1e-3) continue;
    const double until = clearUntil(pairing, paths.data(), {thickness, 0.1});
    ASSERT_LT(until, 0.5) << n;
    expectClear(pairing, paths, thickness, until);
    if (HasFatalFailure()) FAIL() << n;
  }
}

TEST(TimeOfImpact, ParallelEdgesMeetHeadOn) {
  Paths paths = {
      PointPath::straight({0, 1, 0}, {0, -1, 0}), PointPath::straight({1, 1, 0}, {1, -1, 0}),
      PointPath::straight({0.2, 0, 0}, {0.2, 0, 0}), PointPath::straight({1.2, 0, 0}, {1.2, 0, 0})};
  // Gap 0.8 of 1 m goes at 2 m per step; 0.1 of it is kept.
  EXPECT_NEAR(clearUntil(Pairing::EdgeEdge, paths.data(), {0.2, 0.1}), 0.36, 0.01);
}

TEST(TimeOfImpact, SlidingPastAtALittleDistanceIsClear) {
  // A metre sideways, a tenth of a micrometre above a face.
  const Paths paths = {PointPath::straight({0, 1e-7, 0}, {1, 1e-7, 0}),
                       PointPath::straight({-2, 0, -2}, {-2, 0, -2}),
                       PointPath::straight({-2, 0, 5}, {-2, 0, 5}),
                       PointPath::straight({5, 0, 0}, {5, 0, 0})};
  EXPECT_EQ(clearUntil(Pairing::VertexFace, paths.data(), {}), 1);
  EXPECT_EQ(clearUntil(Pairing::VertexPlane, paths.data(), {}), 1);
}

// Rounding tilts the shortest way between them, so that their far ends seem to overlap.
TEST(TimeOfImpact, FlatThingsThatAllButTouchMayPart) {
  for (const double gap : {1e-7, 1e-9, 1e-10, 1e-11}) {
    const std::array<Vec3, 4> face = {Vec3(0.31, 0.2 + gap, -0.6), Vec3(0.2, 0.2, -0.7),
                                      Vec3(0.42, 0.2, -0.7), Vec3(0.3, 0.2, -0.5)};
    const std::array<Vec3, 4> edges = {Vec3(0.2, 0.2 + gap, -0.6), Vec3(0.43, 0.2 + gap, -0.61),
                                       Vec3(0.3, 0.2, -0.7), Vec3(0.31, 0.2, -0.5)};
    for (const auto& [pairing, x] :
         {std::pair(Pairing::VertexFace, face), std::pair(Pairing::EdgeEdge, edges)}) {
      Paths paths;
      for (int i = 0; i < 4; ++i) {
        const Vec3 up = i < pointsOfA(pairing) ? Vec3(0, 1e-5, 0) : Vec3(Vec3::Zero());
        paths[i] = PointPath::along(Way::Straight, x[i], up, x[i] + up, up, 1);
      }
      EXPECT_EQ(clearUntil(pairing, paths.data(), {0, 0.5}), 1) << gap;
    }
  }
}

TEST(TimeOfImpact, WhatMovesTogetherIsClear) {
  Seeded random(6);
  for (const Pairing pairing : kAll) {
    std::array<Vec3, 4> x;
    for (Vec3& point : x) point = random.vector(1);
    // A plane's vertex must be in front of it.
    if (closest(pairing, x.data()).distance < 0) std::swap(x[2], x[3]);
    Paths paths;
    const Vec3 by(300, -20, 7);
    for (int i = 0; i < 4; ++i) paths[i] = PointPath::straight(x[i], x[i] + by);
    EXPECT_EQ(clearUntil(pairing, paths.data(), {}), 1);
  }
}

TEST(TimeOfImpact, WhatTouchesAlreadyHasNoWay) {
  const Paths paths = {PointPath::straight({0, 0.1, 0}, {0, 2, 0}),
                       PointPath::straight({0, 0, 0}, {0, 0, 0})};
  EXPECT_EQ(clearUntil(Pairing::VertexVertex, paths.data(), {0.1, 0.1}), 0);
  EXPECT_EQ(clearUntil(Pairing::VertexVertex, paths.data(), {0.2, 0.1}), 0);
  EXPECT_EQ(clearUntil(Pairing::VertexVertex, paths.data(), {0.05, 0.1}), 1);
}

// The plate turns by a quarter; the vertex stands in its way.
TEST(TimeOfImpact, TurningPlanesSweepUpWhatStandsBeforeThem) {
  const Vec3 swing(0, -2, 0);  // of the far corner, along a circle as a cubic sees it
  const Paths paths = {
      PointPath::straight({2, 1, 0}, {2, 1, 0}), PointPath::straight({0, 0, 0}, {0, 0, 0}),
      PointPath::straight({0, 0, 1}, {0, 0, 1}),
      PointPath::hermite({1, 0, 0}, {0, 1.5708, 0}, {0, 1, 0}, {-1.5708, 0, 0}, 1)};
  const double until = clearUntil(Pairing::VertexPlane, paths.data(), {0, 0.1});
  const double touch = std::atan2(1, 2) / (0.5 * 3.14159265);
  EXPECT_LT(until, touch);
  EXPECT_GT(until, 0.8 * touch);
  expectClear(Pairing::VertexPlane, paths, 0, until);
}

TEST(PointPath, BoxesHoldTheWay) {
  Seeded random(7);
  for (int n = 0; n < 300; ++n) {
    const PointPath path = PointPath::hermite(random.vector(1), random.vector(5), random.vector(1),
                                              random.vector(5), 0.4);
    const MovingBox box = path.box().grown(1e-12);
    const double from = random.uniform(0, 1);
    const PointPath rest = path.from(from);
    for (int k = 0; k <= 20; ++k) {
      const double u = k / 20.0;
      EXPECT_TRUE(box.at(u).contains(Box(path.at(u))));
      EXPECT_LE((rest.at(u) - path.at(from + (1 - from) * u)).norm(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace sinew
