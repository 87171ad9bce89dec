// A state from a file is gone on in only when it can be.
#include "core/io/clip/StateFit.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/ClipScenes.h"

namespace sinew::test {
namespace {

TEST(StateFit, RefusesNumbersThatCannotBeSteppedFrom) {
  const auto world = pendulums("euler").world();
  const State good = Simulator(world).state();
  EXPECT_TRUE(checkState(good, *world));
  for (const double step : {0.0, -1e-3, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()}) {
    State state = good;
    state.reals[world->offsets().nextStep] = step;
    EXPECT_FALSE(checkState(state, *world)) << step;
  }
  State early = good;
  early.reals[world->offsets().time] = -1;
  EXPECT_FALSE(checkState(early, *world));
}

}  // namespace
}  // namespace sinew::test
