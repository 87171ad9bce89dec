// Impulses between rigid bodies, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "core/solvers/ConeSolver.h"
#include "tests/support/Seeded.h"

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

/// A heap of 3 × 3 × 3 cubes from 0.1 kg to 1 t, thrown together: each touches what is below and
/// beside it at four corners.
struct UnevenHeap {
  std::vector<ConeBody> bodies = {ConeBody{}};
  std::vector<ConeContact> contacts;

  UnevenHeap(Seeded& random, double friction) {
    for (int i = 0; i < 27; ++i) {
      const double mass = std::pow(10.0, random.uniform(-1, 3));
      bodies.push_back(body(mass, random.vector(1) - Vec3(0, 1, 0)));
      bodies.back().inverseInertia = Mat3::Identity() * 6 / mass;
      const int x = i % 3, z = i / 3 % 3, y = i / 9;
      touch(y > 0 ? i - 9 : -1, i, Vec3::UnitY(), friction);
      if (x > 0) touch(i - 1, i, Vec3::UnitX(), friction);
      if (z > 0) touch(i - 3, i, Vec3::UnitZ(), friction);
    }
  }
  void touch(int a, int b, const Vec3& along, double friction) {
    const Vec3 side = along.cross(along.unitOrthogonal()), across = along.cross(side);
    for (const double u : {-0.5, 0.5}) {
      for (const double v : {-0.5, 0.5}) {
        contacts.push_back(between(a + 1, b + 1, friction));
        contacts.back().normal = along;
        contacts.back().armA = 0.5 * along + u * side + v * across;
        contacts.back().armB = -0.5 * along + u * side + v * across;
      }
    }
  }
};

// As a whole: sweeps, and blocks of a part of it, end where light cubes miss by what heavy ones
// have.
TEST(ConeSolver, AHeapOfUnevenMassesComesToAnEnd) {
  for (const double friction : {0.0, 0.5}) {
    double worst = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Seeded random(seed);
      UnevenHeap heap(random, friction);
      if (seed % 4 == 3) {
        for (ConeBody& turned : heap.bodies) turned.inverseInertia.setZero();
      }
      ConeSolver solver;
      solver.set(heap.bodies, heap.contacts);
      worst = std::max(worst, solver.solve({}).residual);
      for (std::size_t c = 0; c < heap.contacts.size(); ++c) {
        const Vec3& impulse = heap.contacts[c].impulse;
        EXPECT_GE(solver.relativeVelocity(static_cast<int>(c))[0], -0.1) << seed;
        EXPECT_LE(impulse.tail<2>().norm(), friction * impulse[0] + 1e-9) << seed;
      }
    }
    EXPECT_LE(worst, friction > 0 ? 0.05 : 0.01);
  }
}

// Between a floor and a lid that is keyed to close there is no solution.
TEST(ConeSolver, AHeapThatIsSqueezedIsNotPushedWithoutEnd) {
  Seeded random(1);
  UnevenHeap heap(random, 0.5);
  heap.bodies.push_back({.velocity = {0, -1, 0}});
  for (int i = 18; i < 27; ++i) heap.touch(i, 27, Vec3::UnitY(), 0.5);
  double mass = 0, most = 0;
  for (const ConeBody& one : heap.bodies) mass += one.inverseMass > 0 ? 1 / one.inverseMass : 0;
  ConeSolver solver;
  solver.set(heap.bodies, heap.contacts);
  EXPECT_GE(solver.solve({}).residual, 1e-3);
  for (const ConeContact& one : heap.contacts) most = std::max(most, one.impulse.norm());
  EXPECT_LE(most, 100 * mass);
}

}  // namespace
}  // namespace sinew::test
