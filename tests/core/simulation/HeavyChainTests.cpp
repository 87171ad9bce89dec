// Light links that bear heavy loads: what their constraints pull with turns with them, and holds
// them straight.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "tests/support/EnergyWatch.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr int kLinks = 12;
constexpr double kLength = 0.1;  // [m] of a link

struct LoadCase {
  const char* name;
  double load;  // [kg], on links of 10 g
  double step;  // [s]
  const char* integrator = "implicit_euler";
  bool rods = false;   // links are rods with ball joints; else particles kept at a distance
  double thrown = 0;   // [m/s] by which every other one starts across
  double angle = 0.5;  // [rad] off the vertical, below
  double ball = 0;     // [m] radius of the load, on rods; else a particle
};

/// Hangs from the origin.
SceneBuilder chainUnder(const LoadCase& given) {
  SceneBuilder scene(Defaults::Today);
  scene.settings({{"integrator", given.integrator}, {"step", given.step}, {"contact", "springs"}});
  const Vec3 down(std::sin(given.angle), -std::cos(given.angle), 0), across(down.y(), -down.x(), 0);
  const double pole = std::numbers::pi / 2;
  const Quat along = Quat::FromTwoVectors(Vec3::UnitZ(), down);
  std::string before;
  for (int i = 0; i < kLinks; ++i) {
    const std::string name = "link " + std::to_string(i), joint = "joint " + std::to_string(i);
    const Vec3 velocity = given.thrown * (i % 2 ? 1 : -1) * (across + Vec3::UnitZ());
    if (given.rods) {
      scene.part("superquadric", name,
                 {{"position", Vec3((i + 0.5) * kLength * down)},
                  {"orientation", along},
                  {"velocity", velocity},
                  {"radii", Vec3(0.01, 0.01, kLength / 2)},
                  {"motion", "rigid"},
                  {"mass", 0.01}});
      const Value top = at(name, {-pole, 0});
      if (i == 0) scene.constraint("position", joint, {{"point", top}});
      if (i > 0)
        scene.constraint("point_to_point", joint, {{"a", top}, {"b", at(before, {pole, 0})}});
    } else {
      const bool last = i + 1 == kLinks;
      scene.part("particle", name,
                 {{"position", Vec3((i + 1) * kLength * down)},
                  {"velocity", velocity},
                  {"mass", last ? given.load : 0.01}});
      if (i == 0) scene.constraint("distance", joint, {{"a", at(name)}, {"length", kLength}});
      if (i > 0) {
        scene.constraint("distance", joint,
                         {{"a", at(name)}, {"b", at(before)}, {"length", kLength}});
      }
    }
    before = name;
  }
  const Value last = at(before, {pole, 0});
  if (given.ball > 0) {
    scene.part("superquadric", "load",
               {{"position", Vec3((kLinks * kLength + given.ball) * down)},
                {"orientation", Quat::FromTwoVectors(Vec3::UnitX(), down)},
                {"radii", Vec3(given.ball, given.ball, given.ball)},
                {"motion", "rigid"},
                {"mass", given.load}});
    scene.constraint("point_to_point", "hook", {{"a", at("load", {0.0, 2 * pole})}, {"b", last}});
  } else if (given.rods) {
    scene.part("particle", "load",
               {{"position", Vec3(kLinks * kLength * down)}, {"mass", given.load}});
    scene.constraint("point_to_point", "hook", {{"a", at("load")}, {"b", last}});
  }
  return scene;
}

class HeavyChain : public ::testing::TestWithParam<LoadCase> {};

TEST_P(HeavyChain, HoldsAndSwingsAsAPendulum) {
  Simulator simulator(chainUnder(GetParam()).world());
  EnergyWatch watch(simulator.report().energy);
  double widest = 0, lowest = 0;
  bool conflicts = false;
  const double lag = std::string(GetParam().integrator) == "bdf2" ? 0 : 0.5;
  while (simulator.time() < 2 && simulator.report().status == RunStatus::Ok) {
    simulator.step(2);
    watch.look(ofTheEnd(simulator.report(), lag));
    for (const auto& joint : simulator.report().constraints) {
      widest = std::max(widest, joint.residual);
      conflicts |= joint.conflicting;
    }
    lowest = std::min(
        lowest, simulator.dynamics().endOf(kLinks - (GetParam().rods ? 0 : 1), 0).position.y());
  }
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LE(widest, 1e-6);
  EXPECT_FALSE(conflicts);
  // What is thrown about is solved for again where it led, at first, and does not lag then.
  EXPECT_LE(watch.rise(), GetParam().thrown > 0 ? 1e-2 : 2e-3);
  EXPECT_NEAR(lowest, -kLinks * kLength,
              GetParam().thrown > 0 || GetParam().angle > 1 ? 0.1 : 2e-3);
}

INSTANTIATE_TEST_SUITE_P(
    Loads, HeavyChain,
    ::testing::Values(LoadCase{"Particles", 1000, 0.004},
                      LoadCase{"ParticlesInLongSteps", 1000, 1.0 / 60},
                      LoadCase{"AMillionTimesAsHeavy", 1e4, 1.0 / 96},
                      LoadCase{"ParticlesThrown", 1000, 1.0 / 96, "implicit_euler", false, 2},
                      LoadCase{"ParticlesBuckle", 3, 1.0 / 96, "implicit_euler", false, 0, 2.5},
                      LoadCase{"ParticlesByBdf2", 1000, 0.004, "bdf2"},
                      LoadCase{"Rods", 10, 0.004, "implicit_euler", true},
                      LoadCase{"RodsInLongSteps", 1000, 1.0 / 60, "implicit_euler", true},
                      LoadCase{"RodsBuckle", 10, 1.0 / 60, "implicit_euler", true, 0, 2.5},
                      LoadCase{"RodsByBdf2", 1000, 1.0 / 60, "bdf2", true}),
    [](const auto& tested) { return tested.param.name; });

// Whatever the load: what light links would lose by turning is given back to the swing.
TEST(HeavyChain, KeepsItsSwing) {
  for (const double load : {0.01, 1.0, 100.0}) {
    const LoadCase chain{"", load, 1.0 / 96, "implicit_euler", true};
    Simulator simulator(chainUnder(chain).world());
    const double before = simulator.report().energy.total();
    const double weight = (load + 0.5 * kLinks * 0.01) * 9.81;  // [N] at the end of the chain
    const double swing = weight * kLinks * kLength * (1 - std::cos(chain.angle));
    simulator.advanceTo(5);
    EXPECT_NEAR(simulator.report().energy.total(), before, 0.02 * swing) << load;
  }
}

// It swings up on the other side and falls into the slack chain. Near its tie the last link must
// not feel the ball, nor anything hold the ball up that weighs ten thousand times less.
TEST(HeavyChain, ABallOnAChainSwingsOver) {
  const double height = kLinks * kLength + 0.2;  // [m] that it may fall
  LoadCase chain{"", 300, 1.0 / 96, "implicit_euler", true};
  chain.angle = std::numbers::pi / 2;
  chain.ball = 0.2;
  Simulator simulator(chainUnder(chain).settings({{"contact", "analytic"}}).world());
  EnergyWatch watch(simulator.report().energy);
  const double before = simulator.report().energy.total();
  while (simulator.time() < 2.4 && simulator.report().status == RunStatus::Ok) {
    simulator.step(3);
    watch.look(ofTheEnd(simulator.report()));
    ASSERT_FALSE(simulator.report().unsettled) << simulator.time();
  }
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  const double scale = chain.load * 9.81 * height;
  EXPECT_NEAR(simulator.report().energy.total(), before, 0.03 * scale);
  EXPECT_LE(watch.rise(), 1e-2);
}

// Two weights that spin about each other at the ends of a light rod: what holds against the rod's
// turning must not brake all of it.
TEST(HeavyChain, SpinsOnWhereItIsFree) {
  SceneBuilder scene(Defaults::Today);
  scene.settings({{"gravity", Vec3(0, 0, 0)}, {"contact", "springs"}});
  const double spin = 10, pole = std::numbers::pi / 2;  // [rad/s]
  scene.part("superquadric", "rod",
             {{"radii", Vec3(0.01, 0.01, 0.5)},
              {"mass", 0.1},
              {"motion", "rigid"},
              {"angular_velocity", Vec3(0, spin, 0)}});
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side > 0 ? "front" : "back";
    scene.part("particle", name,
               {{"position", Vec3(0, 0, 0.5 * side)},
                {"velocity", Vec3(0.5 * side * spin, 0, 0)},
                {"mass", 10.0}});
    scene.constraint("point_to_point", name + " joint",
                     {{"a", at(name)}, {"b", at("rod", {side * pole, 0.0})}});
  }
  Simulator simulator(scene.world());
  const double before = simulator.report().angularMomentum.y();
  simulator.advanceTo(2);
  EXPECT_NEAR(simulator.report().angularMomentum.y(), before, 1e-3 * before);
}

}  // namespace
}  // namespace sinew::test
