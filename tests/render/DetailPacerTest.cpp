// The pacer finds the best picture that a machine can keep up, whatever the machine.
#include "render/DetailPacer.h"

#include <gtest/gtest.h>

using namespace sinew;

namespace {

using Pace = DetailPacer::Pace;

/// Seconds a picture takes on a machine that needs `unit` for a full one in motion.
double cost(const DetailPacer::Rung& rung, double unit) {
  return unit * (rung.quality == Quality::Motion ? 0.2 + 0.8 * rung.detail * rung.detail : 6);
}

DetailPacer::Rung settle(DetailPacer& pacer, double unit, Pace pace = Pace::Moving) {
  DetailPacer::Rung rung;
  for (int i = 0; i < 60; ++i) {
    rung = pacer.choose(pace);
    pacer.took(cost(rung, unit));
  }
  return rung;
}

}  // namespace

TEST(DetailPacer, QuickMachinesGetTheFullPictureInMotion) {
  DetailPacer pacer;
  const DetailPacer::Rung full{Quality::Live, 1};
  EXPECT_EQ(settle(pacer, 0.002), full);
  EXPECT_FALSE(DetailPacer::lowered(settle(pacer, 0.002)));
}

TEST(DetailPacer, SparingTakesAQuarterOfTheTimeWhereItCan) {
  for (const double unit : {0.002, 0.008, 0.03}) {
    for (const Pace pace : {Pace::Moving, Pace::Resting}) {
      DetailPacer best, sparing;
      sparing.setEffort(DetailPacer::Effort::Sparing);
      const double limit = pace == Pace::Moving ? 0.007 : 0.0225;
      const DetailPacer::Rung chosen = settle(sparing, unit, pace);
      EXPECT_TRUE(cost(chosen, unit) <= limit || chosen.detail == 0.35) << unit;
      EXPECT_LE(cost(chosen, unit), cost(settle(best, unit, pace), unit)) << unit;
    }
  }
}

TEST(DetailPacer, SlowMachinesKeepThePaceWithFewerPixels) {
  for (const double unit : {0.05, 0.08, 0.1}) {
    DetailPacer pacer;
    const DetailPacer::Rung rung = settle(pacer, unit);
    EXPECT_EQ(rung.quality, Quality::Motion);
    EXPECT_LT(rung.detail, 1);
    EXPECT_LE(cost(rung, unit), 0.04) << unit;
  }
}

TEST(DetailPacer, RestingPicturesAreBetterButAnswerClicks) {
  DetailPacer pacer;
  const DetailPacer::Rung moving = settle(pacer, 0.06);
  const DetailPacer::Rung resting = settle(pacer, 0.06, Pace::Resting);
  EXPECT_GT(resting.detail, moving.detail);
  EXPECT_LE(cost(resting, 0.06), 0.1);
}

TEST(DetailPacer, FollowsAWindowThatGrowsAndShrinks) {
  DetailPacer pacer;
  const double before = settle(pacer, 0.03).detail;
  EXPECT_LT(settle(pacer, 0.12).detail, before);
  const DetailPacer::Rung after = settle(pacer, 0.03);
  EXPECT_GE(after.detail, before);
  EXPECT_LE(cost(after, 0.03), 0.034);
}
