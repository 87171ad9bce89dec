// A particle on a plane: everything about these springs has a closed form.
#include <cmath>

#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kStiffness = 2000, kBallMass = 0.5, kBallRadius = 0.1;

/// A particle that touches a plane through the origin, tilted by `angle` [rad] about z: the way
/// down points to +x.
SceneBuilder onSlope(double angle, double friction, double damping, double height = 0) {
  const Vec3 normal(std::sin(angle), std::cos(angle), 0);
  SceneBuilder builder;
  builder.settings({{"contact", "springs"}, {"integrator", "rkf45"}, {"tolerance", 1e-8}});
  builder.part("plane", "slope",
               {{"normal", normal},
                {"stiffness", kStiffness},
                {"contact_damping", damping},
                {"friction", friction}});
  const double sunk = kBallMass * kG * std::cos(angle) / kStiffness;
  const Vec3 start = (kBallRadius - (height > 0 ? -height : sunk)) * normal;
  builder.part("particle", "puck",
               {{"mass", kBallMass}, {"radius", kBallRadius}, {"position", start}});
  return builder;
}

double depthOf(const Simulator& simulator) {
  return simulator.report().maxPenetration;
}

TEST(SurfaceSprings, CarryAWeightAtItsStaticDepth) {
  Simulator simulator(onSlope(0, 0.5, 20, 0.2).world());
  simulator.advanceTo(10);
  EXPECT_NEAR(depthOf(simulator), kBallMass * kG / kStiffness, 1e-6);
  EXPECT_EQ(simulator.report().contacts, 1);
}

TEST(SurfaceSprings, WithoutDampingGiveBackTheFall) {
  Simulator simulator(onSlope(0, 0, 0, 0.2).world());
  simulator.advanceTo(5);  // a dozen bounces
  EXPECT_LT(std::abs(simulator.report().energy.drift), 1e-6);
  EXPECT_EQ(simulator.report().energy.dissipated, 0);
}

TEST(SurfaceSprings, TakeAndAccountForEnergyAndNeverGiveAny) {
  Simulator simulator(onSlope(0.3, 0.4, 15, 0.3).world());
  const auto total = [&] {
    const Energies& e = simulator.report().energy;
    return e.kinetic + e.gravity + e.contact;
  };
  double before = total();
  for (int frame = 1; frame <= 60; ++frame) {
    simulator.advanceTo(frame / 24.0);
    EXPECT_LE(total(), before + 1e-7);
    before = total();
  }
  EXPECT_LT(std::abs(simulator.report().energy.drift), 1e-5);
}

TEST(SurfaceSprings, SlideDownASlopeAtCoulombsRate) {
  const double angle = 0.5, friction = 0.3;  // tan 0.5 = 0.546
  Simulator simulator(onSlope(angle, friction, 0).world());
  simulator.advanceTo(1);
  const double slid = positionOf(simulator, "puck").dot(Vec3(std::cos(angle), -std::sin(angle), 0));
  const double coulomb = 0.5 * kG * (std::sin(angle) - friction * std::cos(angle));
  EXPECT_NEAR(slid, coulomb, 0.02 * coulomb);
}

TEST(SurfaceSprings, HoldOnASlopeThatIsNotTooSteep) {
  const double angle = 0.28, friction = 0.3;  // tan 0.28 = 0.2876
  Simulator simulator(onSlope(angle, friction, 0).world());
  simulator.advanceTo(1);
  // What is smoothed creeps: below the speed at which the smoothed friction carries the weight.
  const double share = std::tan(angle) / friction;
  const double creep = 0.02 * share / std::sqrt(1 - share * share);
  const double slid = positionOf(simulator, "puck").dot(Vec3(std::cos(angle), -std::sin(angle), 0));
  EXPECT_LE(slid, creep * 1.0);
  EXPECT_GT(slid, 0);
}

// The force sets in without a jump: the deeper, the more of the damping is felt.
TEST(SurfaceSprings, TouchSoftlyHoweverFastTheBlow) {
  SceneBuilder builder;
  builder.settings({{"contact", "springs"}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("plane", "floor", {{"stiffness", kStiffness}, {"contact_damping", 1000.0}});
  const double depth = 1e-7;
  builder.part("particle", "shot",
               {{"radius", kBallRadius},
                {"position", Vec3(0, kBallRadius - depth, 0)},
                {"velocity", Vec3(0, -50, 0)}});
  const Simulator simulator(builder.world());
  ASSERT_EQ(simulator.dynamics().contacts().contacts.size(), 1u);
  EXPECT_LT(simulator.dynamics().contacts().contacts[0].force.norm(), 50);  // of 50 000 N
}

TEST(SurfaceSprings, MovingFloorsDoWork) {
  SceneBuilder builder;
  builder.settings({{"contact", "springs"}, {"integrator", "rkf45"}, {"tolerance", 1e-8}});
  Curve rise;
  rise.components = 3;
  rise.keys = {{0, {0, 0, 0}}, {1, {0, 0.5, 0}}};
  builder.part("plane", "lift", {{"position", rise}, {"contact_damping", 40.0}});
  builder.part(
      "particle", "load",
      {{"mass", kBallMass}, {"radius", kBallRadius}, {"position", Vec3(0, kBallRadius, 0)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(4);
  const Energies& e = simulator.report().energy;
  EXPECT_LT(std::abs(e.drift), 1e-5);
  EXPECT_NEAR(positionOf(simulator, "load").y(), kBallRadius + 0.5 - kBallMass * kG / kStiffness,
              1e-5);
  EXPECT_GT(e.work, kBallMass * kG * 0.49);
}

}  // namespace
}  // namespace sinew::test
