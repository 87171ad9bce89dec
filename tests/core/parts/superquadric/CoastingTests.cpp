// How bodies turn where nothing acts on them, in steps of fixed length.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/Rotation.h"
#include "core/motion/FreeTurn.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

const Vec3 kAskew = {2, 20, 4};  // [rad/s] about no axis that keeps still

SceneBuilder tumbler(const char* motion, const char* integrator, double step, const Vec3& spin) {
  SceneBuilder builder;
  builder.settings({{"integrator", integrator},
                    {"step", step},
                    {"tolerance", 1e-10},
                    {"fps", 60},
                    {"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "body",
               {{"motion", motion},
                {"radii", Vec3(0.12, 0.05, 0.08)},
                {"mass", 0.5},
                {"angular_velocity", spin}});
  return builder;
}

Quat turnOf(const Simulator& simulator) {
  return loadQuat(simulator.state().reals.data() + simulator.world().offsets().y + 3);
}

double energyOf(const Simulator& simulator) {
  return simulator.dynamics().energyOf(0).total();
}

TEST(Coasting, RigidBodiesTumbleOnWithTheEnergyTheyHave) {
  for (const char* integrator : {"euler", "implicit_euler"}) {
    Simulator simulator(tumbler("rigid", integrator, 1.0 / 60, kAskew).world());
    const double start = energyOf(simulator);
    for (int frame = 1; frame <= 600; ++frame) {
      simulator.advanceTo(frame / 60.0);
      ASSERT_NEAR(energyOf(simulator) / start, 1, 1e-11) << integrator << " frame " << frame;
    }
  }
}

// Shape that moves with the spin swings, and is what is left to be wrong in steps this long.
TEST(Coasting, BodiesThatGiveWayGainNothingAsTheyTumbleOn) {
  for (const char* motion : {"global", "local"}) {
    for (const char* integrator : {"euler", "implicit_euler"}) {
      Simulator simulator(tumbler(motion, integrator, 1e-3, kAskew).world());
      simulator.advanceTo(1);
      const double then = energyOf(simulator);
      simulator.advanceTo(4);
      EXPECT_NEAR(energyOf(simulator) / then, 1, 0.01) << motion << " " << integrator;
    }
  }
}

TEST(Coasting, AboutAPrincipalAxisATurnIsExact) {
  Simulator simulator(tumbler("rigid", "implicit_euler", 1.0 / 60, Vec3(0, 0, 20)).world());
  simulator.advanceTo(1);
  const Quat wanted(Eigen::AngleAxisd(20, Vec3::UnitZ()));
  EXPECT_LE(turnOf(simulator).angularDistance(wanted), 1e-12);
}

TEST(Coasting, IsOfSecondOrder) {
  Simulator exact(tumbler("rigid", "rkf45", 1e-3, kAskew).world());
  exact.advanceTo(1);
  double before = 0;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    Simulator simulator(tumbler("rigid", "implicit_euler", step, kAskew).world());
    simulator.advanceTo(1);
    const double off = turnOf(simulator).angularDistance(turnOf(exact));
    if (before > 0) {
      EXPECT_NEAR(before / off, 4, 0.3) << step;
    }
    before = off;
  }
}

/// Turns a body with these moments of inertia again and again; the most its energy is off by, as a
/// share of it. Its longest turn in a step goes into `longest`.
double energyOff(const Vec3& inertia, const Quat& axes, const Vec3& spin, double h,
                 double& longest) {
  const Mat3 A = axes.toRotationMatrix();
  const Mat3 I = A * inertia.asDiagonal() * A.transpose(), inverse = I.inverse();
  const Vec3 momentum = I * spin;  // in the world
  Quat rotation = Quat::Identity();
  const double start = momentum.dot(inverse * momentum);
  double most = 0;
  for (int step = 0; step < 2000; ++step) {
    FreeTurn::Body body;
    body.momentum = rotation.conjugate() * momentum;
    body.perMomentum = inverse;
    body.spin = inverse * body.momentum;
    longest = std::max(longest, h * body.spin.norm());
    rotation = FreeTurn(body, h).from(rotation);
    const Vec3 seen = rotation.conjugate() * momentum;
    most = std::max(most, std::abs(seen.dot(inverse * seen) / start - 1));
  }
  return most;
}

TEST(FreeTurn, KeepsTheEnergyOfNeedlesAndPlatesAboutAnyAxes) {
  const Quat skewed(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
  double longest = 0;
  for (const Vec3& inertia :
       {Vec3(1, 1.5, 2), Vec3(1, 50, 50), Vec3(1, 300, 301), Vec3(1, 1, 1.99)}) {
    for (const double turn : {0.01, 0.3, 1.0, 2.5}) {
      for (const Quat& axes : {Quat::Identity(), skewed}) {
        EXPECT_LE(energyOff(inertia, axes, Vec3(0.3, 1, 0.1).normalized(), turn, longest), 1e-8)
            << inertia.transpose() << " turns by " << turn;
      }
    }
  }
  EXPECT_GT(longest, 2.4) << "or none of them was a large one";
}

}  // namespace
}  // namespace sinew::test
