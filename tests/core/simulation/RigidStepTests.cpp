// Analytic contact of rigid parts: flight, impacts, friction and rest against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/Bounces.h"
#include "tests/support/EnergyWatch.h"
#include "tests/support/SceneBuilder.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

SceneBuilder analytic(double step, double restitution, double friction = 0.5) {
  SceneBuilder scene;
  scene.settings({{"integrator", "implicit_euler"},
                  {"contact", "analytic"},
                  {"step", step},
                  {"restitution", restitution},
                  {"friction", friction}});
  return scene;
}

void addBall(SceneBuilder& scene, const std::string& name, const Vec3& at, const Vec3& velocity,
             double radius = 0.1, double mass = 1) {
  scene.part("superquadric", name,
             {{"position", at},
              {"velocity", velocity},
              {"radii", Vec3::Constant(radius).eval()},
              {"mass", mass}});
}

void addBlock(SceneBuilder& scene, const std::string& name, const Vec3& at, const Vec3& half) {
  scene.part(
      "superquadric", name,
      {{"position", at}, {"radii", half}, {"exponent_u", 0.1}, {"exponent_v", 0.1}, {"mass", 1.0}});
}

Vec3 centreOf(const Simulator& simulator, std::string_view part) {
  const int index = *simulator.world().findPart(part);
  const World& world = simulator.world();
  return Vec3(simulator.state().reals.data() + world.offsets().y + world.parts()[index].firstQ);
}

TEST(RigidStep, ServesWorldsOfFreeRigidPartsAndNoOthers) {
  SceneBuilder free = analytic(0.01, 0.5);
  addBall(free, "ball", Vec3::Zero(), Vec3::Zero());
  EXPECT_EQ(free.world()->solidContact(), SolidContact::Analytic);
  SceneBuilder mixed = analytic(0.01, 0.5);
  addBall(mixed, "ball", Vec3::Zero(), Vec3::Zero());
  mixed.part("rope", "string", {});
  EXPECT_EQ(mixed.world()->solidContact(), SolidContact::Rows);
  free.settings({{"integrator", "bdf2"}});
  EXPECT_EQ(free.world()->solidContact(), SolidContact::Analytic);
  free.settings({{"integrator", "rkf45"}});
  EXPECT_EQ(free.world()->solidContact(), SolidContact::Rows) << "which steps by its error";
  free.settings({{"contact", "barrier"}});
  EXPECT_EQ(free.world()->solidContact(), SolidContact::Barrier) << "who asks for it gets it";
}

TEST(RigidStep, FlightIsExactAtAnyStep) {
  SceneBuilder scene = analytic(1.0 / 24, 0.5);
  addBall(scene, "ball", {0, 1, 0}, {1, 2, 0});
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  EXPECT_NEAR((centreOf(simulator, "ball") - Vec3(1, 1 + 2 - 0.5 * 9.81, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR(simulator.report().energy.drift, 0, 1e-12);
}

/// [m] How high a ball of radius 0.1 m rises after its n-th bounce from 1 m above a floor.
std::vector<double> bounces(double step, double restitution, int count) {
  SceneBuilder scene = analytic(step, restitution);
  scene.part("plane", "floor", {{"restitution", restitution}});
  addBall(scene, "ball", {0, 1.1, 0}, Vec3::Zero());
  Simulator simulator(scene.world());
  std::vector<double> heights = topsOfBounces(simulator, "ball", count);
  for (double& height : heights) height -= 0.1;
  return heights;
}

TEST(RigidStep, TheNthBounceRisesByTheRestitutionAtAnyStep) {
  for (const double step : {1e-3, 5e-3, 1e-2}) {
    const double e = 0.8;
    const std::vector<double> heights = bounces(step, e, 4);
    ASSERT_EQ(heights.size(), 4U) << step;
    for (int n = 0; n < 4; ++n) {
      const double right = std::pow(e, 2 * (n + 1));
      // Tops are looked at once a step, where they may lie 1/8 g h² below.
      EXPECT_NEAR(heights[n], right, 0.01 * right + 9.81 * step * step) << step << " " << n;
    }
  }
}

TEST(RigidStep, WhatBouncesFullyKeepsItsEnergy) {
  const std::vector<double> heights = bounces(5e-3, 1, 10);
  ASSERT_EQ(heights.size(), 10U);
  for (const double height : heights) EXPECT_NEAR(height, 1, 0.01);
}

/// A ball that flies to and fro between two walls as it falls.
std::shared_ptr<const World> shaft(double friction) {
  SceneBuilder scene = analytic(1.0 / 96, 1, friction);
  scene.part("plane", "left",
             {{"position", Vec3(-0.15, 0, 0)}, {"normal", Vec3(1, 0, 0)}, {"friction", friction}});
  scene.part("plane", "right",
             {{"position", Vec3(0.15, 0, 0)}, {"normal", Vec3(-1, 0, 0)}, {"friction", friction}});
  addBall(scene, "ball", Vec3::Zero(), {3, 0, 0});
  return scene.world();
}

// Gravity pulls along walls in a step with an impact as in any other.
TEST(RigidStep, WhatBouncesBetweenWallsFallsFreely) {
  Simulator simulator(shaft(0));
  simulator.advanceTo(0.5);
  EXPECT_NEAR(centreOf(simulator, "ball").y(), -0.5 * 9.81 * 0.25, 1e-9);
  EXPECT_NEAR(simulator.report().momentum.y(), -9.81 * 0.5, 1e-9);
  EXPECT_NEAR(simulator.report().energy.drift, 0, 1e-9);
}

TEST(RigidStep, WhatRubsOnWallsAsItBouncesMakesNoEnergy) {
  Simulator simulator(shaft(0.5));
  simulator.advanceTo(0.5);
  EXPECT_LT(simulator.report().energy.drift, 0.03) << "of 16 J";
}

TEST(RigidStep, ABallRollsOnWithItsEnergy) {
  SceneBuilder scene = analytic(1.0 / 96, 0.5);
  scene.part("plane", "floor", {});
  addBall(scene, "ball", {0, 0.1, 0}, {1, 0, 0});
  Simulator simulator(scene.world());
  simulator.advanceTo(1);  // it has come to roll
  const double before = simulator.report().energy.total();
  simulator.advanceTo(8);
  EXPECT_NEAR(simulator.report().energy.total(), before, 1e-6 * before);
  EXPECT_NEAR(simulator.report().energy.drift, 0, 1e-3);
  EXPECT_GT(centreOf(simulator, "ball").x(), 5);
}

TEST(RigidStep, WhatRollsOffABallKeepsToItAndGainsNothing) {
  SceneBuilder scene = analytic(0.01, 0.5);
  scene.part("plane", "floor", {});
  // Half of the margins apart, which is how far they would be moved.
  addBall(scene, "below", {0, 0.1005, 0}, Vec3::Zero(), 0.1, 100);
  addBall(scene, "above", {0, 0.301, 0}, {0.1, 0, 0});
  Simulator simulator(scene.world());
  const auto apart = [&] {
    return (centreOf(simulator, "above") - centreOf(simulator, "below")).norm();
  };
  simulator.advanceTo(0.05);
  EnergyWatch watch(simulator.report().energy);
  const double before = apart();
  while (centreOf(simulator, "above").y() > 0.29) {
    ASSERT_LT(simulator.time(), 2);
    simulator.step(2);
    EXPECT_NEAR(apart(), before, 3e-7) << simulator.time();  // [m]
    watch.look(simulator.report().energy);
  }
  EXPECT_LE(watch.rise(), 1e-3);  // of 2 J: the step is of second order
}

TEST(RigidStep, WhatStartsInsideTheFloorIsLiftedOutAndTheWorkIsBooked) {
  SceneBuilder scene = analytic(1.0 / 96, 0);
  scene.part("plane", "floor", {});
  addBlock(scene, "block", {0, 0.05, 0}, Vec3(0.1, 0.1, 0.1));
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_GT(centreOf(simulator, "block").y(), 0.09);
  EXPECT_NEAR(simulator.report().energy.flows[EnergyFlow::Contact], 9.81 * 0.05, 0.02);
  EXPECT_NEAR(simulator.report().energy.drift, 0, 1e-3);
}

TEST(RigidStep, GravityThatIsKeyedIsBookedOnce) {
  SceneBuilder scene = analytic(1.0 / 96, 0);
  Curve gravity;
  gravity.components = 3;
  gravity.keys = {{0, {0, -9.81, 0}}, {1, {0, -1, 0}}};
  scene.settings({{"gravity", gravity}});
  scene.part("plane", "floor", {});
  addBlock(scene, "block", {0, 0.1, 0}, Vec3(0.1, 0.1, 0.1));
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  EXPECT_NEAR(simulator.report().energy.drift, 0, 1e-3);
  EXPECT_NEAR(simulator.report().energy.dissipated, 0, 1e-3);
}

TEST(RigidStep, BallsAboutOneCentrePart) {
  SceneBuilder scene = analytic(1.0 / 96, 0);
  scene.settings({{"gravity", Vec3(0, 0, 0)}});
  addBall(scene, "one", Vec3::Zero(), Vec3::Zero());
  addBall(scene, "other", Vec3::Zero(), Vec3::Zero());
  Simulator simulator(scene.world());
  simulator.advanceTo(1);
  const double apart = (centreOf(simulator, "one") - centreOf(simulator, "other")).norm();
  EXPECT_NEAR(apart, 0.2, 2e-3);
}

TEST(RigidStep, ARowOfBallsHandsOnTheSpeedOfTheFirst) {
  SceneBuilder scene = analytic(5e-3, 1);
  scene.settings({{"gravity", Vec3(0, 0, 0)}});
  for (int i = 0; i < 5; ++i) {
    const Vec3 at(0.201 * i, 0, 0);
    addBall(scene, "ball" + std::to_string(i), at - Vec3(i == 0 ? 0.1 : 0, 0, 0),
            Vec3(i == 0 ? 1 : 0, 0, 0));
  }
  Simulator simulator(scene.world());
  simulator.advanceTo(0.5);
  const double y = centreOf(simulator, "ball4").x();
  simulator.advanceTo(1);
  EXPECT_NEAR(centreOf(simulator, "ball4").x() - y, 0.5, 0.005);
  EXPECT_NEAR(simulator.report().momentum.x(), 1, 1e-12);
  EXPECT_NEAR(simulator.report().energy.kinetic, 0.5, 1e-9);
}

/// [m] How far a block slides in 2 s down a slope of this gradient, with friction 0.5.
double slidden(double gradient) {
  SceneBuilder scene = analytic(5e-3, 0, 0.5);
  const Vec3 normal = Vec3(-gradient, 1, 0).normalized();
  scene.part("plane", "slope", {{"normal", normal}, {"friction", 0.5}, {"restitution", 0.0}});
  const double angle = std::atan(gradient);
  scene.part("superquadric", "block",
             {{"position", Vec3(0.0999 * normal + 1e-3 * normal)},
              {"orientation", Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()))},
              {"radii", Vec3(0.1, 0.1, 0.1)},
              {"exponent_u", 0.1},
              {"exponent_v", 0.1},
              {"friction", 0.5},
              {"mass", 1.0}});
  Simulator simulator(scene.world());
  simulator.advanceTo(0.2);
  const Vec3 start = centreOf(simulator, "block");
  simulator.advanceTo(2.2);
  return (centreOf(simulator, "block") - start).norm();
}

TEST(RigidStep, ABlockStandsOnASlopeUpToTheLimitOfFrictionAndSlidesBeyond) {
  EXPECT_LT(slidden(0.48), 1e-4);
  EXPECT_GT(slidden(0.52), 0.02);
}

TEST(RigidStep, AStackStandsStill) {
  SceneBuilder scene = analytic(5e-3, 0.3);
  scene.part("plane", "floor", {});
  for (int i = 0; i < 4; ++i) {
    addBlock(scene, "block" + std::to_string(i), {0, 0.1 + 0.201 * i, 0}, Vec3(0.1, 0.1, 0.1));
  }
  Simulator simulator(scene.world());
  simulator.advanceTo(2);
  const Vec3 top = centreOf(simulator, "block3");
  simulator.advanceTo(4);
  EXPECT_LT((centreOf(simulator, "block3") - top).norm(), 1e-4);
  EXPECT_EQ(simulator.report().maxPenetration, 0);
  EXPECT_LT(simulator.report().energy.kinetic, 1e-6);
}

/// Bricks that fly towards each other, spinning; the k-th one at places[k].
Simulator shotOf(Seeded& random, const std::vector<Vec3>& places, double restitution) {
  const double friction = random.uniform(0, 1);
  SceneBuilder scene = analytic(5e-3, restitution, friction);
  scene.settings({{"gravity", Vec3(0, 0, 0)}});
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Vec3 at = places[i] + random.vector(0.05);
    const Vec3 half(random.uniform(0.05, 0.2), random.uniform(0.05, 0.2), 0.1);
    scene.part("superquadric", "part" + std::to_string(i),
               {{"position", at},
                {"velocity", Vec3(-3 * places[i])},
                {"angular_velocity", random.vector(5)},
                {"radii", half},
                {"exponent_u", 0.3},
                {"exponent_v", 0.3},
                {"mass", random.uniform(0.1, 10)}});
  }
  return Simulator(scene.world());
}

// What is moved apart in positions alone, or ends on another part with the speed of one that has
// flown on, takes its momentum along beside its line: by millimetres (docs/architecture.md).
// Six on top of each other, every other one ten thousand times as heavy.
TEST(RigidStep, AStackOfUnevenMassesStands) {
  SceneBuilder scene = analytic(1.0 / 96, 0.5);
  scene.part("plane", "floor", {});
  for (int i = 0; i < 6; ++i) {
    scene.part("superquadric", "block" + std::to_string(i),
               {{"position", Vec3(0.005 * (i % 2), 0.101 + 0.202 * i, 0)},
                {"radii", Vec3(0.1, 0.1, 0.1)},
                {"exponent_u", 0.1},
                {"exponent_v", 0.1},
                {"mass", i % 2 == 0 ? 1.0 : 1e4}});
  }
  Simulator simulator(scene.world());
  simulator.advanceTo(2);
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  for (int i = 0; i < 6; ++i) {
    const Vec3 at = centreOf(simulator, "block" + std::to_string(i));
    EXPECT_NEAR((at - Vec3(0.005 * (i % 2), 0.1 + 0.201 * i, 0)).norm(), 0, 0.01) << i;
  }
}

// Solves that end on what is left of impulses leave a light thing as much more speed as its share
// of the weight is small: tons of joules.
TEST(RigidStep, TwoTonsThatFallOnTwentyOfLittleMakeNoEnergy) {
  const std::vector<std::string> shapes = {"box", "ball", "capsule", "cylinder", "wedge"};
  Seeded random(13);
  for (int shot = 0; shot < 10; ++shot) {
    SceneBuilder scene = analytic(shot % 2 == 0 ? 1.0 / 96 : 1.0 / 60, 0.5);
    scene.part("plane", "floor", {});
    const auto add = [&](const std::string& name, const std::string& shape, const Vec3& at,
                         double mass, double size) {
      scene.part("body", name,
                 {{"shape", shape},
                  {"position", at},
                  {"orientation", Quat(0.9, 0.2, 0.1, 0.3).normalized()},
                  {"size", Vec3::Constant(size).eval()},
                  {"mass", mass},
                  {"angular_velocity", random.vector(2)}});
    };
    add("light", shapes[shot % 5], {0, 0.1, 0}, 0.2, 0.2);
    add("heavy", shapes[random.below(5)], {random.uniform(-0.05, 0.05), 0.9, 0}, 2000, 0.3);
    for (int i = 0; i < 20; ++i) {
      const Vec3 at(0.6 * (i % 5) - 1.2, 0.5 + 0.45 * (i / 5), 0.7);
      add("thing" + std::to_string(i), shapes[i % 5], at, 5, 0.2);
    }
    Simulator simulator(scene.world());
    ASSERT_EQ(simulator.world().solidContact(), SolidContact::Analytic);
    EnergyWatch energy(simulator.report().energy);
    while (simulator.time() < 1) energy.look(simulator.step(1).energy);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    EXPECT_LE(energy.rise(), 1e-3) << shot;
  }
}

/// Two jaws whose gap keys close from 0.24 m at 0.08 m/s, before boxes of 0.2 m in all.
SceneBuilder jawsOn(int boxes, bool bothMove) {
  SceneBuilder scene = analytic(1.0 / 96, 0.5);
  scene.part("plane", "floor", {});
  for (int i = 0; i < boxes; ++i) {
    const double length = 0.2 / boxes, x = length * (i + 0.5) - 0.1;
    scene.part("body", "nut" + std::to_string(i),
               {{"position", Vec3(x, 0.1, 0)}, {"size", Vec3(length, 0.2, 0.2)}, {"mass", 1.0}});
  }
  for (const double side : {-1.0, 1.0}) {
    Curve way;
    way.components = 3;
    const double still = bothMove || side > 0 ? 0 : 1, end = bothMove ? 0.18 : 0.14;
    way.keys = {{0, {0.22 * side, 0.2, 0}, Interpolation::Linear},
                {1, {std::lerp(end, 0.22, still) * side, 0.2, 0}, Interpolation::Linear}};
    scene.part("box", side < 0 ? "left" : "right",
               {{"size", Vec3(0.2, 0.4, 0.4)}, {"position", way}});
  }
  return scene;
}

TEST(RigidStep, WhatJawsCloseOnIsNamedAndStopsTheTake) {
  for (const int boxes : {1, 2, 4}) {
    for (const bool bothMove : {true, false}) {
      Simulator simulator(jawsOn(boxes, bothMove).world());
      ASSERT_EQ(simulator.world().solidContact(), SolidContact::Analytic);
      simulator.advanceTo(0.48);
      EXPECT_EQ(simulator.report().status, RunStatus::Ok) << "they have not met yet";
      EXPECT_FALSE(simulator.report().unsettled);
      const StepReport& report = simulator.advanceTo(1);
      EXPECT_EQ(report.status, RunStatus::Diverged) << boxes;
      EXPECT_LT(report.time, 0.8);
      EXPECT_LE(report.steps, 100u);
      EXPECT_EQ(report.blame.substr(0, 3), "nut") << report.message;
      EXPECT_NE(report.message.find("between"), std::string::npos) << report.message;
      EXPECT_NE(report.remedy.find("passes_through"), std::string::npos);
    }
  }
}

// Their contacts would take gigabytes, and nothing would ever be seen of them.
TEST(RigidStep, HundredsInOnePlaceAreNamedAndStopTheTake) {
  SceneBuilder scene = analytic(1.0 / 96, 0.5);
  for (int i = 0; i < 400; ++i) scene.part("body", "block" + std::to_string(i), {});
  Simulator simulator(scene.world());
  const StepReport& report = simulator.advanceTo(0.1);
  EXPECT_EQ(report.status, RunStatus::Diverged);
  EXPECT_EQ(report.blame.substr(0, 5), "block");
  EXPECT_NE(report.message.find("than there is memory for"), std::string::npos) << report.message;
}

// Where masses are so uneven not all is solved to tolerance: that a place ends a tenth of a
// millimetre deeper than was foreseen must not cut the step into its shortest pieces.
TEST(RigidStep, AHeapThatAPlatePushesOnAHeavyLoadTakesTheStepsAskedFor) {
  SceneBuilder scene = analytic(1.0 / 60, 0.5);
  scene.part("plane", "floor", {});
  Curve way;
  way.components = 3;
  way.keys = {{0, {-0.3, 0.2, 0}, Interpolation::Linear},
              {1, {0.7, 0.2, 0}, Interpolation::Linear}};
  scene.part("box", "plate", {{"size", Vec3(0.1, 0.4, 2)}, {"position", way}});
  for (int i = 0; i < 24; ++i) {
    const Vec3 at(0.21 * (i % 6), 0.1 + 0.21 * (i / 6), 0);
    scene.part("body", "block" + std::to_string(i),
               {{"position", at}, {"mass", i == 5 ? 2000.0 : 0.2}});
  }
  Simulator simulator(scene.world());
  while (simulator.time() < 0.25)
    ASSERT_EQ(simulator.step(0.25).status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LE(simulator.report().steps, 25);
  EXPECT_LE(simulator.report().rejected, 10);
}

TEST(RigidStep, JawsThatLeaveRoomCarryWhatTheyHold) {
  SceneBuilder scene = analytic(1.0 / 96, 0.8);
  scene.part("body", "nut", {{"position", Vec3(0, 0.1, 0)}, {"mass", 1.0}});
  for (const double side : {-1.0, 1.0}) {
    Curve way;
    way.components = 3;
    way.keys = {{0, {0.22 * side, 0.1, 0}, Interpolation::Linear},
                {0.05, {0.1999 * side, 0.1, 0}, Interpolation::Linear},
                {1, {0.1999 * side + 0.5, 0.1, 0}, Interpolation::Linear}};
    scene.part("box", side < 0 ? "left" : "right",
               {{"size", Vec3(0.2, 0.4, 0.4)}, {"position", way}});
  }
  Simulator simulator(scene.world());
  EXPECT_EQ(simulator.advanceTo(0.9).status, RunStatus::Ok) << simulator.report().message;
}

TEST(RigidStep, ImpactsOfTwoKeepMomentumAndMakeNoEnergy) {
  Seeded random(11);
  for (int shot = 0; shot < 30; ++shot) {
    const double restitution = shot % 2 == 0 ? 0 : random.uniform(0.1, 1);
    Simulator simulator = shotOf(random, {{-0.3, 0, 0}, {0.3, 0, 0}}, restitution);
    const StepReport before = simulator.report();
    double energy = before.energy.total();
    const double first = energy;
    while (simulator.time() < 0.4) {
      const StepReport& now = simulator.step(0.4);
      EXPECT_LE(now.energy.total(), energy + 1e-9 * first) << shot << " at " << now.time;
      energy = now.energy.total();
    }
    EXPECT_NEAR((simulator.report().momentum - before.momentum).norm(), 0, 1e-11) << shot;
    const Vec3 turned = simulator.report().angularMomentum - before.angularMomentum;
    EXPECT_LE(turned.norm(), 0.03) << shot;
  }
}

TEST(RigidStep, PilesThatFlyTogetherMakeNoEnergy) {
  Seeded random(12);
  for (int shot = 0; shot < 10; ++shot) {
    Simulator simulator =
        shotOf(random, {{-0.25, -0.25, 0}, {0.25, -0.25, 0}, {-0.25, 0.25, 0}, {0.25, 0.25, 0}},
               random.uniform(0, 1));
    const Vec3 momentum = simulator.report().momentum;
    double energy = simulator.report().energy.total();
    const double first = energy;
    while (simulator.time() < 0.5) {
      const StepReport& now = simulator.step(0.5);
      EXPECT_LE(now.energy.total(), energy + 1e-9 * first) << shot << " at " << now.time;
      energy = now.energy.total();
    }
    EXPECT_NEAR((simulator.report().momentum - momentum).norm(), 0, 1e-11) << shot;
  }
}

TEST(RigidStep, ATakeGoesOnFromAnyStateToTheSameBits) {
  SceneBuilder scene = analytic(5e-3, 0.3);
  scene.part("plane", "floor", {});
  for (int i = 0; i < 4; ++i) {
    addBlock(scene, "block" + std::to_string(i), {0.03 * i, 0.15 + 0.25 * i, 0},
             Vec3(0.1, 0.1, 0.1));
  }
  const auto world = scene.world();
  Simulator simulator(world);
  simulator.advanceTo(0.4);
  const State middle = simulator.state();
  simulator.advanceTo(0.8);
  Simulator resumed(world);
  resumed.restore(middle);
  resumed.advanceTo(0.8);
  EXPECT_EQ(resumed.state(), simulator.state());
}

}  // namespace
}  // namespace sinew::test
