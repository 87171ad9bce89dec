// A cord that is curved and twisted by nature winds itself into a helix.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

const Vec3 kWeightless = Vec3::Zero();

/// Distance of two places of a helix of curvature κ and torsion τ [1/m], s [m] apart along it.
double chord(double curvature, double torsion, double s) {
  const double square = curvature * curvature + torsion * torsion, w = std::sqrt(square);
  return std::hypot(2 * curvature / square * std::sin(w * s / 2), torsion / w * s);
}

// Drawn straight and let go, like a telephone cord that was held taut: five turns of 29 mm radius.
TEST(RopeCoil, StraightCordWindsItselfIntoItsHelix) {
  constexpr double kLength = 1, kCurvature = 30, kTwist = 12;  // [m], [1/m]
  SceneBuilder scene;
  scene.settings({{"integrator", "implicit_euler"},
                  {"step", 0.005},
                  {"gravity", kWeightless},
                  {"contact", "springs"}});
  scene.part("rope", "cord",
             {{"length", kLength},
              {"control_points", std::int64_t{64}},
              {"radius", 0.003},
              {"youngs_modulus", 5e7},
              {"natural_curvature", kCurvature},
              {"natural_twist", kTwist},
              {"damping", 2.0},
              {"internal_damping", 0.01}});
  scene.constraint("position", "held", {{"point", at("cord", {0})}, {"target", kWeightless}});
  Simulator simulator(scene.world());
  simulator.advanceTo(10);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LT(simulator.report().energy.kinetic, 1e-9) << "at rest";
  for (const double from : {0.05, 0.3, 0.5}) {
    for (const double s : {0.05, 0.1, 0.17, 0.3, 0.45}) {
      const Vec3 a = positionOf(simulator, "cord", {from});
      const Vec3 b = positionOf(simulator, "cord", {from + s / kLength});
      EXPECT_NEAR((b - a).norm(), chord(kCurvature, kTwist, s), 0.01 * s) << from << " + " << s;
    }
  }
}

}  // namespace
}  // namespace sinew::test
