// How high things come back up where contact is solved for as rows of the step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/Bounces.h"

namespace sinew::test {
namespace {

/// [m] To which a ball of the library's rubber comes back up from 1 m.
double bounce(double step) {
  SceneBuilder scene(Defaults::Today);
  scene.settings({{"step", step}}).part("plane", "floor", {});
  scene.part("superquadric", "ball",
             {{"position", Vec3(0, 1.1, 0)},
              {"radii", Vec3(0.1, 0.1, 0.1)},
              {"motion", "local"},
              {"mass", 0.3},
              {"internal_damping", 4.0},
              {"size_stiffness", 800.0},
              {"w0", 4000.0},
              {"w1", 400.0}});
  Simulator simulator(scene.world());
  double lowest = 1, highest = 0;
  while (simulator.time() < 1.1) {
    simulator.step(1.1);
    const double y = simulator.state().reals[simulator.world().offsets().y + 1];
    lowest = std::min(lowest, y);
    if (simulator.time() > 0.6) highest = std::max(highest, y);
  }
  EXPECT_GT(lowest, 0) << "the floor is where it is";
  return highest - 0.1;
}

TEST(Bounces, LetSoftThingsBounceInStepsOfTheUsualLength) {
  const double right = bounce(1e-3);
  EXPECT_GE(bounce(1.0 / 96), 0.6 * right);
  EXPECT_NEAR(bounce(1.0 / 384), right, 0.1 * right);
}

// Whatever is left of a step once it has met something, and however slow the later bounces are.
TEST(Bounces, GiveBackTheSpeedAtWhichThingsMeetAtAnyStep) {
  for (const double step : {1e-3, 1.0 / 96, 1.0 / 60}) {
    for (const double e : {0.5, 1.0}) {
      SceneBuilder scene(Defaults::Today);
      scene.settings({{"step", step}});
      scene.part("plane", "floor", {});
      scene.part("particle", "ball",
                 {{"position", Vec3(0, 1.1, 0)}, {"radius", 0.1}, {"restitution", e}});
      Simulator simulator(scene.world());
      ASSERT_EQ(simulator.world().solidContact(), SolidContact::Rows);
      const std::vector<double> tops = topsOfBounces(simulator, "ball", 3);
      ASSERT_EQ(tops.size(), 3U) << step << " " << e;
      const double rest = 0.1 + 0.5 * 2e-3;  // [m] half of the contact's range above the floor
      for (int n = 0; n < 3; ++n) {
        const double right = rest + (1.1 - rest) * std::pow(e, 2 * (n + 1));
        // Tops are looked at once a step, where they may lie 1/8 g h² below.
        EXPECT_NEAR(tops[n], right, 0.01 * (right - rest) + 9.81 / 8 * step * step)
            << step << " " << e << " " << n;
      }
    }
  }
}

/// A block of 1 kg, or what falls on it, beside something soft.
SceneBuilder besideSoft(double step) {
  SceneBuilder scene(Defaults::Today);
  scene.settings({{"step", step}});
  scene.part("box", "floor", {{"size", Vec3(20, 1, 20)}, {"position", Vec3(0, -0.5, 0)}});
  scene.part(
      "superquadric", "cushion",
      {{"motion", "global"}, {"radii", Vec3(0.1, 0.1, 0.1)}, {"position", Vec3(-3, 0.101, 0)}});
  return scene;
}

// What an impact takes is lost, not drift: flat, and on a corner that strikes sideways.
TEST(Bounces, BookWhatImpactsTake) {
  for (const double step : {1e-3, 1.0 / 96, 1.0 / 60}) {
    for (const Quat& turn : {Quat::Identity(), Quat(0.96, 0.2, 0.1, 0.15).normalized()}) {
      SceneBuilder scene = besideSoft(step);
      scene.part("body", "block",
                 {{"size", Vec3(0.2, 0.2, 0.2)},
                  {"density", 125.0},
                  {"position", Vec3(0, 0.32, 0)},
                  {"velocity", Vec3(1, 0, 0)},
                  {"orientation", turn}});
      Simulator simulator(scene.world());
      ASSERT_EQ(simulator.world().solidContact(), SolidContact::Rows);
      simulator.advanceTo(1);
      const Energies& energy = simulator.report().energy;
      EXPECT_GT(energy.dissipated, 2) << step;
      EXPECT_LT(std::abs(energy.drift), 0.015 * energy.dissipated) << step;
    }
  }
}

// Where sweeps of the impact do not come to an end it once went on at the speed it had.
TEST(Bounces, StopWhatIsHeavyOnWhatIsLight) {
  for (const double step : {1.0 / 96, 1.0 / 60}) {
    SceneBuilder scene = besideSoft(step);
    const Vec3 size(0.2, 0.2, 0.2);
    scene.part("body", "light",
               {{"size", size}, {"density", 125.0}, {"position", Vec3(0, 0.11, 0)}});
    scene.part("body", "heavy",
               {{"size", size}, {"density", 1.25e6}, {"position", Vec3(0.02, 0.6, 0.03)}});
    Simulator simulator(scene.world());
    simulator.advanceTo(1);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const Energies& energy = simulator.report().energy;
    EXPECT_NEAR(positionOf(simulator, "heavy", {0, 0, 0}).y(), 0.3, 0.005) << step;
    EXPECT_LT(energy.kinetic, 1e-3 * energy.dissipated) << step;
    EXPECT_LT(std::abs(energy.drift), 1e-3 * energy.dissipated) << step;
  }
}

}  // namespace
}  // namespace sinew::test
