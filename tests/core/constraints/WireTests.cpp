// Beads on wires that turn, and on a string, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

/// A heavy ball that spins about y; the point (0, 0) on its side and the direction out there turn
/// with it.
SceneBuilder withSpindle(double rate, double radius, const Vec3& gravity) {
  SceneBuilder scene;
  scene.settings({{"integrator", "rkf45"}, {"tolerance", 1e-9}, {"gravity", gravity}})
      .part("superquadric", "spindle",
            {{"motion", "rigid"},
             {"radii", Vec3(radius, radius, radius)},
             {"mass", 1e6},
             {"angular_velocity", Vec3(0, rate, 0)}});
  for (const double side : {-0.5, 0.5}) {
    const Vec3 pole(0, 2 * side * radius, 0);
    scene.constraint("position", side < 0 ? "below" : "above",
                     {{"point", at("spindle", {0, side * std::numbers::pi})}, {"target", pole}});
  }
  return scene;
}

// A straight wire turning at ω, r = r₀ cosh ωt.
TEST(Wire, ABeadOnASpokeFliesOut) {
  constexpr double kRate = 2, kStart = 0.5;
  SceneBuilder scene = withSpindle(kRate, 0.1, Vec3(0, 0, 0));
  scene
      .part("particle", "bead",
            {{"position", Vec3(kStart, 0, 0)},
             {"mass", 0.1},
             {"velocity", Vec3(0, 0, -kRate * kStart)}})
      .constraint("axis", "spoke", {{"a", at("bead")}, {"b", at("spindle", {0, 0})}});
  Simulator simulator(scene.world());
  for (const double time : {0.5, 1.0, 1.5}) {
    simulator.advanceTo(time);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const double expected = kStart * std::cosh(kRate * time);
    EXPECT_NEAR(positionOf(simulator, "bead").norm(), expected, 2e-4 * expected);
  }
}

// A hoop spinning at ω about the vertical carries a bead round at cos θ = g/(ω²R). The hoop is
// where a sphere meets a plane that the spindle carries beside its axis, and so a little smaller.
TEST(Wire, ABeadRestsOnASpinningHoop) {
  constexpr double kSphere = 1, kAside = 0.1, kCosine = 0.5;
  const double radius = std::sqrt(kSphere * kSphere - kAside * kAside);
  const double rate = std::sqrt(kG / (radius * kCosine));
  const double out = radius * std::sqrt(1 - kCosine * kCosine);
  SceneBuilder scene = withSpindle(rate, kAside, Vec3(0, -kG, 0));
  scene
      .part("particle", "bead",
            {{"position", Vec3(kAside, -radius * kCosine, out)},
             {"mass", 0.1},
             {"velocity", Vec3(rate * out, 0, -rate * kAside)}})
      .constraint("distance", "sphere",
                  {{"a", at("bead")}, {"place", Vec3(0, 0, 0)}, {"length", kSphere}})
      .constraint("plane", "upright", {{"a", at("bead")}, {"b", at("spindle", {0, 0})}});
  Simulator simulator(scene.world());
  for (const double time : {0.3, 0.7}) {
    simulator.advanceTo(time);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    EXPECT_NEAR(positionOf(simulator, "bead").y(), -radius * kCosine, 1e-4) << time;
  }
}

// A taut weightless string of length 2a between foci 2c apart keeps a bead on an ellipse, on which
// its weight makes it swing.
TEST(Wire, ABeadOnAStringMovesOnAnEllipse) {
  constexpr double kA = 0.6, kC = 0.4, kStart = -0.25;  // [m], x of the bead
  const double down = std::sqrt((kA * kA - kC * kC) * (1 - kStart * kStart / (kA * kA)));
  const Vec3 left(-kC, 0, 0), right(kC, 0, 0), bead(kStart, -down, 0);
  ValueList way;
  way.emplace_back(Vec3(bead - left));
  way.emplace_back(Vec3(right - left));
  SceneBuilder scene;
  scene.settings({{"integrator", "bdf2"}, {"step", 0.001}, {"gravity", Vec3(0, -kG, 0)}})
      .part("rope", "string",
            {{"position", left},
             {"points", way},
             {"control_points", std::int64_t{64}},
             {"radius", 2e-3},
             {"density", 300.0},
             {"youngs_modulus", 1e8},
             {"bend_scale", 0.01}})
      .part("particle", "bead", {{"position", bead}, {"mass", 0.5}})
      .constraint("position", "left", {{"point", at("string", {0})}, {"target", left}})
      .constraint("position", "right", {{"point", at("string", {1})}, {"target", right}})
      .constraint("pearl", "thread",
                  {{"a", at("string", {(bead - left).norm() / (2 * kA)})}, {"b", at("bead")}});
  Simulator simulator(scene.world());
  double furthest = kStart, fastest = 0;
  Vec3 before = bead;
  for (int frame = 1; frame <= 80; ++frame) {
    simulator.advanceTo(0.01 * frame);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const Vec3 x = positionOf(simulator, "bead");
    EXPECT_NEAR((x - left).norm() + (x - right).norm(), 2 * kA, 0.01 * 2 * kA) << frame;
    furthest = std::max(furthest, x.x());
    fastest = std::max(fastest, (x - before).norm() / 0.01);
    before = x;
  }
  const double lowest = std::sqrt(kA * kA - kC * kC);
  const double fall = std::sqrt(2 * kG * (lowest - down));
  EXPECT_GT(furthest, 0) << "it swings to the other side";
  EXPECT_NEAR(fastest, fall, 0.01 * fall);
}

}  // namespace
}  // namespace sinew::test
