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
