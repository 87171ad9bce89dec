// Constraints that repeat each other are told apart by what they repeat.
#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

TEST(Redundancy, SeparatePiecesKeepSeparateGroups) {
  SceneBuilder builder;
  for (int i = 0; i < 3; ++i) {
    const std::string name = "p" + std::to_string(i);
    builder.part("particle", name, {{"position", Vec3(i, 0, 0)}});
    for (int k = 0; k <= i; ++k)
      builder.constraint("position", name + "_pin" + std::to_string(k),
                         {{"point", at(name)}, {"target", Vec3(i, 0, 0)}});
  }
  Simulator simulator(builder.world());
  simulator.advanceTo(0.01);
  const auto& status = simulator.report().constraints;
  ASSERT_EQ(status.size(), 6u);
  EXPECT_FALSE(status[0].redundant);
  for (std::size_t i = 1; i < 6; ++i) EXPECT_TRUE(status[i].redundant) << i;
  const auto& group = simulator.dynamics().system().dutyGroups();
  EXPECT_EQ(group[0], 0);
  EXPECT_EQ(group[1], group[2]);
  EXPECT_EQ(group[3], group[4]);
  EXPECT_EQ(group[4], group[5]);
  EXPECT_NE(group[1], group[3]);
}

}  // namespace
}  // namespace sinew::test
