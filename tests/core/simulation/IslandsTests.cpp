// What does not act on each other is solved for apart.
#include "core/simulation/Islands.h"

#include <gtest/gtest.h>

#include <vector>

namespace sinew::test {
namespace {

TEST(Islands, AreWhatHangsTogetherInTheOrderOfTheirParts) {
  Islands islands;
  islands.begin(7);
  islands.join(5, 1);
  islands.join(2, 3);
  islands.join(1, 6);
  const std::vector<int> asked = {1, 3, 5};
  islands.number(asked);
  EXPECT_EQ(islands.count(), 2);
  for (const int part : {1, 5, 6}) EXPECT_EQ(islands.of(part), 0) << part;
  for (const int part : {2, 3}) EXPECT_EQ(islands.of(part), 1) << part;
  for (const int part : {0, 4}) EXPECT_EQ(islands.of(part), -1) << part;
}

}  // namespace
}  // namespace sinew::test
