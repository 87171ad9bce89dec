// State is all there is: put into another World of the same scene, the run goes on bit for bit, and
// not one number in it is left out of the hash. Every registered kind of part that moves, at each
// choice that changes how, and every constraint kind on the simplest part.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/conformance/ConstraintCases.h"

namespace sinew::test {
namespace {

constexpr double kFrame = 1.0 / 48;  // [s]
constexpr int kTaken = 2, kLast = 5;

struct StateCase {
  ConstraintCase constraint;
  PartCase part;
  std::string label() const { return testName(constraint.label + "_on_" + part.label); }
};

std::vector<StateCase> stateCases() {
  std::vector<StateCase> cases;
  const std::vector<ConstraintCase> constraints = constraintCases();
  for (const ConstraintCase& constraint : constraints) {
    cases.push_back({constraint, simplestFor(constraint)});
  }
  const auto plain = [](const ConstraintCase& c) {
    return c.relative() && !c.directed && !c.slides && !c.limited;
  };
  const auto tie = std::find_if(constraints.begin(), constraints.end(), plain);
  for (const PartCase& part : movingParts()) {
    if (tie != constraints.end() && part.label != simplestFor(*tie).label)
      cases.push_back({*tie, part});
  }
  return cases;
}

class StateConformance : public testing::TestWithParam<StateCase> {
 protected:
  static std::shared_ptr<const World> world(const char* integrator) {
    CaseScene scene = apartScene(GetParam().constraint, GetParam().part);
    scene.setting("integrator", integrator).setting("step", 1e-3).setting("tolerance", 1e-4);
    return scene.world();
  }
  static std::vector<std::uint64_t> run(Simulator& simulator, int from, int to) {
    std::vector<std::uint64_t> hashes;
    for (int frame = from + 1; frame <= to; ++frame) {
      simulator.advanceTo(kFrame * frame);
      hashes.push_back(simulator.state().hash());
    }
    return hashes;
  }
};

TEST_P(StateConformance, GoesOnInAnotherWorldBitForBit) {
  for (const char* integrator : {"euler", "rkf45", "implicit_euler", "bdf2"}) {
    Simulator straight(world(integrator));
    (void)run(straight, 0, kTaken);
    const State taken = straight.state();
    const auto expected = run(straight, kTaken, kLast);
    Simulator other(world(integrator));
    other.restore(taken);
    EXPECT_EQ(run(other, kTaken, kLast), expected) << integrator;
    EXPECT_EQ(other.state(), straight.state()) << integrator;
  }
}

TEST_P(StateConformance, EveryNumberCountsInTheHash) {
  Simulator simulator(world("implicit_euler"));
  (void)run(simulator, 0, kTaken);
  State state = simulator.state();
  const std::uint64_t hash = state.hash();
  for (double& number : state.reals) {
    const double was = number;
    number = std::nextafter(was, std::numeric_limits<double>::infinity());
    EXPECT_NE(state.hash(), hash) << "real " << &number - state.reals.data();
    number = was;
  }
  for (std::uint64_t& word : state.words) {
    word ^= 1;
    EXPECT_NE(state.hash(), hash) << "word " << &word - state.words.data();
    word ^= 1;
  }
  EXPECT_EQ(state.hash(), hash);
}

INSTANTIATE_TEST_SUITE_P(Registry, StateConformance, testing::ValuesIn(stateCases()),
                         [](const auto& test) { return test.param.label(); });

}  // namespace
}  // namespace sinew::test
