// Ropes whose ends are joined.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/core/parts/rope/RopeBench.h"
#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kRingRadius = 0.5 / kPi;  // [m] of a ring that is 1 m round

/// EI = 1 N m², 1 kg/m, round when at rest.
RopeSpec slenderRing(int controlPoints, double lengthOverRadius) {
  RopeSpec spec = slenderRope(controlPoints, lengthOverRadius);
  spec.drawn = [](double share) {
    const double angle = 2 * kPi * share;
    return Vec3(kRingRadius * std::cos(angle), kRingRadius * std::sin(angle), 0);
  };
  spec.ring = true;
  spec.restsAsDrawn = true;
  return spec;
}

TEST(RopeRing, HasNoForcesAtRestAndIsTheSameAllRound) {
  RopeBench ring(slenderRing(16, 50));
  EXPECT_LE(ring.forces(Vec3::Zero(), {}).cwiseAbs().maxCoeff(), 1e-4);
  for (const double share : {0.0, 0.17, 0.5, 0.93, 1.0}) {
    const double angle = 2 * kPi * share;
    const Vec3 expected(kRingRadius * std::cos(angle), kRingRadius * std::sin(angle), 0);
    EXPECT_LE((ring.position(share) - expected).norm(), 1e-4) << share;
  }
  EXPECT_EQ(ring.position(0), ring.position(1));
  EXPECT_NEAR(ring.rope().mass(), 1, 1e-4);
}

// In its plane ω² = n²(n² − 1)²/(n² + 1) EI/(ρA R⁴), across it with EI/GJ in place of the last 1
// (Love, Mathematical Theory of Elasticity, § 293).
TEST(RopeRing, VibratesAtTheFrequenciesOfARing) {
  RopeBench ring(slenderRing(32, 1000));
  const std::vector<double> found = ring.frequencies();
  std::vector<double> expected;
  for (const double n : {2.0, 3.0}) {
    const double top = n * n * (n * n - 1) * (n * n - 1);
    for (const double last : {1.3, 1.3, 1.0, 1.0}) {
      expected.push_back(std::sqrt(top / (n * n + last)) / (kRingRadius * kRingRadius));
    }
  }
  constexpr std::size_t kRigid = 6;
  EXPECT_LE(found[kRigid - 1], 0.01 * expected[0]);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(found[kRigid + k], expected[k], 0.01 * expected[k]) << k;
  }
}

// It breathes at √(E/ρ)/R.
TEST(RopeRing, Breathes) {
  const RopeSpec spec = slenderRing(16, 50);
  const double expected = std::sqrt(spec.stretchStiffness / spec.massPerLength) / kRingRadius;
  RopeBench ring(spec);
  const std::vector<double> found = ring.frequencies();
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](double omega) {
    return std::abs(omega - expected) <= 0.01 * expected;
  })) << expected;
}

// As for open ropes, with the corner of the matrix where the ring closes.
TEST(RopeRing, StiffnessIsTheSlopeOfTheForce) {
  RopeBench bench(slenderRing(9, 50));
  constexpr double kStep = 0.1;
  const Eigen::MatrixXd expected = bench.massMatrix() + kStep * kStep * bench.forceSlope();
  const Eigen::MatrixXd found = bench.dynamicsMatrix(kStep);
  EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-6 * expected.cwiseAbs().maxCoeff());
  EXPECT_LE((found - found.transpose()).cwiseAbs().maxCoeff(), 1e-9 * found.cwiseAbs().maxCoeff());
}

// A bead on a hard ring that is held goes past where the ring was joined.
TEST(RopeRing, APearlGoesRound) {
  constexpr double kSpeed = 1;
  SceneBuilder scene;
  scene.settings({{"integrator", "bdf2"}, {"step", 0.002}, {"gravity", Vec3(0, 0, 0)}})
      .part("rope", "ring",
            {{"shape", "circle"},
             {"shape_radius", 0.5},
             {"position", Vec3(0.5, 0, 0)},
             {"ends", "joined"},
             {"rest", "as_drawn"},
             {"control_points", 24},
             {"youngs_modulus", 1e9},
             {"density", 8000.0}})
      .part("particle", "bead",
            {{"position", Vec3(0.5, 0, 0)}, {"velocity", Vec3(0, kSpeed, 0)}, {"mass", 1e-3}})
      .constraint("pearl", "threaded", {{"a", at("ring", {0})}, {"b", at("bead")}});
  for (const double place : {0.1, 0.4, 0.7}) {
    const double angle = 2 * kPi * place;
    scene.constraint("position", "nail " + std::to_string(place),
                     {{"point", at("ring", {place})},
                      {"target", Vec3(0.5 * std::cos(angle), 0.5 * std::sin(angle), 0)}});
  }
  Simulator simulator(scene.world());
  for (const double time : {0.5, 4.0}) {
    simulator.advanceTo(time);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const double angle = kSpeed * time / 0.5;
    const Vec3 expected(0.5 * std::cos(angle), 0.5 * std::sin(angle), 0);
    EXPECT_LE((positionOf(simulator, "bead") - expected).norm(), 0.05) << time;
  }
}

TEST(RopeRing, SaysWhatCannotBeJoined) {
  const PartKind& kind = *builtins().part("rope");
  const auto faultOf = [&kind](const char* shape, ValueList points) {
    ParamValues values;
    values.set(*findParam(kind.table, "ends"), "joined");
    values.set(*findParam(kind.table, "shape"), shape);
    values.set(*findParam(kind.table, "points"), std::move(points));
    const auto made = kind.create(ParamReader(kind.table, values));
    return made ? std::string() : made.error().message;
  };
  const Value a(Vec3(1, 0, 0)), b(Vec3(0, 1, 0)), origin(Vec3(0, 0, 0));
  EXPECT_EQ(faultOf("circle", {}), "");
  EXPECT_EQ(faultOf("path", {a, b}), "");
  EXPECT_EQ(faultOf("path", {}), "a ring needs two points besides its origin");
  EXPECT_EQ(faultOf("path", {a, b, origin}), "a ring comes back to its origin by itself");
  EXPECT_EQ(faultOf("helix", {}), "a helix does not come back to its start, to be joined there");
}

}  // namespace
}  // namespace sinew::test
