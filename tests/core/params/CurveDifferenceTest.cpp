#include "core/params/CurveDifference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace sinew {
namespace {

constexpr double kNoDifference = std::numeric_limits<double>::infinity();
constexpr auto kJumps = Interpolation::Step;
constexpr auto kStraight = Interpolation::Linear;
constexpr auto kRound = Interpolation::Smooth;

/// Rises at every key, a second from one to the next.
Curve rising(Interpolation how) {
  Curve curve;
  for (int k = 0; k < 7; ++k) {
    curve.keys.push_back({static_cast<double>(k), {0.1 * k * k + k}, how});
  }
  return curve;
}

Curve constant(double value) {
  return Curve{1, {{0, {value}, kJumps}}};
}

TEST(CurveDifference, IsNeverWhereNothingDiffers) {
  for (const auto how : {kJumps, kStraight, kRound}) {
    EXPECT_EQ(firstDifference(rising(how), rising(how)), kNoDifference);
  }
}

TEST(CurveDifference, BeginsWithTheSegmentThatLeadsToAKey) {
  Curve moved = rising(kStraight);
  moved.keys[5].value[0] += 0.1;
  EXPECT_EQ(firstDifference(rising(kStraight), moved), 4);
  moved = rising(kStraight);
  moved.keys[5].time += 0.25;
  EXPECT_EQ(firstDifference(rising(kStraight), moved), 4);
}

TEST(CurveDifference, BeginsTwoKeysBeforeWhereSlopesFollowFromTheKeysAround) {
  Curve moved = rising(kRound);
  moved.keys[5].value[0] += 0.1;
  EXPECT_EQ(firstDifference(rising(kRound), moved), 3);
  Curve set = rising(kRound), both = moved;
  for (Curve* curve : {&set, &both}) curve->keys[4].slopes = Curve::Slopes{{1}, {1}};
  EXPECT_EQ(firstDifference(set, both), 4) << "a slope set by hand does not follow";
}

TEST(CurveDifference, OfAStepBeginsWithTheJump) {
  Curve other = rising(kJumps);
  other.keys[5].value[0] = 7;
  EXPECT_EQ(firstDifference(rising(kJumps), other), 5);
  other = rising(kJumps);
  other.keys[5].time = 5.5;
  EXPECT_EQ(firstDifference(rising(kJumps), other), 5);
  other.keys[5].time = 4.5;
  EXPECT_EQ(firstDifference(rising(kJumps), other), 4.5);
}

TEST(CurveDifference, OfAKeyThatIsAddedAtTheEndOrTakenOutIsItsOwnOrTheOneBefore) {
  Curve longer = rising(kStraight);
  longer.keys.push_back({8, {0}, kStraight});
  EXPECT_EQ(firstDifference(rising(kStraight), longer), 6);
  Curve shorter = rising(kStraight);
  shorter.keys.erase(shorter.keys.begin() + 3);
  EXPECT_EQ(firstDifference(shorter, rising(kStraight)), 2);
}

TEST(CurveDifference, OfAKeyThatChangesNoValueIsWhereAStepHasToEnd) {
  Curve flat{1, {{0, {2}, kStraight}, {4, {2}, kStraight}, {6, {3}, kStraight}}}, more = flat;
  more.keys.insert(more.keys.begin() + 1, {1.5, {2}, kStraight});
  EXPECT_EQ(firstDifference(flat, more), 1.5);
}

TEST(CurveDifference, OfAConstantBeginsWhereKeysLeaveIt) {
  EXPECT_EQ(firstDifference(constant(2), Curve{1, {{3, {2}, kRound}}}), kNoDifference);
  EXPECT_EQ(firstDifference(constant(2), Curve{1, {{3, {2.5}, kRound}}}), -kNoDifference);
  const Curve later{1, {{0, {2}, kRound}, {4, {2}, kRound}, {6, {3}, kRound}}};
  EXPECT_EQ(firstDifference(constant(2), later), 4);
  EXPECT_EQ(firstDifference(later, constant(2)), 4);
  const Curve atOnce{1, {{0, {2}, kStraight}, {6, {3}, kStraight}}};
  EXPECT_EQ(firstDifference(constant(2), atOnce), 0);
}

class CurveDifferenceOfAny : public testing::TestWithParam<unsigned> {};

Curve someCurve(std::mt19937& random) {
  Curve curve;
  for (int k = 0; k < 6; ++k) {
    const auto how = static_cast<Interpolation>(random() % 3);
    const double value = static_cast<double>(random() % 4);
    curve.keys.push_back({k + 0.1 * static_cast<double>(random() % 8), {value}, how});
  }
  return curve;
}

Curve changed(Curve curve, std::mt19937& random) {
  const std::size_t key = random() % curve.keys.size();
  switch (random() % 4) {
    case 0:
      curve.keys[key].value[0] += 0.5;
      break;
    case 1:
      curve.keys[key].time += 0.05;
      break;
    case 2:
      curve.keys[key].toNext = static_cast<Interpolation>(random() % 3);
      break;
    default:
      curve.keys.erase(curve.keys.begin() + static_cast<std::ptrdiff_t>(key));
  }
  return curve;
}

TEST_P(CurveDifferenceOfAny, TwoCurvesIsBeforeAllThatTellsThemApart) {
  std::mt19937 random(GetParam());
  for (int i = 0; i < 50; ++i) {
    const Curve a = someCurve(random), b = changed(a, random);
    const double since = firstDifference(a, b);
    EXPECT_EQ(firstDifference(b, a), since);
    for (double time = 0; time < std::min(since, 8.0); time += 0.013) {
      const Curve::Sample x = a.at(time), y = b.at(time);
      EXPECT_EQ(x.value, y.value) << time;
      EXPECT_EQ(x.rate, y.rate) << time;
      EXPECT_EQ(x.acceleration, y.acceleration) << time;
    }
    std::vector<double> eventsOfA, eventsOfB;
    const double last = std::nextafter(since, -kNoDifference);
    a.eventTimes(0, last, eventsOfA);
    b.eventTimes(0, last, eventsOfB);
    EXPECT_EQ(eventsOfA, eventsOfB);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CurveDifferenceOfAny, testing::Range(1U, 6U));

}  // namespace
}  // namespace sinew
