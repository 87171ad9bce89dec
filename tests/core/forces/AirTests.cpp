// Drag, lift and wind on whole surfaces, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/forces/Turbulence.h"
#include "core/forces/Wind.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

using std::numbers::pi;

constexpr double kDensity = 1.2, kDrag = 0.5, kFall = 9.81;

double speed(const Simulator& simulator, const char* part, const Vec3& along) {
  const int index = *simulator.world().findPart(part);
  const Part& compiled = *simulator.world().parts()[index].part;
  Vec3 x, v;
  compiled.locate(simulator.dynamics().scratch(index), *compiled.resolve({}), x, v);
  return v.dot(along);
}

SceneBuilder& exactly(SceneBuilder& scene) {
  return scene.settings({{"integrator", "rkf45"}, {"tolerance", 1e-9}});
}

// m v̇ = m g − r v²:  v = v∞ tanh(g t/v∞),  v∞ = √(m g/r).
TEST(Air, ABallFallsAsFastAsItsDragLetsIt) {
  const double mass = 0.01, radius = 0.1,
               resistance = 0.5 * kDensity * kDrag * pi * radius * radius;
  SceneBuilder scene;
  exactly(scene)
      .part("particle", "ball", {{"mass", mass}, {"radius", radius}})
      .force("air", "air", {{"buoyancy", false}});
  Simulator simulator(scene.world());
  const double last = std::sqrt(mass * kFall / resistance);
  for (const double time : {0.1, 0.5, 1.0, 3.0}) {
    simulator.advanceTo(time);
    EXPECT_NEAR(speed(simulator, "ball", -Vec3::UnitY()), last * std::tanh(kFall * time / last),
                1e-7);
  }
  EXPECT_NEAR(simulator.report().energy.drift, 0, 1e-8);
  EXPECT_GT(simulator.report().energy.dissipated, 0.1);
}

TEST(Air, LiftIsTheWeightOfTheAirThatIsNotThere) {
  const double mass = 0.02, radius = 0.2, volume = 4.0 / 3 * pi * std::pow(radius, 3);
  SceneBuilder scene;
  exactly(scene)
      .part("particle", "ball", {{"mass", mass}, {"radius", radius}})
      .part("superquadric", "solid",
            {{"mass", mass},
             {"radii", Vec3(radius, radius, radius)},
             {"motion", "rigid"},
             {"position", Vec3(5, 0, 0)}})
      .force("air", "air", {{"drag", 0.0}});
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  const double up = 0.5 * (kDensity * volume / mass - 1) * kFall;
  EXPECT_NEAR(positionOf(simulator, "ball").y(), up, 1e-9);
  // Its skin is a net of flat faces inside the sphere.
  const double rise = positionOf(simulator, "solid", {pi / 2, 0}).z() - radius;
  EXPECT_NEAR(rise, 0, 1e-9);  // nothing turns it or pushes it aside
  EXPECT_NEAR(positionOf(simulator, "solid", {0, 0}).y() / up, 1, 0.06);
}

// What is light takes on the wind's speed and never more, in steps of any length.
TEST(Air, NothingIsThrownBackByTheAir) {
  for (const char* integrator : {"euler", "implicit_euler", "bdf2"}) {
    SceneBuilder scene;
    scene.settings({{"integrator", integrator}, {"step", 0.02}, {"gravity", Vec3(0, 0, 0)}})
        .part("particle", "ball", {{"mass", 1e-4}, {"radius", 0.1}})
        .part("superquadric", "balloon",
              {{"mass", 0.004},
               {"radii", Vec3(0.15, 0.15, 0.15)},
               {"position", Vec3(0, 3, 0)},
               {"motion", "local"}})
        .force("air", "air", {{"wind", Vec3(12, 0, 0)}});
    Simulator simulator(scene.world());
    double before = 0;
    for (int step = 1; step <= 50; ++step) {
      simulator.advanceTo(0.02 * step);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      const double now = speed(simulator, "ball", Vec3::UnitX());
      EXPECT_GE(now, before - 1e-3) << integrator;
      EXPECT_LE(now, 12.0 + 1e-9) << integrator;
      before = now;
    }
    EXPECT_GT(before, 11.5) << integrator;
    const Vec3 balloon = positionOf(simulator, "balloon", {0, 0});
    EXPECT_GT(balloon.x(), 8) << integrator;
    EXPECT_LT(balloon.x(), 12.5) << integrator;
  }
}

// A hanging string that only drag across it and its weight pull at is straight: w sin φ = r cos² φ
// at the angle φ from the vertical, per length.
TEST(Air, AStringHangsStraightInTheWind) {
  const double radius = 0.002, density = 900, length = 1, wind = 8;
  SceneBuilder scene;
  scene.settings({{"integrator", "implicit_euler"}, {"step", 0.01}})
      .part("rope", "string",
            {{"length", length},
             {"radius", radius},
             {"density", density},
             {"youngs_modulus", 1e6},
             {"internal_damping", 0.05},
             {"control_points", std::int64_t{16}},
             {"orientation", Quat(std::sqrt(0.5), 0, 0, -std::sqrt(0.5))}})
      .constraint("position", "nail", {{"point", at("string", {0})}, {"target", Vec3(0, 0, 0)}})
      .force("air", "air", {{"wind", Vec3(wind, 0, 0)}, {"buoyancy", false}});
  Simulator simulator(scene.world());
  simulator.advanceTo(15);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  const double weight = density * pi * radius * radius * kFall;
  const double resistance = 0.5 * kDensity * (4.0 / 3) * kDrag * 2 * radius * wind * wind;
  const double ratio = resistance / weight;  // sin φ = ratio (1 − sin² φ)
  const double angle = std::asin((std::sqrt(1 + 4 * ratio * ratio) - 1) / (2 * ratio));
  const Vec3 tip = positionOf(simulator, "string", {1}),
             middle = positionOf(simulator, "string", {0.5});
  EXPECT_NEAR(std::atan2(tip.x(), -tip.y()), angle, 0.01 * angle);
  EXPECT_NEAR(std::atan2(middle.x(), -middle.y()), angle, 0.01 * angle);
}

// What is held shows all of its drag, in steps of any length in which that alone would not stop it.
TEST(Air, AHeldBallHangsAskewAlikeInAnySteps) {
  for (const double step : {0.01, 0.001}) {
    SceneBuilder scene;
    scene.settings({{"integrator", "implicit_euler"}, {"step", step}})
        .part("particle", "ball", {{"mass", 0.01}, {"radius", 0.1}, {"position", Vec3(0, -1, 0)}})
        .constraint("distance", "thread",
                    {{"a", at("ball")}, {"place", Vec3(0, 0, 0)}, {"length", 1.0}})
        .force("air", "air", {{"wind", Vec3(3, 0, 0)}, {"buoyancy", false}});
    Simulator simulator(scene.world());
    simulator.advanceTo(30);
    const Vec3 ball = positionOf(simulator, "ball");
    const double drag = 0.5 * kDensity * kDrag * pi * 0.01 * 9, weight = 0.01 * kFall;
    EXPECT_NEAR(-ball.x() / ball.y(), drag / weight, 1e-3) << step;
  }
}

TEST(Air, ActsOnThePartsThatAreNamed) {
  SceneBuilder scene;
  exactly(scene)
      .settings({{"gravity", Vec3(0, 0, 0)}})
      .part("particle", "in", {{"radius", 0.1}})
      .part("particle", "out", {{"radius", 0.1}, {"position", Vec3(1, 0, 0)}})
      .force("air", "air", {{"wind", Vec3(0, 0, 5)}, {"parts", ValueList{std::string("in")}}});
  Simulator simulator(scene.world());
  simulator.advanceTo(0.5);
  EXPECT_GT(positionOf(simulator, "in").z(), 1e-3);
  EXPECT_EQ(positionOf(simulator, "out").z(), 0);
}

// — gusts —

TEST(Turbulence, BlowsAsFastAsAskedAndMakesNoAir) {
  const Turbulence gusts({2.0, 1.5, 7});
  double sum = 0;
  int count = 0;
  for (double x = 0; x < 60; x += 1.9) {
    for (double y = 0; y < 60; y += 2.3, ++count) {
      sum += gusts.at({x, y, 0.7 * x - y}, 0.31 * count).squaredNorm();
    }
  }
  EXPECT_NEAR(std::sqrt(sum / count), 2.0, 0.2);
  const double step = 1e-5;
  for (const Vec3& at : {Vec3(0.1, 0.2, 0.3), Vec3(-4, 5, 60)}) {
    double divergence = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 aside = step * Vec3::Unit(axis);
      divergence += (gusts.at(at + aside, 1) - gusts.at(at - aside, 1))[axis] / (2 * step);
    }
    EXPECT_NEAR(divergence, 0, 1e-6);
  }
  EXPECT_EQ(gusts.at({1, 2, 3}, 4), Turbulence({2.0, 1.5, 7}).at({1, 2, 3}, 4));
  EXPECT_NE(gusts.at({1, 2, 3}, 4), Turbulence({2.0, 1.5, 8}).at({1, 2, 3}, 4));
}

Curve steadyGusts(double value) {
  return {.components = 1, .keys = {{.time = 0, .value = {value}}}};
}

Wind windWith(Curve mean, Curve gusts) {
  return Wind({.mean = std::move(mean), .gusts = std::move(gusts), .eddies = 1, .seed = 1});
}

Curve noWind() {
  return {.components = 3, .keys = {{.time = 0}}};
}

TEST(Wind, IsTheSameBeforeItsFirstKeyWhereverThatLies) {
  const auto from = [](double first) {
    const auto linear = Interpolation::Linear;
    Curve mean{3, {{first, {3, 0, 0}, linear}, {first + 2, {5, 1, 0}, linear}}};
    return windWith(std::move(mean), steadyGusts(0.5));
  };
  const Wind early = from(1), late = from(4);
  const Wind constant = windWith({.components = 3, .keys = {{0, {3, 0, 0}}}}, steadyGusts(0.5));
  for (const double time : {0.0, 0.3, 0.99}) {
    const Vec3 place(0.3, 0.4, 0.5);
    EXPECT_EQ(early.at(time).at(place), late.at(time).at(place));
    EXPECT_EQ(early.at(time).at(place), constant.at(time).at(place));
  }
}

// What floats along feels the same gust again, but for what the gust itself turns meanwhile.
TEST(Wind, CarriesGustsAlong) {
  Curve mean;
  mean.components = 3;
  mean.keys = {{1, {0, 0, 0}, Interpolation::Linear},
               {3, {40, 0, 0}, Interpolation::Step},
               {4, {0, 100, 0}}};
  const Wind wind = windWith(mean, steadyGusts(0.5)), still = windWith(noWind(), steadyGusts(0.5));
  const auto gust = [&](const Wind& of, double time, const Vec3& place, const Vec3& blows) {
    return Vec3(of.at(time).at(place) - blows);
  };
  const Vec3 place(0.3, 0.4, 0.5);
  EXPECT_NEAR((gust(wind, 0.5, place, Vec3::Zero()) - gust(still, 0.5, place, Vec3::Zero())).norm(),
              0, 1e-12);
  // 40 m/s reached evenly in 2 s, then for 1 s, then half a second of 100 m/s up.
  EXPECT_NEAR((gust(wind, 4.5, place + Vec3(80, 50, 0), {0, 100, 0}) -
               gust(still, 4.5, place, Vec3::Zero()))
                  .norm(),
              0, 1e-9);
}

TEST(Wind, GustsAreAsStrongAsTheirKeysSay) {
  Curve keyed;
  keyed.keys = {{.time = 0, .value = {2}, .toNext = Interpolation::Linear},
                {.time = 2, .value = {0}, .toNext = Interpolation::Step},
                {.time = 5, .value = {4}, .toNext = Interpolation::Step}};
  const Wind gusty = windWith(noWind(), keyed), even = windWith(noWind(), steadyGusts(1));
  const Vec3 place(0.3, -0.4, 2);
  // Eddies turn as fast as they blow: at 1 s as far as even gusts of 1 m/s do in 1.5 s.
  EXPECT_NEAR((gusty.at(1).at(place) - 1.0 * even.at(1.5).at(place)).norm(), 0, 1e-12);
  EXPECT_NEAR((gusty.at(6).at(place) - 4.0 * even.at(6).at(place)).norm(), 0, 1e-12);
  EXPECT_EQ(gusty.at(3).at(place), Vec3::Zero());
  std::vector<double> events;
  gusty.eventTimes(0, 10, events);
  EXPECT_EQ(events, (std::vector<double>{2, 5}));
}

}  // namespace
}  // namespace sinew::test
