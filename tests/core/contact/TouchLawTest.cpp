#include "core/contact/TouchLaw.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/support/Seeded.h"

namespace sinew {
namespace {

TouchLaw law() {
  return {{0.01, 300}, 0.006, Vec3(1, 2, 2).normalized(), 0.4, 0.3};
}

const std::vector<Vec3> kRates = {
    {0, 0, 0}, {0.3, -0.1, 0.2}, {-0.3, 0.1, -0.2}, {0.004, 0.003, 0.002}, {-0.2, 0.05, 0}};

/// What a step begins with.
TouchLaw::Answer pressing(double force, double slip) {
  TouchLaw::Answer start;
  start.normalForce = force;
  start.slip = slip;
  return start;
}

TEST(TouchLaw, OverNoTimeItIsTheLawOfTheInstant) {
  for (const Vec3& rate : kRates) {
    TouchLaw touch = law();
    const double slip = (rate - rate.dot(touch.normal) * touch.normal).norm();
    if (slip < TouchLaw::kSlowSpeed) touch.friction = 0;  // there, that of the end is firmer
    const TouchLaw::Answer now = touch.now(rate);
    const TouchLaw::Answer end = touch.atEnd(rate, 0, 0, now);
    EXPECT_LE((now.force - end.force).norm(), 1e-12 * now.force.norm());
    EXPECT_NEAR(now.lost, end.lost, 1e-12);
  }
}

TEST(TouchLaw, ResistanceIsTheDerivativeOfTheForce) {
  const double h = 0.004, step = 1e-7;
  for (const double known : {0.0, 0.1}) {
    for (const Vec3& rate : kRates) {
      const TouchLaw::Answer start = pressing(2, 0.006);
      const TouchLaw::Answer answer = law().atEnd(rate, known, h, start);
      const Vec3 slip = rate - rate.dot(law().normal) * law().normal;
      Mat3 resistance = answer.resistance;
      if (answer.slip > start.slip) {  // what is held of it along the slip is none of the force's
        const double across = law().friction * start.normalForce / answer.slip;
        resistance -= TouchLaw::kHeld * across * slip * slip.transpose() / slip.squaredNorm();
      }
      for (int axis = 0; axis < 3; ++axis) {
        const Vec3 aside = step * Vec3::Unit(axis);
        const Vec3 less = law().atEnd(rate - aside, known, h, start).force;
        const Vec3 more = law().atEnd(rate + aside, known, h, start).force;
        const Vec3 wanted = (less - more) / (2 * step);
        // Losses set in at rate 0, where the derivative is that of one side or the other.
        if (rate.isZero()) continue;
        EXPECT_LE((resistance.col(axis) - wanted).norm(), 1e-5 * resistance.norm()) << rate;
      }
    }
  }
}

// [J] What the parts and the barrier have more after a step that ends with that opening rate.
double made(const TouchLaw& touch, double before, double after, bool turns, double h) {
  const TouchLaw::Before untouched{before * touch.normal, turns};
  const TouchLaw::Answer answer =
      touch.overStep(after * touch.normal, untouched, h, pressing(0, 0));
  return h * answer.normalForce * 0.5 * (before + after) +
         touch.barrier.energy(touch.gap + h * after) - touch.barrier.energy(touch.gap);
}

TEST(TouchLaw, OverAStepItMakesNoEnergyAndLosesItOnlyWhereItTurns) {
  TouchLaw touch = law();
  touch.restitution = 1;
  const double h = 2e-4;
  for (const double gap : {0.004, 0.0099, 0.0104}) {
    touch.gap = gap;
    for (const auto& [before, after] :
         {std::pair{-3.0, -2.5}, {-3.0, -0.1}, {2.0, 2.5}, {0.1, 3.0}}) {
      EXPECT_NEAR(made(touch, before, after, false, h), 0, 1e-15) << before << " " << after;
    }
    for (const auto& [before, after] : {std::pair{-3.0, 2.5}, {-3.0, 0.1}, {-0.1, 3.0}}) {
      EXPECT_LE(made(touch, before, after, true, h), 1e-15) << before << " " << after;
    }
  }
  touch = law();
  EXPECT_LT(made(touch, 2, 2.5, false, h), 0);
}

// What the parts get, the barrier gives; but for what is said to be lost.
TEST(TouchLaw, WhatAStepSaysIsLostIsWhatNobodyGets) {
  TouchLaw touch = law();
  touch.restitution = 0.4;
  touch.friction = 0.3;
  const double h = 2e-4;
  test::Seeded random(5);
  const auto aside = [&] { return touch.normal.cross(random.vector(1)).eval(); };
  for (int i = 0; i < 50; ++i) {
    touch.gap = random.uniform(0.004, 0.0104);
    const double in = i % 2 ? 1 : -1;
    const Vec3 before = in * random.uniform(0, 3) * touch.normal + aside();
    const Vec3 after = in * random.uniform(0, 3) * touch.normal + aside();
    const TouchLaw::Answer answer =
        touch.overStep(after, {before, false}, h, pressing(random.uniform(0, 50), 0));
    const double onParts = 0.5 * h * answer.force.dot(before + after);
    const double stored = touch.barrier.energy(touch.gap + h * after.dot(touch.normal)) -
                          touch.barrier.energy(touch.gap);
    EXPECT_NEAR(onParts + stored + h * answer.lost, 0, 1e-12) << i;
  }
}

TEST(TouchLaw, FrictionIsCoulombsFromTheSlowSpeedOn) {
  const TouchLaw touch = law();
  const Vec3 along = touch.normal.cross(Vec3::UnitX()).normalized();
  const auto rub = [&](double slip) { return -touch.now(slip * along).force.dot(along); };
  const double most = touch.friction * touch.now(Vec3::Zero()).normalForce;
  EXPECT_NEAR(rub(TouchLaw::kSlowSpeed), most, 1e-12 * most);
  EXPECT_NEAR(rub(10), most, 1e-12 * most);
  EXPECT_NEAR(rub(0.5 * TouchLaw::kSlowSpeed), 0.75 * most, 1e-12 * most);
  const TouchLaw::Answer end =
      touch.atEnd(0.5 * TouchLaw::kCreep * along, 0, 0.004, pressing(2, 0));
  EXPECT_NEAR(-end.force.dot(along), 0.75 * touch.friction * 2, 1e-12);
}

// However far a step is tried, the force stays finite and pushes the harder, the nearer.
TEST(TouchLaw, ResistsTheMoreTheFartherAStepGoesIn) {
  double before = 0;
  for (double closing = 0; closing < 100; closing = 2 * closing + 0.01) {
    const double force = law().atEnd(-closing * law().normal, 0, 0.004, pressing(0, 0)).normalForce;
    EXPECT_GT(force, before);
    EXPECT_TRUE(std::isfinite(force));
    before = force;
  }
}

// m (w − w₀) = h F(w), at the end of a step that begins just outside the range.
TEST(TouchLaw, OneStepDoesAllOfABlowThatThuds) {
  const double mass = 2, h = 0.01;
  TouchLaw touch = law();
  touch.restitution = touch.friction = 0;
  touch.barrier = {1e-3, mass / (h * h)};
  touch.gap = 1.1e-3;
  for (double met = 0.2; met < 100; met *= 2) {
    double low = -met, high = 0;
    for (int k = 0; k < 60; ++k) {
      const double rate = 0.5 * (low + high);
      const Vec3 ends = rate * touch.normal;
      const double force = touch.atEnd(ends, 0, h, pressing(0, 0)).normalForce;
      (mass * (rate + met) < h * force ? low : high) = rate;
    }
    EXPECT_GT(touch.gap + h * low, 0) << met;
    EXPECT_LT(touch.gap + h * low, touch.barrier.range) << met;
  }
}

}  // namespace
}  // namespace sinew
