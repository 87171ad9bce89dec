// A state from a file is gone on in only when it can be.
#include "core/io/clip/StateFit.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/contact/ContactMemory.h"
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

TEST(StateFit, RefusesContactsOfWhatIsNotThere) {
  const auto world = pendulums("euler").world();
  const State good = Simulator(world).state();
  const auto remembers = [&](const ContactMemory& memory) {
    State state = good;
    memory.write(state.words, world->offsets().contact);
    return static_cast<bool>(checkState(state, *world));
  };
  const auto spring = [](int partB, int vertex, double place) {
    return ContactMemory{
        {{Pairing::VertexVertex, false, 0, partB, {0, vertex, -1, -1}, {place, 0}}}, {}};
  };
  EXPECT_TRUE(remembers({}));
  EXPECT_TRUE(remembers(spring(1, 0, 0)));
  EXPECT_FALSE(remembers(spring(99, 0, 0)));
  EXPECT_FALSE(remembers(spring(1, 5, 0)));
  EXPECT_FALSE(remembers(spring(1, 0, std::numeric_limits<double>::infinity())));
  EXPECT_TRUE(remembers({{}, {{0, 1, 5}}}));
  EXPECT_FALSE(remembers({{}, {{0, 99, 5}}}));
  EXPECT_FALSE(remembers({{}, {{0, 1, 999}}}));
  State torn = good;
  torn.words.push_back(0);
  EXPECT_FALSE(checkState(torn, *world));
}

TEST(StateFit, RefusesHandsThatHoldWhatIsNotThere) {
  const auto world = pendulums("euler").world();
  const State good = Simulator(world).state();
  const auto holds = [&](std::uint64_t word) {
    State state = good;
    state.words[world->offsets().grabWords] = word;
    return static_cast<bool>(checkState(state, *world));
  };
  EXPECT_TRUE(holds(1));
  EXPECT_TRUE(holds(1 | StateOffsets::kGrabPinned));
  EXPECT_FALSE(holds(StateOffsets::kGrabPinned)) << "nothing is pinned";
  EXPECT_FALSE(holds(1 | StateOffsets::kGrabPinned << 1U));
  EXPECT_FALSE(holds(99));
}

}  // namespace
}  // namespace sinew::test
