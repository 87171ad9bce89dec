// A gap that a step could not close is no blow in the next one, however short that is: contact may
// cut a step to microseconds, and a millimetre in a microsecond would be a kilometre per second.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kWholeStep = 0.01, kGap = 1e-3;  // [s], [m]

/// Two particles on rods, one from the origin and one from the first; nothing falls.
SceneBuilder rods(const std::string& integrator) {
  SceneBuilder builder;
  builder.settings(
      {{"integrator", integrator}, {"step", kWholeStep}, {"gravity", Vec3::Zero().eval()}});
  builder.part("particle", "near", {{"position", Vec3(1, 0, 0)}});
  builder.part("particle", "far", {{"position", Vec3(1, 1, 0)}});
  builder.constraint("distance", "first", {{"a", at("near")}, {"length", 1.0}});
  builder.constraint("distance", "second", {{"a", at("near")}, {"b", at("far")}, {"length", 1.0}});
  // Steps that explicit methods could bear with that are microseconds long.
  builder.part("rope", "stiff",
               {{"position", Vec3(0, -3, 0)},
                {"points", ValueList{Vec3(1, 0, 0)}},
                {"radius", 0.02},
                {"youngs_modulus", 5e7},
                {"internal_damping", 0.003}});
  return builder;
}

/// Moves a particle off its rod.
void openGap(Simulator& simulator, const char* part) {
  const World& world = simulator.world();
  State state = simulator.state();
  for (const CompiledPart& each : world.parts()) {
    if (each.name == part) state.reals[world.offsets().y + each.firstQ] += kGap;
  }
  simulator.restore(state);
}

double residual(const Simulator& simulator) {
  return simulator.report().constraints[0].residual;
}

class ShortStep : public testing::TestWithParam<const char*> {};

TEST_P(ShortStep, ClosesAnOpenGapNoFasterThanTwiceWhatAWholeOneWould) {
  Simulator simulator(rods(GetParam()).world());
  simulator.advanceTo(10 * kWholeStep);
  openGap(simulator, "near");
  for (const double h : {1e-3, 1e-4, 1e-5, 1e-6}) {
    const double before = residual(simulator);
    simulator.advanceTo(simulator.time() + h);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok);
    const double fastest = 2 * before / kWholeStep;
    EXPECT_LE(simulator.report().energy.kinetic, 1.01 * fastest * fastest) << h;  // of 1 kg each
    EXPECT_LT(residual(simulator), before) << h;
  }
}

TEST_P(ShortStep, IsFollowedByAWholeOneThatClosesTheGap) {
  Simulator simulator(rods(GetParam()).world());
  simulator.advanceTo(10 * kWholeStep);
  openGap(simulator, "near");
  simulator.advanceTo(simulator.time() + 1e-5);
  EXPECT_GT(residual(simulator), 0.9 * kGap);
  for (int k = 0; k < 3; ++k) simulator.advanceTo(simulator.time() + kWholeStep);
  EXPECT_LE(residual(simulator), 1e-9);
}

TEST_P(ShortStep, HoldsWhatHeldBefore) {
  Simulator simulator(rods(GetParam()).world());
  simulator.post(GrabCommand{0, "far", {}, Vec3(2, 2, 0), 100, 0});
  simulator.advanceTo(30 * kWholeStep);
  const double energy = simulator.report().energy.kinetic;
  for (const double h : {1e-3, 1e-5, 1e-3, 1e-12, 1e-15}) {
    simulator.advanceTo(simulator.time() + h);
    EXPECT_LE(residual(simulator), 1e-9) << h;
    // What rounding leaves is no blow either.
    EXPECT_LE(simulator.report().energy.kinetic, energy + 0.1) << h;
  }
}

TEST_P(ShortStep, ManyOfThemSayOfNothingThatItCannotBeMet) {
  Simulator simulator(rods(GetParam()).world());
  simulator.post(GrabCommand{0, "far", {}, Vec3(2, 2, 0), 100, 0});
  simulator.advanceTo(kWholeStep);
  openGap(simulator, "near");
  for (int k = 0; k < 500; ++k) {
    simulator.advanceTo(simulator.time() + 1e-4);
    for (const ConstraintStatus& each : simulator.report().constraints) {
      ASSERT_FALSE(each.conflicting) << k << ": " << each.residual;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Implicit, ShortStep, testing::Values("implicit_euler", "bdf2"));

}  // namespace
}  // namespace sinew::test
