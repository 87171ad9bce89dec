// A few contacts solved for at once, with weights as uneven as they come.
#include <gtest/gtest.h>

#include <cmath>

#include "core/solvers/ConeNewton.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

/// A string of knots from 1 g to 10 kg, thrown onto ground and onto each other.
void throwString(int contacts, Seeded& random, ConeNewton& solver) {
  const int knots = contacts + 2, size = 3 * knots;
  Eigen::MatrixXd dynamics = Eigen::MatrixXd::Zero(size, size);
  for (int i = 0; i < knots; ++i) {
    dynamics.block<3, 3>(3 * i, 3 * i) += std::pow(10.0, random.uniform(-3, 1)) * Mat3::Identity();
    if (i == 0) continue;
    const Vec3 along = random.vector(1).normalized();
    const Mat3 spring = 10 * along * along.transpose() + 0.01 * Mat3::Identity();
    dynamics.block<3, 3>(3 * i, 3 * i) += spring;
    dynamics.block<3, 3>(3 * i - 3, 3 * i - 3) += spring;
    dynamics.block<3, 3>(3 * i, 3 * i - 3) -= spring;
    dynamics.block<3, 3>(3 * i - 3, 3 * i) -= spring;
  }
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * contacts, size);
  for (int c = 0; c < contacts; ++c) {
    J.block<3, 3>(3 * c, 3 * (c + 1)) << 0, 1, 0, 1, 0, 0, 0, 0, 1;
    if (c % 2 == 1) J.block<3, 3>(3 * c, 3 * (c - 1)) = -J.block<3, 3>(3 * c, 3 * (c + 1));
  }
  Eigen::VectorXd velocities(size);
  for (int k = 0; k < size; ++k) velocities[k] = random.uniform(-1, 1) - (k % 3 == 1 ? 1 : 0);
  solver.responses() = J * dynamics.inverse() * J.transpose();
  solver.velocities() = J * velocities;
}

/// How many of 40 strings are solved for to 0.1 mm/s, from nothing.
int solved(int contacts, double friction) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Seeded random(seed);
    ConeNewton solver;
    solver.begin(contacts);
    throwString(contacts, random, solver);
    for (double& mu : solver.friction()) mu = friction;
    Eigen::VectorXd impulses = Eigen::VectorXd::Zero(3 * contacts);
    if (solver.solve(impulses, 1e-4) > 1e-4) continue;
    ++count;
    const Eigen::VectorXd u = solver.responses() * impulses + solver.velocities();
    for (int c = 0; c < contacts; ++c) {
      EXPECT_GE(impulses[3 * c], 0);
      EXPECT_GE(u[3 * c], -2e-4);
      EXPECT_LE(impulses.segment<2>(3 * c + 1).norm(), friction * impulses[3 * c] + 1e-3);
    }
  }
  return count;
}

TEST(ConeNewton, SolvesForWhatPressesWithoutFriction) {
  for (const int contacts : {1, 5, 40}) EXPECT_EQ(solved(contacts, 0), 40) << contacts;
}

TEST(ConeNewton, SolvesForMostOfWhatRubs) {
  for (const int contacts : {1, 5, 20}) EXPECT_GE(solved(contacts, 0.5), 34) << contacts;
}

}  // namespace
}  // namespace sinew::test
