// A scene is told everything that is wrong with it at once, also what shows only in the making.
#include "core/scene/SceneTrial.h"

#include <gmock/gmock.h>

#include "core/scene/SceneJson.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;

SceneBuilder pinnedOffItsPart() {
  SceneBuilder builder;
  builder.part("particle", "a", {});
  builder.constraint("position", "pin", {{"point", at("a", {1, 2})}});
  return builder;
}

TEST(SceneTrial, FindsPointsThatAreNotOnTheirPart) {
  const auto faults = tryMaking(pinnedOffItsPart().scene(), builtins(), {});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].pointer, "/constraints/0/point");
  EXPECT_THAT(faults[0].found, HasSubstr("\"a\""));
  EXPECT_THAT(faults[0].legal, HasSubstr("only the point []"));
}

TEST(SceneTrial, FindsValuesThatDoNotGoTogether) {
  SceneBuilder builder;
  builder.part("plane", "floor", {{"normal", Vec3(0, 0, 0)}});
  const auto faults = tryMaking(builder.scene(), builtins(), {});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].pointer, "/parts/0/normal");
  EXPECT_EQ(faults[0].found, "[0, 0, 0]");
  EXPECT_THAT(faults[0].legal, HasSubstr("length above 0"));
}

TEST(SceneTrial, LeavesAloneWhatIsKnownToBeFaulty) {
  const Fault known{"/constraints/0/assembly_time", "0", "> 0"};
  EXPECT_TRUE(tryMaking(pinnedOffItsPart().scene(), builtins(), {known}).empty());
}

TEST(SceneTrial, FaultsOfEveryStageAreReadAtOnce) {
  const auto read = readScene(R"({"sinew": 1, "settings": {"integrator": "eular"},
    "parts": [{"name": "a", "kind": "particle", "mass": -1}, {"name": "b", "kind": "particle"},
              {"name": "floor", "kind": "plane", "normal": [0, 0, 0]}],
    "constraints": [
      {"name": "one", "kind": "position", "point": {"part": "c"}},
      {"name": "two", "kind": "position", "point": {"part": "b", "at": [1]}}]})",
                              builtins());
  ASSERT_FALSE(read.has_value());
  for (const char* pointer : {"/settings/integrator", "/parts/0/mass", "/parts/2/normal",
                              "/constraints/0/point/part", "/constraints/1/point"})
    EXPECT_THAT(read.error(), Contains(Field(&Fault::pointer, pointer)));
  EXPECT_EQ(read.error().size(), 5u);
}

}  // namespace
}  // namespace sinew::test
