// A shaken part that nothing holds, under error control: what nature keeps is kept for as long as
// it flies. Every registered kind of part that moves, at each choice that changes how.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/conformance/ConstraintCases.h"
#include "tests/conformance/PartBench.h"

namespace sinew::test {
namespace {

using conformance::PartBench;
using conformance::PartValues;

constexpr double kFlightError = 1e-9;  // [m] of error per second of flight

class FreeFlight : public testing::TestWithParam<PartCase> {
 protected:
  static std::shared_ptr<const World> world() {
    CaseScene scene;
    scene.part(GetParam(), "part", Vec3(0.3, 0.5, -0.2));
    scene.setting("integrator", "rkf45").setting("tolerance", kFlightError);
    scene.setting("gravity", Vec3(0, 0, 0));
    return scene.world();
  }
  static const Part& part(const World& world) { return *world.parts()[0].part; }

  /// Every point sent its own way, at about a tenth of the size a second: it deforms in flight.
  static State shaken(const World& world, const State& still) {
    PartBench bench(part(world), 7);
    PartValues values = bench.initial();
    values.v = bench.randomVelocityState(values.q, 0.1);
    State state = still;
    auto* const y = state.reals.data() + world.offsets().y;
    std::copy(values.q.begin(), values.q.end(), y);
    std::copy(values.v.begin(), values.v.end(), y + world.configurationSize());
    return state;
  }

  static void fly(double seconds) {
    Simulator simulator(world());
    const Part& flying = part(simulator.world());
    if (!flying.keepsMomentum()) GTEST_SKIP() << "this mass model counts inertia more than once";
    State state = shaken(simulator.world(), simulator.state());
    simulator.restore(state);
    // The energy that it was shaken with is where the account begins.
    state.reals[simulator.world().offsets().initialEnergy] = simulator.report().energy.total();
    simulator.restore(state);
    const StepReport before = simulator.report();
    const double energy = before.energy.kinetic + before.energy.elastic;
    ASSERT_GT(energy, 0);
    const StepReport& after = simulator.advanceTo(seconds);
    ASSERT_EQ(after.status, RunStatus::Ok) << after.message;
    const double linear = std::sqrt(2 * energy * flying.mass());
    const double reach = flying.size() + Vec3(0.3, 0.5, -0.2).norm();
    EXPECT_LE((after.momentum - before.momentum).norm(), 1e-12 * linear);
    EXPECT_LE((after.angularMomentum - before.angularMomentum).norm(), 1e-8 * linear * reach);
    // A speed that is off by the tolerance is off by this much in energy.
    EXPECT_NEAR(after.energy.kinetic + after.energy.elastic, energy,
                kFlightError * seconds * linear);
  }
};

TEST_P(FreeFlight, KeepsMomentumAndEnergyForAFifthOfASecond) {
  fly(0.2);
}

TEST_P(FreeFlight, SoakKeepsMomentumAndEnergyForTenSeconds) {
  fly(10);
}

INSTANTIATE_TEST_SUITE_P(Registry, FreeFlight, testing::ValuesIn(movingParts()),
                         [](const auto& test) { return test.param.label; });

}  // namespace
}  // namespace sinew::test
