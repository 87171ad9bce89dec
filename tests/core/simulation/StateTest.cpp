// A State is all there is to a moment: every number of it counts, and every number has a name.
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "core/contact/ContactMemory.h"
#include "core/model/State.h"
#include "tests/support/ClipScenes.h"

namespace sinew::test {
namespace {

State someState(const std::shared_ptr<const World>& world) {
  return record(world, {}, 0.5, grabs()).states.back();
}

TEST(State, EveryNumberOfItChangesItsHash) {
  const State state = someState(pendulums("rkf45").world());
  const std::uint64_t hash = state.hash();
  for (std::size_t i = 0; i < state.reals.size(); ++i) {
    State other = state;
    other.reals[i] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(other.reals[i]) ^ 1U);
    EXPECT_NE(other.hash(), hash) << "real " << i;
    EXPECT_NE(other, state);
  }
  for (std::size_t i = 0; i < state.words.size(); ++i) {
    State other = state;
    other.words[i] ^= 1U;
    EXPECT_NE(other.hash(), hash) << "word " << i;
  }
}

TEST(State, NegativeZeroIsZero) {
  State a, b;
  a.reals = {0.0, 1.0};
  b.reals = {-0.0, 1.0};
  EXPECT_EQ(a.hash(), b.hash());
}

TEST(State, LongerOnesHashDifferently) {
  State a, b;
  a.reals = {0.0};
  b.words = {0};
  EXPECT_NE(a.hash(), b.hash());
  EXPECT_NE(a.hash(), State{}.hash());
}

void expectCovered(const std::vector<StateLayout::Slice>& slices, std::size_t size,
                   std::set<std::string>& names) {
  std::size_t end = 0;
  for (const StateLayout::Slice& slice : slices) {
    EXPECT_EQ(slice.first, end) << slice.name;
    EXPECT_FALSE(slice.name.empty());
    EXPECT_TRUE(names.insert(slice.name).second) << slice.name << " names two slices";
    end = slice.first + slice.count;
  }
  EXPECT_EQ(end, size);
}

TEST(StateLayout, NamesEveryNumberOnce) {
  const auto world = pendulums("rkf45").world();
  const State state = someState(world);
  std::set<std::string> names;
  expectCovered(world->layout().reals, state.reals.size(), names);
  // What contact remembers stands behind what is named.
  expectCovered(world->layout().words, world->offsets().contact, names);
  EXPECT_EQ((state.words.size() - world->offsets().contact) % ContactMemory::kRecord, 0U);
}

}  // namespace
}  // namespace sinew::test
