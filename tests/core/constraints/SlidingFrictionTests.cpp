// Friction where ropes slide, against Coulomb's law in closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kFriction = 0.3;

struct Method {
  const char* integrator;
  double step;    ///< [s]
  double creeps;  ///< [m] at most, of what should stay
};

/// A light wire, held straight, on which a heavier bead slides down the slope.
class Wire : public testing::TestWithParam<Method> {
 protected:
  static SceneBuilder scene(double slope) {
    SceneBuilder scene;
    const Vec3 along(std::cos(slope), -std::sin(slope), 0);
    const ValueList end(1, Value(Vec3(0.4 * along)));
    scene
        .settings({{"integrator", GetParam().integrator},
                   {"step", GetParam().step},
                   {"tolerance", 1e-6},
                   {"gravity", Vec3(0, -kG, 0)}})
        .part("rope", "wire",
              {{"points", end},
               {"control_points", std::int64_t{6}},
               {"radius", 0.02},
               {"density", 100.0},
               {"youngs_modulus", 1e7},
               {"damping", 0.01}})
        .part("particle", "bead", {{"position", Vec3(0.05 * along)}, {"mass", 0.05}})
        .constraint("pearl", "thread",
                    {{"a", at("wire", {0.125})},
                     {"b", MaterialPoint{"bead", {}}},
                     {"friction", kFriction}});
    for (int i = 0; i <= 4; ++i) {
      scene.constraint("position", "nail" + std::to_string(i),
                       {{"point", at("wire", {0.25 * i})}, {"target", Vec3(0.1 * i * along)}});
    }
    return scene;
  }
  /// [m] along the wire.
  static double slid(double slope, double time) {
    Simulator simulator(scene(slope).world());
    simulator.advanceTo(time);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    return positionOf(simulator, "bead").norm() - 0.05;
  }
};

TEST_P(Wire, WhatIsSteeperThanItsFrictionSlidesAsCoulombSays) {
  const double slope = 0.6, time = 0.25;
  const double expected = 0.5 * kG * (std::sin(slope) - kFriction * std::cos(slope)) * time * time;
  EXPECT_NEAR(slid(slope, time), expected, 0.02 * expected);
}

TEST_P(Wire, WhatIsLessSteepStays) {
  const double slope = std::atan(0.98 * kFriction);
  EXPECT_NEAR(slid(slope, 0.25), 0, GetParam().creeps);
}

// Euler's wire goes on trembling, which shakes the bead down; under rkf45 friction fades where it
// is slow.
INSTANTIATE_TEST_SUITE_P(Integrators, Wire,
                         testing::Values(Method{"implicit_euler", 0.002, 1e-5},
                                         Method{"bdf2", 0.002, 1e-5}, Method{"euler", 2e-4, 5e-4},
                                         Method{"rkf45", 0.002, 3e-3}),
                         [](const auto& test) { return std::string(test.param.integrator); });

constexpr int kPosts = 16;
constexpr double kBend = 0.1, kStraight = 0.5, kMass = 1;  // [m], [m], [kg]
constexpr double kLength = 2 * kStraight + kPi * kBend;    // [m]

double postAngle(int post) {
  return (post + 0.5) * kPi / kPosts;
}

Vec3 postAt(int post) {
  const double angle = postAngle(post);
  return {kBend * (1 - std::cos(angle)), kStraight + kBend * std::sin(angle), 0};
}

ValueList wayOverPosts() {
  ValueList way;
  way.emplace_back(Vec3(0, kStraight, 0));
  for (int i = 0; i < kPosts; ++i) way.emplace_back(postAt(i));
  way.emplace_back(Vec3(2 * kBend, kStraight, 0));
  way.emplace_back(Vec3(2 * kBend, 0, 0));
  return way;
}

Curve drawnDown() {
  Curve pulled;
  pulled.components = 3;
  pulled.keys.push_back({0.5, {2 * kBend, 0, 0}});
  pulled.keys.push_back({2.5, {2 * kBend, -0.1, 0}});
  return pulled;
}

SceneBuilder capstan() {
  SceneBuilder scene;
  scene.settings({{"integrator", "implicit_euler"}, {"step", 0.005}, {"gravity", Vec3(0, -kG, 0)}})
      .part("rope", "cord",
            {{"points", wayOverPosts()},
             {"control_points", std::int64_t{120}},
             {"radius", 0.001},
             {"density", 100.0},
             {"youngs_modulus", 1e9},
             {"damping", 0.02}})
      .part("particle", "weight", {{"mass", kMass}})
      .constraint("point_to_point", "tie",
                  {{"a", at("cord", {0})}, {"b", MaterialPoint{"weight", {}}}})
      .constraint("position", "pull", {{"point", at("cord", {1})}, {"target", drawnDown()}});
  for (int i = 0; i < kPosts; ++i) {
    scene.constraint("keyhole", "post" + std::to_string(i),
                     {{"a", at("cord", {(kStraight + kBend * postAngle(i)) / kLength})},
                      {"place", postAt(i)},
                      {"friction", kFriction}});
  }
  return scene;
}

// A light cord over smooth posts in a half circle, drawn so slowly that only friction counts. Round
// posts that turn it by b each, T₂/T₁ = ((1 + μ tan b/2)/(1 − μ tan b/2))ⁿ, which is the capstan's
// e^{μ π} but for 0.5 %.
TEST(SlidingFriction, ACordRoundACapstan) {
  Simulator simulator(capstan().world());
  simulator.advanceTo(2.2);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  const double half = std::tan(0.5 * kPi / kPosts), weight = kMass * kG;
  const double ratio = std::pow((1 + kFriction * half) / (1 - kFriction * half), kPosts);
  EXPECT_NEAR(simulator.report().constraints[0].force, weight, 0.01 * weight);
  EXPECT_NEAR(simulator.report().constraints[1].force, ratio * weight, 0.01 * ratio * weight);
  EXPECT_LT(simulator.report().energy.drift, 1e-6) << "implicit Euler loses, and gains nothing";
}

// An eyelet that is itself moved rubs along a cord that it presses down: what moves it does the
// work that friction takes.
TEST(SlidingFriction, AMovingEyeletPaysForItsFriction) {
  Curve moved;
  moved.components = 3;
  moved.keys.push_back({0, {0.4, -0.05, 0}});
  moved.keys.push_back({0.5, {0.4, -0.05, 0}});
  moved.keys.push_back({1.5, {0.6, -0.05, 0}});
  SceneBuilder scene;
  scene.settings({{"integrator", "bdf2"}, {"step", 0.002}, {"gravity", Vec3(0, 0, 0)}})
      .part("rope", "cord",
            {{"length", 1.0},
             {"control_points", std::int64_t{20}},
             {"radius", 0.005},
             {"youngs_modulus", 1e7},
             {"damping", 1.0}});
  for (const double end : {0.0, 1.0}) {
    scene.constraint("position", "end" + std::to_string(end),
                     {{"point", at("cord", {end})}, {"target", Vec3(end, 0, 0)}});
  }
  scene.constraint("keyhole", "eyelet",
                   {{"a", at("cord", {0.4})},
                    {"place", moved},
                    {"friction", kFriction},
                    {"assembly_time", 0.2}});
  Simulator simulator(scene.world());
  simulator.advanceTo(0.5);
  const Energies before = simulator.report().energy;
  simulator.advanceTo(1.4);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  const Energies after = simulator.report().energy;
  const double taken = after.dissipated - before.dissipated;
  EXPECT_GT(taken, 0.01);
  EXPECT_NEAR(after.drift, before.drift, 0.05 * taken);
}

// At its end the rope's stop holds what slid there; friction beside it would repeat the stop.
TEST(SlidingFriction, AtItsStopNothingIsRedundant) {
  SceneBuilder scene;
  scene.settings({{"integrator", "implicit_euler"}, {"step", 0.005}, {"gravity", Vec3(3, -kG, 0)}})
      .part("rope", "wire", {{"length", 0.4}, {"radius", 0.02}, {"youngs_modulus", 1e7}})
      .part("particle", "bead", {{"position", Vec3(0.3, 0, 0)}, {"mass", 0.05}})
      .constraint("pearl", "thread",
                  {{"a", at("wire", {0.75})}, {"b", MaterialPoint{"bead", {}}}, {"friction", 0.1}});
  for (int i = 0; i <= 2; ++i) {
    scene.constraint("position", "nail" + std::to_string(i),
                     {{"point", at("wire", {0.5 * i})}, {"target", Vec3(0.2 * i, 0, 0)}});
  }
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_NEAR(positionOf(simulator, "bead").x(), 0.4, 1e-3);
  EXPECT_FALSE(simulator.report().constraints[0].redundant);
  EXPECT_FALSE(simulator.report().constraints[0].conflicting);
}

TEST(SlidingFriction, GoesOnFromTheMiddleToTheLastBit) {
  const auto world = capstan().world();
  Simulator straight(world), resumed(world);
  straight.advanceTo(0.7);
  const State middle = straight.state();
  straight.advanceTo(0.9);
  resumed.restore(middle);
  resumed.advanceTo(0.9);
  EXPECT_EQ(resumed.state().reals, straight.state().reals);
}

}  // namespace
}  // namespace sinew::test
