// Ropes that vibrate, spin and fly.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

#include "core/parts/rope/RopeScratch.h"
#include "core/scene/SceneJson.h"
#include "tests/core/parts/rope/RopeBench.h"
#include "tests/support/Constants.h"
#include "tests/support/EnergyWatch.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

/// Bent, twisted, stretched.
RopeBench shaken() {
  RopeSpec spec = slenderRope(12, 50);
  spec.naturalCurvature = 0.7;
  spec.naturalTwist = 1.1;
  RopeBench bench(spec);
  std::mt19937_64 random(5);
  Eigen::VectorXd nu(bench.nv());
  for (double& x : nu) x = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
  nu.tail(bench.controls() - 1) *= 20;
  bench.rope().advance(bench.scratch(), nu.data(), 0.05, bench.q.data());
  return bench;
}

/// ν of the rope turning as a whole: legs spin about themselves by their share.
Eigen::VectorXd turning(const RopeBench& bench, const Vec3& omega) {
  Eigen::VectorXd nu(bench.nv());
  const int n = bench.controls();
  const RopeMesh mesh = makeRopeMesh(slenderRope(n, 50));
  for (int i = 0; i < n; ++i) nu.segment<3>(3 * i) = omega.cross(bench.control(i));
  for (int k = 0; k + 1 < n; ++k) {
    nu[bench.spin(k)] =
        omega.dot(bench.control(k + 1) - bench.control(k)) / mesh.legs[static_cast<std::size_t>(k)];
  }
  return nu;
}

TEST(RopeMotion, TurningAsAWholeDoesNoWork) {
  RopeBench bench = shaken();
  const Eigen::VectorXd Q = bench.forces(Vec3::Zero(), {});
  for (int axis = 0; axis < 3; ++axis) {
    const Eigen::VectorXd nu = turning(bench, Vec3::Unit(axis));
    EXPECT_NEAR(Q.dot(nu), 0, 1e-11 * Q.cwiseAbs().dot(nu.cwiseAbs())) << axis;
  }
}

TEST(RopeMotion, TurningAsAWholeChangesNoStrain) {
  RopeBench bench = shaken();
  const auto before = ropeScratch(bench.scratch()).sections;
  for (int i = 0; i < 2000; ++i) {
    const Eigen::VectorXd nu = turning(bench, Vec3(0.4, -1, 0.7));
    bench.rope().advance(bench.scratch(), nu.data(), 1e-4, bench.q.data());
  }
  const auto& after = ropeScratch(bench.scratch()).sections;
  for (std::size_t g = 0; g < before.size(); ++g) {
    const double scale = 1e-3 * (1 + std::abs(before[g].K1) + std::abs(before[g].K2));
    EXPECT_NEAR(after[g].tau, before[g].tau, scale);
    EXPECT_NEAR(after[g].K1, before[g].K1, scale);
    EXPECT_NEAR(after[g].K2, before[g].K2, scale);
  }
}

// Control points that move straight turn every tangent along a great circle, where smallest
// rotations add up exactly: what advance() makes of one large step is what it makes of many.
TEST(RopeMotion, DirectorsAreCarriedExactlyHoweverLargeTheStep) {
  RopeBench once = shaken(), often = shaken();
  Eigen::VectorXd nu = Eigen::VectorXd::Zero(once.nv());
  std::mt19937_64 random(9);
  for (int i = 0; i < 3 * once.controls(); ++i) {
    nu[i] = 0.5 * (static_cast<double>(random() >> 11) * 0x1p-53 - 0.5);
  }
  const Eigen::VectorXd start = once.q;
  constexpr int kPieces = 64;
  constexpr double kStep = 0.2;
  once.rope().advance(once.scratch(), nu.data(), kStep, once.q.data());
  for (int i = 0; i < kPieces; ++i) {
    often.rope().advance(often.scratch(), nu.data(), kStep / kPieces, often.q.data());
  }
  EXPECT_GT((once.q - start).cwiseAbs().maxCoeff(), 0.1)
      << "a step that is not large shows nothing";
  EXPECT_LE((once.q - often.q).cwiseAbs().maxCoeff(), 1e-11);
}

// A + h²K from linearise() against finite differences of the forces, where what Gauss and Newton
// leave out vanishes: a straight rope without load.
TEST(RopeMotion, StiffnessIsTheSlopeOfTheForce) {
  RopeBench bench(slenderRope(10, 50));
  constexpr double kStep = 0.1;
  const Eigen::MatrixXd expected = bench.massMatrix() + kStep * kStep * bench.forceSlope();
  const Eigen::MatrixXd found = bench.dynamicsMatrix(kStep);
  EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-6 * expected.cwiseAbs().maxCoeff());
}

TEST(RopeMotion, VibratesAtTheFrequenciesOfABeam) {
  RopeBench clamped(slenderRope(24, 1000));
  clamped.clampStart();
  const std::vector<double> found = clamped.frequencies();
  // Every bending mode comes twice, in y and z.
  constexpr std::array<double, 3> kClampedFree = {1.87510407, 4.69409113, 7.85475744};
  for (std::size_t k = 0; k < kClampedFree.size(); ++k) {
    const double expected = kClampedFree[k] * kClampedFree[k];
    EXPECT_NEAR(found[2 * k], expected, 0.01 * expected);
    EXPECT_NEAR(found[2 * k + 1], expected, 0.01 * expected);
  }
}

// Under its own weight, bending counting for nothing: ω = k √(g/L).
TEST(RopeMotion, SwingsAsAHangingChain) {
  constexpr double kG = 1e6;  // EI = 1 N m², so that EI is 1e-6 of ρgL³
  RopeBench chain(slenderRope(32, 2e4));
  chain.holdControl(0);
  chain.hold({chain.spin(0)});
  ASSERT_TRUE(chain.settle(Vec3(kG, 0, 0)));
  const std::vector<double> found = chain.frequencies();
  constexpr std::array<double, 3> kSwings = {1.20241278, 2.76003906, 4.32686396};
  for (std::size_t k = 0; k < kSwings.size(); ++k) {
    const double expected = kSwings[k] * std::sqrt(kG);
    EXPECT_NEAR(found[2 * k], expected, 0.01 * expected);
    EXPECT_NEAR(found[2 * k + 1], expected, 0.01 * expected);
  }
}

TEST(RopeMotion, FreeRopeHasSixRigidMotionsAndSpin) {
  RopeBench bench(slenderRope(24, 1000));
  const std::vector<double> found = bench.frequencies();
  // A straight rope turns about itself by its spins alone.
  for (int i = 0; i < 6; ++i) EXPECT_LT(found[static_cast<std::size_t>(i)], 0.5) << i;
  constexpr std::array<double, 3> kFreeFree = {4.73004074, 7.85320462, 10.9956078};
  for (std::size_t k = 0; k < kFreeFree.size(); ++k) {
    const double expected = kFreeFree[k] * kFreeFree[k];
    EXPECT_NEAR(found[6 + 2 * k], expected, 0.01 * expected);
  }
}

TEST(RopeMotion, StretchesAndTwistsAtTheSpeedsOfWaves) {
  const RopeSpec spec = slenderRope(24, 20);
  RopeBench bench(spec);
  bench.clampStart();
  const std::vector<double> found = bench.frequencies();
  const double axial = kPi / 2 * std::sqrt(spec.stretchStiffness / spec.massPerLength);
  const double spinInertia = 0.5 * spec.massPerLength * spec.radius * spec.radius;
  const double torsional = kPi / 2 * std::sqrt(spec.twistStiffness / spinInertia);
  const auto nearest = [&](double wanted) {
    double best = 0;
    for (const double f : found) {
      if (std::abs(f - wanted) < std::abs(best - wanted)) best = f;
    }
    return best;
  };
  EXPECT_NEAR(nearest(axial), axial, 0.01 * axial);
  EXPECT_NEAR(nearest(torsional), torsional, 0.01 * torsional);
}

// Slack, very stiff and very light ropes in steps of a sixtieth of a second.
TEST(RopeMotion, ImplicitEulerBearsAnyRope) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 1.0 / 60}, {"fps", 60}});
  builder.part("rope", "stiff",
               {{"youngs_modulus", 1e12}, {"density", 1.0}, {"control_points", 31}});
  builder.part(
      "rope", "light",
      {{"youngs_modulus", 2e11}, {"density", 0.01}, {"radius", 1e-3}, {"control_points", 200}});
  builder.part("rope", "slack",
               {{"rest_length", 1.4}, {"youngs_modulus", 1e9}, {"bend_scale", 0.0}});
  for (const char* name : {"stiff", "light", "slack"}) {
    builder.constraint("position", name, {{"point", at(name, {0})}});
  }
  builder.constraint("position", "end", {{"point", at("slack", {1})}, {"target", Vec3(1, 0, 0)}});
  Simulator simulator(builder.world());
  const double start = simulator.report().energy.kinetic + simulator.report().energy.elastic +
                       simulator.report().energy.gravity;
  simulator.advanceTo(10);
  const StepReport& report = simulator.report();
  ASSERT_EQ(report.status, RunStatus::Ok) << report.message;
  EXPECT_EQ(report.steps, 600U) << "no step was cut";
  EXPECT_LE(report.energy.kinetic + report.energy.elastic + report.energy.gravity, start);
  for (const auto& constraint : report.constraints) EXPECT_LE(constraint.residual, 1e-9);
}

// What benchmarks are made of, and lines that stand for ones that cannot be stretched. Each is
// taken from a file, so that it passes the limits there too.
TEST(RopeMotion, NoMaterialOfABenchmarkIsRefused) {
  struct Material {
    const char* name;
    double modulus, density, length;  // [Pa], [kg/m³], [m] such that it bears itself
  };
  for (const Material& material :
       {Material{"gel", 1e2, 1000, 0.01}, Material{"foam", 1e4, 1, 1},
        Material{"rubber", 1e6, 1100, 1}, Material{"steel", 2.1e11, 7850, 1},
        Material{"osmium", 5.5e11, 22600, 1}, Material{"diamond", 1.2e12, 3510, 1},
        Material{"unstretchable", 1e15, 1000, 1}, Material{"weightless", 1e9, 1e-4, 1}}) {
    SCOPED_TRACE(material.name);
    SceneBuilder builder(Defaults::Today);
    builder
        .settings({{"fps", 120}})  // one of a centimetre swings five times a second
        .part("rope", "line",
              {{"youngs_modulus", material.modulus},
               {"density", material.density},
               {"length", material.length},
               {"radius", 0.005 * material.length}})
        .constraint("position", "nail", {{"point", at("line", {0})}});
    const auto scene = readScene(writeScene(builder.scene(), builtins()), builtins());
    ASSERT_TRUE(scene) << scene.error().front().text();
    Simulator simulator(*World::compile(*scene, builtins()));
    EnergyWatch watch(simulator.report().energy);
    while (simulator.time() < 1) {
      const StepReport& report = simulator.step(1);
      ASSERT_EQ(report.status, RunStatus::Ok) << report.message;
      watch.look(ofTheEnd(report));
    }
    EXPECT_LT(watch.rise(), 1e-3);
    EXPECT_LT(simulator.report().constraints.front().residual, 1e-9);
  }
}

}  // namespace
}  // namespace sinew::test
