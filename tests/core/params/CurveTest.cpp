#include "core/params/Curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sinew {
namespace {

Curve curveOf(std::vector<Curve::Key> keys) {
  return Curve{1, std::move(keys)};
}

Curve wavy() {
  const auto smooth = Interpolation::Smooth;
  return curveOf({{0, {0}, smooth},
                  {1, {0.1}, smooth},
                  {1.5, {3}, smooth},
                  {2.5, {3.2}, smooth},
                  {4, {-1}, smooth},
                  {4.2, {-1}, smooth},
                  {6, {2}, smooth}});
}

TEST(Curve, holdsBeforeTheFirstAndAfterTheLastKey) {
  const Curve curve = wavy();
  EXPECT_EQ(curve.at(-3).value[0], 0);
  EXPECT_EQ(curve.at(99).value[0], 2);
  EXPECT_EQ(curve.at(99).rate[0], 0);
}

TEST(Curve, passesThroughItsKeys) {
  const Curve curve = wavy();
  for (const auto& key : curve.keys) EXPECT_DOUBLE_EQ(curve.at(key.time).value[0], key.value[0]);
}

TEST(Curve, stepsTakeTheNewValueAtTheKey) {
  const Curve curve = curveOf({{0, {1}, Interpolation::Step}, {2, {5}, Interpolation::Step}});
  EXPECT_EQ(curve.at(std::nextafter(2.0, 0.0)).value[0], 1);
  EXPECT_EQ(curve.at(2).value[0], 5);
}

TEST(Curve, linearSegmentsHaveConstantRate) {
  const Curve curve = curveOf({{1, {1}, Interpolation::Linear}, {3, {5}, Interpolation::Linear}});
  EXPECT_DOUBLE_EQ(curve.at(1.5).value[0], 2);
  EXPECT_DOUBLE_EQ(curve.at(1.5).rate[0], 2);
  EXPECT_DOUBLE_EQ(curve.at(1.5).acceleration[0], 0);
}

TEST(Curve, smoothSegmentsStayBetweenTheirKeys) {
  const Curve curve = wavy();
  for (std::size_t i = 0; i + 1 < curve.keys.size(); ++i) {
    const auto& a = curve.keys[i];
    const auto& b = curve.keys[i + 1];
    for (int k = 0; k <= 200; ++k) {
      const double value = curve.at(a.time + (b.time - a.time) * k / 200).value[0];
      EXPECT_GE(value, std::min(a.value[0], b.value[0]) - 1e-12);
      EXPECT_LE(value, std::max(a.value[0], b.value[0]) + 1e-12);
    }
  }
}

TEST(Curve, derivativesAgreeWithDifferences) {
  Curve curve = wavy();
  curve.keys[2].toNext = Interpolation::Linear;
  const double h = 1e-5;
  for (int k = 0; k < 63; ++k) {
    const double t = 0.05 + 0.0937 * k;
    const auto before = curve.at(t - h);
    const auto here = curve.at(t);
    const auto after = curve.at(t + h);
    EXPECT_NEAR(here.rate[0], (after.value[0] - before.value[0]) / (2 * h), 1e-7) << t;
    EXPECT_NEAR(here.acceleration[0], (after.rate[0] - before.rate[0]) / (2 * h), 1e-6) << t;
  }
}

TEST(Curve, speedIsContinuousAcrossSmoothKeys) {
  const Curve curve = wavy();
  for (const auto& key : curve.keys)
    EXPECT_NEAR(curve.at(key.time - 1e-9).rate[0], curve.at(key.time + 1e-9).rate[0], 1e-6);
}

Curve steered() {
  Curve curve = wavy();
  curve.keys[1].slopes = Curve::Slopes{{-2}, {5}};
  curve.keys[2].slopes = Curve::Slopes{{1.5}, {1.5}};
  curve.keys[5].slopes = Curve::Slopes{{0.25}, {-30}};
  return curve;
}

TEST(Curve, slopesSetByHandHoldOnEitherSide) {
  const Curve curve = steered();
  for (const std::size_t k : {1U, 2U, 5U}) {
    const Curve::Key& key = curve.keys[k];
    EXPECT_NEAR(curve.at(key.time - 1e-9).rate[0], key.slopes->before[0], 1e-5);
    EXPECT_DOUBLE_EQ(curve.at(key.time).rate[0], key.slopes->after[0]);
    EXPECT_EQ(curve.slopesAt(k), *key.slopes);
  }
}

// A Hermite segment is the Bézier curve whose handles reach a third of the way to the next key.
TEST(Curve, slopesAreBezierHandles) {
  const Curve curve = steered();
  const Curve::Key &a = curve.keys[1], &b = curve.keys[2];
  const double third = (b.time - a.time) / 3;
  const double p0 = a.value[0], p3 = b.value[0];
  const double p1 = p0 + third * a.slopes->after[0], p2 = p3 - third * b.slopes->before[0];
  for (int k = 0; k <= 20; ++k) {
    const double s = k / 20.0, r = 1 - s;
    const double bezier = r * r * r * p0 + 3 * r * r * s * p1 + 3 * r * s * s * p2 + s * s * s * p3;
    EXPECT_NEAR(curve.at(a.time + 3 * third * s).value[0], bezier, 1e-12);
  }
}

TEST(Curve, theRangeOfASegmentIsThatOfItsSamples) {
  const Curve curve = steered();
  for (std::size_t i = 0; i + 1 < curve.keys.size(); ++i) {
    double least = curve.keys[i].value[0], greatest = least;
    for (int k = 0; k <= 2000; ++k) {
      const double from = curve.keys[i].time, to = curve.keys[i + 1].time;
      const double value = curve.at(from + (to - from) * k / 2000).value[0];
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    }
    const auto range = curve.rangeFrom(i, 0);
    EXPECT_NEAR(range.first, least, 1e-5) << i;
    EXPECT_NEAR(range.second, greatest, 1e-5) << i;
  }
}

TEST(Curve, componentsAreIndependent) {
  Curve curve;
  curve.components = 3;
  curve.keys = {{0, {0, 1, 2}, Interpolation::Linear}, {1, {1, 1, 0}, Interpolation::Linear}};
  const auto sample = curve.at(0.25);
  EXPECT_DOUBLE_EQ(sample.value[0], 0.25);
  EXPECT_DOUBLE_EQ(sample.value[1], 1);
  EXPECT_DOUBLE_EQ(sample.value[2], 1.5);
}

TEST(Curve, everyKeyIsAnEventOnceInAHalfOpenInterval) {
  const Curve curve = wavy();
  std::vector<double> times;
  curve.eventTimes(0, 1.5, times);
  EXPECT_EQ(times, (std::vector<double>{1, 1.5}));
  curve.eventTimes(1.5, 2, times);
  EXPECT_EQ(times.size(), 2U);
}

TEST(Curve, aConstantHasNoEvents) {
  std::vector<double> times;
  curveOf({{1, {4}, Interpolation::Step}}).eventTimes(0, 9, times);
  EXPECT_TRUE(times.empty());
}

}  // namespace
}  // namespace sinew
