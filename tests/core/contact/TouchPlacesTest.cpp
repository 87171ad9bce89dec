#include "core/contact/TouchPlaces.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew {
namespace {

using Points = std::array<Vec3, 4>;

TouchPlaces placesOf(const Points& x) {
  return TouchPlaces::ofEdges(x, closest(Pairing::EdgeEdge, x.data()));
}

TEST(TouchPlaces, EdgesThatCrossTouchWhereTheyAreNearest) {
  const Points x = {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0.2, 0.1, -1), Vec3(0.2, 0.1, 1)};
  const TouchPlaces places = placesOf(x);
  ASSERT_EQ(places.all().size(), 1U);
  EXPECT_EQ(places.all()[0].share, 1);
  EXPECT_NEAR(places.all()[0].near.distance, 0.1, 1e-15);
}

TEST(TouchPlaces, EdgesThatLieAlongEachOtherTouchAtBothEndsOfWhatTheyShare) {
  const Points x = {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(3, 0.1, 0), Vec3(0.5, 0.3, 0)};
  const TouchPlaces places = placesOf(x);
  ASSERT_EQ(places.all().size(), 3U);
  double shares = 0;
  for (const TouchPlace& place : places.all()) shares += place.share;
  EXPECT_NEAR(shares, 1, 1e-15);
  EXPECT_LT(places.all()[0].share, 0.1);
  EXPECT_NEAR(places.all()[1].near.distance, 0.3, 0.01);
  EXPECT_NEAR(places.all()[1].near.weight[1], 0.25, 1e-12);  // of the first edge
  EXPECT_NEAR(places.all()[2].near.distance, 0.18, 0.01);
  EXPECT_NEAR(places.all()[2].near.weight[1], 1, 1e-12);
}

// Else what a touch stores would jump where edges turn.
TEST(TouchPlaces, SharesGoOverIntoEachOther) {
  double before = 0;
  for (double angle = 0; angle < 0.5; angle += 0.01) {
    const Vec3 along(std::cos(angle), 0, std::sin(angle));
    const Points x = {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 0.1, 0) - along,
                      Vec3(0, 0.1, 0) + along};
    const double share = placesOf(x).all()[0].share;
    EXPECT_LT(share - before, 0.1) << angle;
    EXPECT_GE(share, before) << angle;
    before = share;
  }
  EXPECT_EQ(before, 1);
}

/// What edges store that feel each other up to 0.5 m.
double storedBy(const TouchPlaces& places) {
  double stored = 0;
  for (const TouchPlace& place : places.all())
    stored += place.share * std::pow(0.5 - place.near.distance, 2);
  return stored;
}

/// The forces of the places, and of how shares change.
Points gradientOf(const Points& x) {
  const TouchPlaces places = placesOf(x);
  Points gradient;
  gradient.fill(Vec3::Zero());
  double perCrossing = 0;
  for (const auto& [near, share, changes] : places.all()) {
    const double left = 0.5 - near.distance;
    perCrossing += changes * left * left;
    for (int i = 0; i < 4; ++i)
      gradient[i] -= 2 * share * left * near.weight[i] * near.apart / near.distance;
  }
  const auto crossing = TouchPlaces::crossingGradient(x);
  for (int i = 0; i < 4; ++i) gradient[i] += perCrossing * crossing[i];
  return gradient;
}

// Else edges that turn on each other would make energy.
TEST(TouchPlaces, ForcesAreWhatTheStoredChangesBy) {
  constexpr double kStep = 1e-6;
  const Points lying = {Vec3(0, 0, 0), Vec3(2, 0.1, 0), Vec3(2.6, 0.3, 0.2), Vec3(0.5, 0.2, -0.1)};
  const Points inside = {Vec3(0, 0, 0), Vec3(2, 0.1, 0), Vec3(0.4, 0.3, 0.2), Vec3(1.5, 0.2, -0.1)};
  for (const Points& x : {lying, inside}) {
    ASSERT_EQ(placesOf(x).all().size(), 3U);
    const Points gradient = gradientOf(x);
    for (int k = 0; k < 12; ++k) {
      Points less = x, more = x;
      less[k / 3][k % 3] -= kStep;
      more[k / 3][k % 3] += kStep;
      const double slope = (storedBy(placesOf(more)) - storedBy(placesOf(less))) / (2 * kStep);
      EXPECT_NEAR(gradient[k / 3][k % 3], slope, 1e-8) << k;
    }
  }
}

// What slides along gets at its other end without a jump.
TEST(TouchPlaces, NothingJumpsWhereAnEdgeBeginsToReachBeyondTheOther) {
  double before = 0;
  for (double way = -0.1; way < 0.1; way += 1e-4) {
    const Points x = {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(way, 0.3, 0), Vec3(1.5 + way, 0.1, 0.1)};
    ASSERT_EQ(placesOf(x).all().size(), 3U);
    const double stored = storedBy(placesOf(x));
    if (before > 0) {
      EXPECT_NEAR(stored, before, 1e-5) << way;
    }
    before = stored;
  }
}

TEST(TouchPlaces, SharesCanBeThoseOfAnotherPose) {
  const Points x = {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(3, 0.1, 0), Vec3(0.5, 0.3, 0)};
  const Closest near = closest(Pairing::EdgeEdge, x.data());
  const TouchPlaces places = TouchPlaces::ofEdges(x, near, 0.5);
  EXPECT_EQ(places.all()[0].share, 0.5);
  EXPECT_EQ(places.all()[1].share, 0.25);
  EXPECT_EQ(TouchPlaces::ofEdges(x, near, 1).all().size(), 1U);
}

TEST(TouchPlaces, EdgesOfNoExtentHaveOnePlace) {
  const Points x = {Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(-1, 1, 0), Vec3(1, 1, 0)};
  EXPECT_EQ(placesOf(x).all().size(), 1U);
}

}  // namespace
}  // namespace sinew
