// What no memory could hold is refused before it is made.
#include "core/scene/SceneBudget.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;

SceneBuilder twoBalls() {
  SceneBuilder builder;
  builder.part("superquadric", "small", {{"render_u", 8}, {"render_v", 12}});
  builder.part("superquadric", "large",
               {{"motion", "local"}, {"render_u", 64}, {"nodes_u", 9}, {"nodes_v", 10}});
  return builder;
}

TEST(SceneBudget, CountsVerticesAndNamesThePartWithMost) {
  const Scene scene = twoBalls().scene();
  SceneBudget budget;
  budget.vertices = (7 * 12 + 2) + (63 * 96 + 2);
  EXPECT_TRUE(checkBudget(scene, builtins(), budget).empty());
  --budget.vertices;
  const auto faults = checkBudget(scene, builtins(), budget);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].pointer, "/parts/1");
  EXPECT_THAT(faults[0].found, HasSubstr("6136 drawn vertices"));
  EXPECT_THAT(faults[0].found, HasSubstr("\"large\""));
  EXPECT_THAT(faults[0].legal, HasSubstr("at most 6135"));
}

TEST(SceneBudget, CountsVelocities) {
  SceneBudget budget;
  budget.velocities = 3 * 92;
  const auto faults = checkBudget(twoBalls().scene(), builtins(), budget);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].pointer, "/parts/1");
  EXPECT_THAT(faults[0].found, HasSubstr("velocities"));
}

TEST(SceneBudget, CountsMemoryAndSaysWhatToLower) {
  const PartKind& kind = *builtins().part("superquadric");
  std::int64_t bytes = 0;
  const Scene scene = twoBalls().scene();
  for (const Entity& part : scene.parts()) {
    bytes += kind.size(ParamReader(kind.table, part.values)).memory();
  }
  SceneBudget budget;
  budget.memory = bytes;
  EXPECT_TRUE(checkBudget(scene, builtins(), budget).empty());
  --budget.memory;
  const auto faults = checkBudget(scene, builtins(), budget);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].pointer, "/parts/1");
  EXPECT_THAT(faults[0].found, HasSubstr("MB of memory, of which \"large\" takes"));
  EXPECT_THAT(faults[0].legal, HasSubstr("lower render_u and render_v"));
}

// What took 4 GB.
TEST(SceneBudget, RefusesAFewVeryFineSurfaces) {
  SceneBuilder builder;
  for (int i = 0; i < 38; ++i) {
    builder.part("superquadric", fmt::format("ball{}", i),
                 {{"render_u", 512}, {"render_v", 1024}, {"position", Vec3(3.0 * i, 0, 0)}});
  }
  EXPECT_EQ(checkBudget(builder.scene(), builtins()).size(), 1u);
}

// Constraints couple where they meet on a part, so it is the hub that costs; one that does not move
// couples nothing.
TEST(SceneBudget, CountsPairsOfConstraintsOnAMovingPart) {
  SceneBuilder builder;
  builder.part("plane", "floor", {});
  builder.part("particle", "hub", {});
  for (int i = 0; i < 5; ++i) {
    builder.constraint("position", fmt::format("pin{}", i), {{"point", at("hub")}});
    builder.constraint("position", fmt::format("peg{}", i), {{"point", at("floor", {0, 0})}});
  }
  SceneBudget budget;
  budget.couplings = 10;
  EXPECT_TRUE(checkBudget(builder.scene(), builtins(), budget).empty());
  builder.constraint("position", "last", {{"point", at("hub")}});
  const auto faults = checkBudget(builder.scene(), builtins(), budget);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].pointer, "/parts/1");
  EXPECT_THAT(faults[0].found, HasSubstr("15 pairs of constraints"));
}

}  // namespace
}  // namespace sinew::test
