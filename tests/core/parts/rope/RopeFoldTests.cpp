// Ropes that are folded more sharply than their spans can show.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/parts/rope/RopeScratch.h"
#include "tests/core/parts/rope/RopeBench.h"

namespace sinew::test {
namespace {

constexpr int kControls = 12;

/// A rope so soft against bending that only folds count, its second half laid back by `angle` [rad]
/// about the control point in the middle; a little askew, so that no symmetry helps.
RopeBench laidBack(double angle) {
  RopeSpec spec = slenderRope(kControls, 1000);
  spec.bendStiffness = spec.twistStiffness = 1e-6;
  RopeBench bench(spec);
  const int middle = kControls / 2;
  const Vec3 hinge = bench.control(middle);
  const Eigen::AngleAxisd turn(angle, Vec3(0, 0.1, 1).normalized());
  for (int i = middle + 1; i < kControls; ++i) {
    bench.q.segment<3>(3 * i) = hinge + turn * (bench.control(i) - hinge);
  }
  bench.rope().normalise(bench.q.data());
  return bench;
}

double elasticEnergy(RopeBench& bench) {
  return bench.rope().energy({0, Vec3::Zero()}, bench.scratch()).elastic;
}

TEST(RopeFold, ForceIsMinusTheGradientOfEnergy) {
  RopeBench bench = laidBack(2.9);
  const Eigen::VectorXd Q = bench.forces(Vec3::Zero(), {});
  constexpr double kNudge = 1e-6;  // [m]
  for (int i = 0; i < 3 * kControls; ++i) {
    const double x = bench.q[i];
    bench.q[i] = x + kNudge;
    const double above = elasticEnergy(bench);
    bench.q[i] = x - kNudge;
    const double below = elasticEnergy(bench);
    bench.q[i] = x;
    EXPECT_NEAR(Q[i], -(above - below) / (2 * kNudge), 1e-5 * Q.cwiseAbs().maxCoeff()) << i;
  }
}

// Laid back on itself it would have a cusp, in which nothing but the folds' term has energy.
TEST(RopeFold, ACuspIsNotForNothing) {
  RopeBench sharp = laidBack(3.1);
  const double span = 1.0 / (kControls - 3),
               stretch = slenderRope(kControls, 1000).stretchStiffness;
  EXPECT_GT(elasticEnergy(sharp), 0.05 * stretch * span);
}

TEST(RopeFold, LetGoItOpens) {
  RopeBench bench = laidBack(3.1);
  bench.holdControl(0);
  const auto shortest = [&bench] {
    double least = 1;
    for (const SectionState& section : ropeScratch(bench.scratch()).sections) {
      least = std::min(least, section.l);
    }
    return least * (kControls - 3);  // of the rest length per u
  };
  const double before = shortest();
  bench.settle(Vec3::Zero(), {}, 1e-6);
  EXPECT_LT(before, 0.3);
  EXPECT_GT(shortest(), 0.6);
}

// What spans can show is free: two straight legs and half a circle over a third of the rope between
// them, three spans.
TEST(RopeFold, ABendThatSpansCanShowFeelsNothing) {
  RopeSpec spec = slenderRope(kControls, 1000);
  spec.bendStiffness = spec.twistStiffness = 0;
  spec.drawn = [](double fraction) {
    constexpr double kThird = 1.0 / 3;
    const double radius = kThird / std::numbers::pi;
    if (fraction < kThird) return Vec3(fraction, 0, 0);
    if (fraction > 2 * kThird) return Vec3(1 - fraction, 2 * radius, 0);
    const double angle = std::numbers::pi * (fraction - kThird) / kThird;
    return Vec3(kThird + radius * std::sin(angle), radius * (1 - std::cos(angle)), 0);
  };
  RopeBench bench(spec);
  const double span = 1.0 / (kControls - 3);
  EXPECT_LT(elasticEnergy(bench), 0.01 * spec.stretchStiffness * span);
}

}  // namespace
}  // namespace sinew::test
