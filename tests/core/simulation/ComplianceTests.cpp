// Constraints that give way, as springs do.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/simulation/ConstraintDoctor.h"
#include "core/simulation/StepPeaks.h"
#include "tests/support/EnergyWatch.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kGravity = 9.81;  // [m/s²]

struct Method {
  const char* label;
  const char* integrator;
  double step;         // [s]
  double rise = 0.01;  // of energy; velocities of the step's middle show that much more
};

void PrintTo(const Method& method, std::ostream* out) {
  *out << method.label;
}

SceneBuilder ball(const Method& method, double mass, const Vec3& velocity = Vec3(0, 0, 0)) {
  SceneBuilder scene(Defaults::Today);
  scene.settings({{"integrator", method.integrator}, {"step", method.step}});
  scene.part("body", "ball",
             {{"shape", "ball"}, {"radius", 0.1}, {"mass", mass}, {"velocity", velocity}});
  return scene;
}

double heightOf(const Simulator& simulator) {
  return positionOf(simulator, "ball", {0, 0, 0}).y();
}

class CompliantPin : public testing::TestWithParam<Method> {};

// x″ = −x/(m c) about the sag m g c, with amplitude √(sag² + v² m c).
TEST_P(CompliantPin, SwingsOnAsItsStiffnessSays) {
  constexpr double kMass = 2, kCompliance = 5e-3, kSpeed = 2;  // [kg, m/N, m/s]
  SceneBuilder scene = ball(GetParam(), kMass, {0, kSpeed, 0});
  scene.constraint("position", "pin",
                   {{"point", at("ball", {0, 0, 0})},
                    {"target", Vec3(0, 0, 0)},
                    {"compliance", kCompliance},
                    {"damping_time", 0.0}});
  Simulator simulator(scene.world());
  const double sag = kMass * kGravity * kCompliance;
  const double period = 2 * std::numbers::pi * std::sqrt(kMass * kCompliance);
  const double amplitude = std::hypot(sag, kSpeed * std::sqrt(kMass * kCompliance));
  const double energy = 0.5 * kMass * kSpeed * kSpeed;
  double lowest = 0, first = 0, last = 0, crossed = 0;
  int periods = 0;
  EnergyWatch watch(simulator.report().energy, energy);
  while (simulator.time() < 11.25 * period) {
    ASSERT_EQ(simulator.step(11.25 * period).status, RunStatus::Ok) << simulator.report().message;
    watch.look(simulator.report().energy);
    const double y = heightOf(simulator);
    if (simulator.time() < period) first = std::min(first, y);
    if (simulator.time() > 10 * period) lowest = std::min(lowest, y);
    if (last < -sag && y >= -sag) {
      const double share = (-sag - last) / (y - last);
      crossed = simulator.time() - (1 - share) * simulator.report().stepSize;
      ++periods;
    }
    last = y;
  }
  EXPECT_EQ(periods, 11);
  EXPECT_NEAR(crossed, 11 * period - std::asin(sag / amplitude) / (2 * std::numbers::pi) * period,
              0.02 * period * periods);
  // It begins with a velocity that fixed steps take for that of half a step before.
  const double late = 0.5 * GetParam().step * kGravity * std::sqrt(kMass * kCompliance);
  EXPECT_NEAR(-first - sag, amplitude, 0.01 * amplitude + late);
  EXPECT_NEAR(lowest, first, 0.005 * amplitude);
  EXPECT_LE(watch.rise(), GetParam().rise);
}

// However stiff it is, however heavy what hangs there.
TEST_P(CompliantPin, ComesToRestWhereItHoldsTheWeight) {
  for (const double compliance : {1e-2, 1e-5, 1e-9}) {
    for (const double mass : {1e-2, 100.0}) {
      SceneBuilder scene = ball(GetParam(), mass);
      const double sag = mass * kGravity * compliance;
      if (sag > 0.2) continue;
      scene.constraint("position", "pin",
                       {{"point", at("ball", {0, 0, 0})},
                        {"target", Vec3(0, 0, 0)},
                        {"compliance", compliance},
                        {"damping_time", 2 * std::sqrt(mass * compliance)}});
      Simulator simulator(scene.world());
      simulator.advanceTo(std::string_view(GetParam().integrator) == "rkf45" ? 0.3 : 2);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      if (simulator.time() < 20 * std::sqrt(mass * compliance)) continue;
      EXPECT_NEAR(heightOf(simulator), -sag, 1e-3 * sag) << compliance << " " << mass;
      EXPECT_EQ(widestGap(simulator.report()), 0) << "it is not open";
    }
  }
}

// m g (l + s) = s²/(2 c).
TEST_P(CompliantPin, ALineThatGivesWayCatchesWhatFalls) {
  constexpr double kMass = 1, kCompliance = 2e-3, kLength = 0.5;  // [kg, m/N, m]
  SceneBuilder scene = ball(GetParam(), kMass);
  scene.constraint("distance", "line",
                   {{"a", at("ball", {0, 0, 0})},
                    {"place", Vec3(0, 0, 0)},
                    {"length", kLength},
                    {"holds", "at_most"},
                    {"compliance", kCompliance},
                    {"damping_time", 0.0}});
  scene.constraint("axis", "straight",
                   {{"a", at("ball", {0, 0, 0})}, {"direction", Vec3(0, 1, 0)}});
  Simulator simulator(scene.world());
  const double weight = kMass * kGravity;
  const double stretch = weight * kCompliance + std::sqrt(std::pow(weight * kCompliance, 2) +
                                                          2 * weight * kLength * kCompliance);
  double lowest = 0, highest = -1;
  while (simulator.time() < 1.2) {
    ASSERT_EQ(simulator.step(1.2).status, RunStatus::Ok) << simulator.report().message;
    lowest = std::min(lowest, heightOf(simulator));
    if (simulator.time() > 0.5) highest = std::max(highest, heightOf(simulator));
  }
  EXPECT_NEAR(lowest, -kLength - stretch, 0.03 * stretch);
  EXPECT_GT(highest, -0.1);
  EXPECT_LE(simulator.report().energy.drift, 0.02 * weight * kLength);
}

INSTANTIATE_TEST_SUITE_P(Methods, CompliantPin,
                         testing::Values(Method{"implicit", "implicit_euler", 1.0 / 96},
                                         Method{"implicit_at_60", "implicit_euler", 1.0 / 60},
                                         Method{"bdf2", "bdf2", 1.0 / 240},
                                         Method{"semi_implicit", "euler", 1.0 / 240, 0.03},
                                         Method{"rkf45", "rkf45", 1.0 / 96}),
                         [](const auto& its) { return std::string(its.param.label); });

// Two springs pull at one point: no conflict, and each has half of the way.
TEST(Compliance, SharesWhatExactConstraintsWouldFightOver) {
  SceneBuilder scene = ball({"", "implicit_euler", 1.0 / 96}, 1);
  scene.settings({{"gravity", Vec3(0, 0, 0)}});
  for (const double side : {-1.0, 1.0}) {
    scene.constraint("position", side < 0 ? "left" : "right",
                     {{"point", at("ball", {0, 0, 0})},
                      {"target", Vec3(0.3 * side, 0, 0)},
                      {"compliance", side < 0 ? 1e-3 : 2e-3}});
  }
  const auto world = scene.world();
  EXPECT_TRUE(diagnose(world).empty());
  Simulator simulator(world);
  simulator.advanceTo(2);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_NEAR(positionOf(simulator, "ball", {0, 0, 0}).x(), -0.1, 1e-6);
  EXPECT_NEAR(simulator.report().constraints[0].force, 200, 1e-2);
}

// Two dozen balls on springs that turn by 0.5 to 2 rad in a step, one each or four.
TEST(Compliance, KeepsItsBooksWhereItSwingsAsFastAsStepsFollow) {
  for (const double turned : {0.5, 0.9, 2.0}) {
    for (const int springs : {1, 4}) {
      SceneBuilder scene(Defaults::Today);
      scene.settings({{"gravity", Vec3(0, 0, 0)}, {"contact", "springs"}});
      for (int i = 0; i < 24; ++i) {
        const std::string name = "ball " + std::to_string(i);
        const double rate = turned * 96 / std::sqrt(1 + 0.01 * i);  // [1/s]
        scene.part("body", name,
                   {{"shape", "ball"},
                    {"radius", 0.1},
                    {"mass", 1.0},
                    {"position", Vec3(i, 0, 0)},
                    {"velocity", Vec3(0, 5, 0)}});
        for (int k = 0; k < springs; ++k) {
          scene.constraint("position", name + " spring " + std::to_string(k),
                           {{"point", at(name, {0, 0, 0})},
                            {"target", Vec3(i, 0, 0)},
                            {"compliance", springs / (rate * rate)},
                            {"damping_time", 0.0}});
        }
      }
      Simulator simulator(scene.world());
      const double energy = simulator.report().energy.kinetic;
      EnergyWatch watch(simulator.report().energy, energy);
      while (simulator.time() < 3) {
        ASSERT_EQ(simulator.step(3).status, RunStatus::Ok) << simulator.report().message;
        if (simulator.report().steps > 1) watch.look(simulator.report().energy);
      }
      EXPECT_LE(watch.rise(), 0.07 * turned * turned) << turned << " by " << springs;
    }
  }
}

// A key that jumps stretches it at once by 0.3 m; that it is switched off, or breaks, lets go of
// what it stores.
TEST_P(CompliantPin, KeepsItsBooksWhereKeysJumpAndWhereItLetsGo) {
  constexpr double kCompliance = 1e-3, kJump = 0.3;  // [m/N, m]
  Curve target{.components = 3,
               .keys = {{0, {0, 0, 0}, Interpolation::Step}, {0.5, {0, kJump, 0}}}};
  Curve on{.components = 1,
           .keys = {{0, {1}, Interpolation::Step}, {0.52, {0}, Interpolation::Step}}};
  for (const char* what : {"jumps", "is switched off", "breaks"}) {
    const bool breaks = std::string_view(what) == "breaks";
    SceneBuilder scene = ball(GetParam(), 1);
    scene.settings({{"gravity", Vec3(0, 0, 0)}});
    scene.constraint(
        "position", "pin",
        {{"point", at("ball", {0, 0, 0})},
         {"target", target},
         {"activation", std::string_view(what) == "is switched off" ? Value(on) : Value(true)},
         {"max_force", breaks ? 100.0 : 0.0},
         {"compliance", kCompliance},
         {"damping_time", 0.0}});
    Simulator simulator(scene.world());
    const double put = kJump * kJump / (2 * kCompliance);  // [J]
    double drift = 0, most = 0;
    while (simulator.time() < 1) {
      ASSERT_EQ(simulator.step(1).status, RunStatus::Ok) << what << simulator.report().message;
      drift = std::max(drift, std::abs(simulator.report().energy.drift));
      most = std::max(most, simulator.report().energy.work);
    }
    EXPECT_NEAR(most, put, 1e-6 * put) << what;
    EXPECT_LE(drift, 0.1 * put) << what << ": what the method loses or swings by";
    const bool holds = std::string_view(what) == "jumps";
    EXPECT_EQ(simulator.report().energy.dissipated > 0.3 * put, !holds) << what;
  }
}

// A line that is slack while its law still closes stores nothing.
TEST(Compliance, OfALimitStoresNothingWhereItIsSlack) {
  SceneBuilder scene = ball({"", "implicit_euler", 1.0 / 240}, 1);
  scene.settings({{"gravity", Vec3(0, 0, 0)}});
  scene.constraint("distance", "line",
                   {{"a", at("ball", {0, 0, 0})},
                    {"place", Vec3(0, 0.6, 0)},
                    {"length", 0.1},
                    {"holds", "at_most"},
                    {"compliance", 1e-3},
                    {"damping_time", 0.0}});
  Simulator simulator(scene.world());
  const auto& energy = simulator.report().energy;
  double slack = 0;  // [J] stored
  while (simulator.time() < 1) {
    ASSERT_EQ(simulator.step(1).status, RunStatus::Ok) << simulator.report().message;
    EXPECT_LE(energy.drift, 1e-3 * energy.work) << simulator.time();
    const double left = (positionOf(simulator, "ball", {0, 0, 0}) - Vec3(0, 0.6, 0)).norm() - 0.1;
    if (left < 0) slack = std::max(slack, std::abs(energy.elastic));
  }
  EXPECT_EQ(slack, 0);
  // Where it is caught within a step that begins slack, the spring is felt from the next one on.
  EXPECT_GE(energy.drift, -0.05 * energy.work);
}

// A ball slides along a rail as far as its friction says, however its eyelet gives way.
TEST(Compliance, OfAnEyeletRubs) {
  for (const char* integrator : {"implicit_euler", "rkf45"}) {
    SceneBuilder scene(Defaults::Today);
    scene.settings({{"integrator", integrator}});
    scene.part("rail", "rail", {{"length", 4.0}});
    scene.part("body", "ball",
               {{"shape", "ball"},
                {"radius", 0.1},
                {"mass", 1.0},
                {"velocity", Vec3(2, 0, 0)},
                {"position", Vec3(1, 0, 0)}});
    scene.constraint("pearl", "ring",
                     {{"a", at("rail", {0.25})},
                      {"b", at("ball", {0, 0, 0})},
                      {"friction", 0.5},
                      {"compliance", 1e-4}});
    Simulator simulator(scene.world());
    simulator.advanceTo(1.5);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const double slid = 4 / (2 * 0.5 * kGravity);  // [m] v²/(2 μ g)
    EXPECT_NEAR(heightOf(simulator), -kGravity * 1e-4, 1e-4) << integrator;
    EXPECT_NEAR(positionOf(simulator, "ball", {0, 0, 0}).x(), 1 + slid, 0.06 * slid) << integrator;
  }
}

// Jaws on springs press what they hold by their springs, however light they are.
TEST(Compliance, PressesALightJawAsHardAsItsSpringDoes) {
  SceneBuilder scene(Defaults::Today);
  scene.part("box", "anvil", {{"size", Vec3(0.4, 0.04, 0.4)}, {"position", Vec3(0, -0.02, 0)}});
  scene.part("body", "jaw",
             {{"size", Vec3(0.1, 0.02, 0.1)}, {"mass", 0.01}, {"position", Vec3(0, 0.02, 0)}});
  scene.constraint(
      "position", "spring",
      {{"point", at("jaw", {0, 0, 0})}, {"target", Vec3(0, -0.29, 0)}, {"compliance", 3e-4}});
  Simulator simulator(scene.world());
  ASSERT_EQ(simulator.world().solidContact(), SolidContact::Rows);
  simulator.advanceTo(1.5);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_NEAR(simulator.report().constraints[0].force, 1000, 30);
}

// A plank on four springs, on which things fall that weigh a thousandth and ten times as much.
TEST(Compliance, CarriesWhatFallsOnIt) {
  for (const double mass : {0.01, 100.0}) {
    SceneBuilder scene(Defaults::Today);
    scene.part("body", "plank", {{"size", Vec3(1, 0.05, 0.5)}, {"mass", 10.0}});
    scene.part("body", "block",
               {{"position", Vec3(0.1, 0.5, 0)}, {"size", Vec3(0.2, 0.2, 0.2)}, {"mass", mass}});
    for (int i = 0; i < 4; ++i) {
      const Vec3 corner(i % 2 ? 0.5 : -0.5, 0, i / 2 ? 0.25 : -0.25);
      scene.constraint("position", "spring " + std::to_string(i),
                       {{"point", at("plank", {corner.x(), corner.y(), corner.z()})},
                        {"target", corner},
                        {"compliance", 2e-4}});
    }
    Simulator simulator(scene.world());
    ASSERT_EQ(simulator.world().solidContact(), SolidContact::Rows);
    EnergyWatch watch(simulator.report().energy, mass * kGravity * 0.4);
    int rough = 0;
    while (simulator.time() < 4) {
      ASSERT_EQ(simulator.step(4).status, RunStatus::Ok) << simulator.report().message;
      watch.look(simulator.report().energy);
      rough += simulator.report().unsettled ? 1 : 0;
    }
    EXPECT_LE(watch.rise(), 0.02) << mass;
    EXPECT_LE(rough, 2) << mass;
    const double sag = (10 + mass) * kGravity * 2e-4 / 4;
    EXPECT_NEAR(positionOf(simulator, "plank", {0, 0, 0}).y(), -sag, 0.1 * sag) << mass;
  }
}

}  // namespace
}  // namespace sinew::test
