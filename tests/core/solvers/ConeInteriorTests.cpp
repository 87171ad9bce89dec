// Contacts on inclined cones, solved for without a guess and with weights as uneven as they come.
#include <gtest/gtest.h>

#include <cmath>

#include "core/solvers/ConeInterior.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

/// Blocks from 0.1 kg to 1 t on top of each other, thrown onto the ground.
void throwTower(int high, Seeded& random, Eigen::MatrixXd& W, Eigen::VectorXd& b) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * high, 3 * high), M = J;
  Eigen::VectorXd velocities(3 * high);
  for (int i = 0; i < high; ++i) {
    const double mass = std::pow(10.0, random.uniform(-1, 3));
    M.block<3, 3>(3 * i, 3 * i) = Mat3::Identity() / mass;
    J.block<3, 3>(3 * i, 3 * i) << 0, 1, 0, 1, 0, 0, 0, 0, 1;
    if (i > 0) J.block<3, 3>(3 * i, 3 * i - 3) = -J.block<3, 3>(3 * i, 3 * i);
    velocities.segment<3>(3 * i) = random.vector(1) - Vec3(0, 1, 0);
  }
  W = J * M * J.transpose();
  b = J * velocities;
}

TEST(ConeInterior, FindsWhatPressesAndWhatIsWidened) {
  constexpr int kHigh = 8;
  constexpr double kFriction = 0.5;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Seeded random(seed);
    Eigen::MatrixXd W;
    Eigen::VectorXd b, impulses;
    throwTower(kHigh, random, W, b);
    std::vector<double> widened(kHigh);
    for (double& s : widened) s = random.uniform(0, 0.3);
    ConeInterior solver;
    solver.solve(W, b, std::vector<double>(kHigh, kFriction), widened, impulses);
    const Eigen::VectorXd u = W * impulses + b;
    for (int c = 0; c < kHigh; ++c) {
      const Vec3 impulse = impulses.segment<3>(3 * c);
      Vec3 speed = u.segment<3>(3 * c);
      speed[0] += widened[c];
      EXPECT_LE(impulse.tail<2>().norm(), kFriction * impulse[0] + 1e-9) << seed;
      EXPECT_GE(speed[0], kFriction * speed.tail<2>().norm() - 1e-6) << seed;
      EXPECT_NEAR(impulse.dot(speed), 0, 1e-6 * (1 + impulse.norm())) << seed;
    }
  }
}

TEST(ConeInterior, WhatPartsIsNotPushed) {
  const Eigen::MatrixXd W = Eigen::MatrixXd::Identity(3, 3);
  const Eigen::VectorXd b = Vec3(1, 0.2, 0);
  Eigen::VectorXd impulse;
  ConeInterior solver;
  solver.solve(W, b, std::vector<double>{0.5}, std::vector<double>{0}, impulse);
  EXPECT_LE(impulse.norm(), 1e-9);
}

}  // namespace
}  // namespace sinew::test
