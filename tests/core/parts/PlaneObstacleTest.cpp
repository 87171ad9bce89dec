// Planes whose normal goes anywhere: their axes go with it, without a flip.
#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

/// A plane with a normal that turns right round in linear pieces, and back by a smooth one.
class Turning : public testing::Test {
 protected:
  Turning() {
    Curve normal;
    normal.components = 3;
    const Interpolation straight = Interpolation::Linear, smooth = Interpolation::Smooth;
    normal.keys = {{0, {0, 1, 0}, straight},
                   {1, {1, 0, 0}, straight},
                   {2, {0, -1, 0}, smooth},
                   {3, {0, 0, 1}, smooth},
                   {4, {0, 1, 0}, straight}};
    SceneBuilder builder;
    builder.part("plane", "it", {{"normal", normal}});
    m_world = builder.world();
    m_scratch = part().makeScratch();
  }
  const Part& part() const { return *m_world->parts()[0].part; }
  PointKinematics corner(double time) const {
    part().update({nullptr, nullptr, time}, *m_scratch);
    PointKinematics out;
    const std::vector<double> at = {0.7, -0.4};
    part().point(*m_scratch, *part().resolve(at), out);
    return out;
  }

  std::shared_ptr<const World> m_world;
  std::unique_ptr<PartScratch> m_scratch;
};

TEST_F(Turning, PointsStayOnThePlaneAndWhereTheyAreOnIt) {
  for (int k = 0; k <= 400; ++k) {
    const PointKinematics here = corner(0.01 * k);
    EXPECT_NEAR(here.position.norm(), std::hypot(0.7, 0.4), 1e-12) << 0.01 * k;
    SurfaceProbe probe;
    ASSERT_TRUE(part().probe(*m_scratch, here.position, probe));
    EXPECT_NEAR(probe.gap, 0, 1e-12);
    EXPECT_LE((probe.velocity - here.velocity).norm(), 1e-9);
  }
}

TEST_F(Turning, RatesAreThoseOfThePositions) {
  constexpr double h = 1e-5;
  for (int k = 0; k < 40; ++k) {
    const double time = 0.1 * k + 0.05;
    const Vec3 before = corner(time - h).position, after = corner(time + h).position;
    const PointKinematics here = corner(time);
    EXPECT_LE(((after - before) / (2 * h) - here.velocity).norm(), 1e-7) << time;
    const Vec3 bend = (after - 2 * here.position + before) / (h * h);
    EXPECT_LE((bend - here.bias).norm(), 1e-3 * (1 + here.bias.norm())) << time;
  }
}

TEST_F(Turning, NothingJumpsAtAKey) {
  for (const double key : {1.0, 2.0, 3.0}) {
    EXPECT_LE((corner(key - 1e-9).position - corner(key).position).norm(), 1e-7) << key;
  }
}

}  // namespace
}  // namespace sinew::test
