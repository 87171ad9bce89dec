// Impulses between rigid bodies, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "core/solvers/ConeSolver.h"

namespace sinew::test {
namespace {

ConeBody body(double mass, const Vec3& velocity) {
  ConeBody out;
  out.inverseMass = 1 / mass;
  out.inverseInertia = Mat3::Identity() / (0.4 * mass);
  out.velocity = velocity;
  return out;
}

ConeContact between(int a, int b, double friction) {
  ConeContact contact;
  contact.a = a;
  contact.b = b;
  contact.friction = friction;
  return contact;
}

TEST(ConeSolver, WhatSlidesIsHeldBackByItsShareOfThePressure) {
  std::vector<ConeBody> bodies = {ConeBody{}, body(2, {3, -1, 0})};
  std::vector<ConeContact> contacts = {between(0, 1, 0.5)};
  ConeSolver solver;
  solver.set(bodies, contacts);
  const auto found = solver.solve({.rounds = 100, .residual = 1e-14});
  EXPECT_NEAR(contacts[0].impulse[0], 2, 1e-12);
  EXPECT_NEAR(contacts[0].impulse.tail<2>().norm(), 1, 1e-12);
  EXPECT_NEAR(bodies[1].velocity.x(), 2.5, 1e-12);
  EXPECT_NEAR(bodies[1].velocity.y(), 0, 1e-12);
  EXPECT_LE(found.residual, 1e-14);
}

TEST(ConeSolver, WhatSticksStops) {
  std::vector<ConeBody> bodies = {ConeBody{}, body(2, {0.4, -1, 0})};
  std::vector<ConeContact> contacts = {between(0, 1, 0.5)};
  ConeSolver solver;
  solver.set(bodies, contacts);
  solver.solve({.rounds = 100, .residual = 1e-14});
  EXPECT_NEAR(bodies[1].velocity.norm(), 0, 1e-12);
}

TEST(ConeSolver, ATowerBearsWhatStandsOnIt) {
  constexpr int kHigh = 10;
  std::vector<ConeBody> bodies = {ConeBody{}};
  std::vector<ConeContact> contacts;
  for (int i = 0; i < kHigh; ++i) {
    bodies.push_back(body(1, {0, -0.1, 0}));
    contacts.push_back(between(i, i + 1, 0.5));
  }
  ConeSolver solver;
  solver.set(bodies, contacts);
  EXPECT_EQ(solver.islands(), 1);
  const auto found = solver.solve({.rounds = 400, .residual = 1e-12});
  EXPECT_LT(found.rounds, 200);
  for (int i = 0; i < kHigh; ++i) EXPECT_NEAR(contacts[i].impulse[0], 0.1 * (kHigh - i), 1e-9);
}

TEST(ConeSolver, BodiesThatShareOnlyAFloorAreSolvedForApart) {
  std::vector<ConeBody> bodies = {ConeBody{}, body(1, {0, -1, 0}), body(1, {0, -1, 0})};
  std::vector<ConeContact> contacts = {between(0, 1, 0), between(0, 2, 0)};
  ConeSolver solver;
  solver.set(bodies, contacts);
  EXPECT_EQ(solver.solve({}).islands, 2);
}

TEST(ConeSolver, WhatPartsIsNotHeldAndGapsMayClose) {
  std::vector<ConeBody> bodies = {ConeBody{}, body(1, {0, 1, 0}), body(1, {0, -1, 0})};
  std::vector<ConeContact> contacts = {between(0, 1, 0.5), between(0, 2, 0.5)};
  contacts[1].least = -0.25;
  ConeSolver solver;
  solver.set(bodies, contacts);
  solver.solve({});
  EXPECT_EQ(contacts[0].impulse, Vec3::Zero());
  EXPECT_NEAR(bodies[2].velocity.y(), -0.25, 1e-12);
}

// Two tons on four corners of a crate of 0.2 kg, which slides on its four corners: by sweeps alone
// the crate ends up with the speed of a bullet.
TEST(ConeSolver, WhatIsHeavyOnWhatIsLightComesToAnEnd) {
  std::vector<ConeBody> bodies = {ConeBody{}, body(0.2, {1, 0, 0.3}), body(2000, {0, -3, 0})};
  bodies[2].spin = {0.3, 0, 0.2};
  std::vector<ConeContact> contacts;
  for (const int lower : {0, 1}) {
    for (const Vec3& at : {Vec3(1, 0, 1), Vec3(-1, 0, 1), Vec3(1, 0, -1), Vec3(-1, 0, -1)}) {
      ConeContact& contact = contacts.emplace_back(between(lower, lower + 1, 0.5));
      contact.armA = 0.1 * (at + Vec3(0, lower, 0));
      contact.armB = 0.1 * (at - Vec3(0, 1, 0));
    }
  }
  ConeSolver solver;
  solver.set(bodies, contacts);
  const auto found = solver.solve({.rounds = 60, .residual = 1e-6});
  EXPECT_LE(found.residual, 1e-6);
  for (int c = 0; c < 8; ++c) {
    EXPECT_GE(solver.relativeVelocity(c)[0], -1e-5) << c;
    EXPECT_LE(contacts[c].impulse.tail<2>().norm(), 0.5 * contacts[c].impulse[0] + 1e-6) << c;
  }
  EXPECT_LE(bodies[1].velocity.norm(), 1.1);
  EXPECT_LE(bodies[2].velocity.norm(), 0.01);
}

}  // namespace
}  // namespace sinew::test
