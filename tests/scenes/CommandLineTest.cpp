#include <gmock/gmock.h>

#include "core/scene/JsonText.h"
#include "tests/scenes/Program.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(CommandLine, helpAndVersionSucceed) {
  const auto help = runProgram({"--help"});
  EXPECT_EQ(help.exitCode, 0);
  EXPECT_THAT(help.out, HasSubstr("Examples:"));
  const auto version = runProgram({"--version"});
  EXPECT_EQ(version.exitCode, 0);
  EXPECT_THAT(version.out, StartsWith("sinew "));
}

TEST(CommandLine, mistakesInTheArgumentsExitWithTwo) {
  EXPECT_EQ(runProgram({}).exitCode, 2);
  EXPECT_EQ(runProgram({"frobnicate"}).exitCode, 2);
  EXPECT_EQ(runProgram({"list"}).exitCode, 2);
  EXPECT_EQ(runProgram({"list", "planets"}).exitCode, 2);
  EXPECT_EQ(runProgram({"check"}).exitCode, 2);
  EXPECT_EQ(runProgram({"check", "--frobnicate", "x"}).exitCode, 2);
}

TEST(CommandLine, missingFilesExitWithFiveAndSayWhich) {
  for (const char* verb : {"check", "info"}) {
    const auto run = runProgram({verb, "no-such-scene"});
    EXPECT_EQ(run.exitCode, 5);
    EXPECT_THAT(run.log, HasSubstr("no-such-scene"));
    EXPECT_EQ(run.out, "");
  }
}

TEST(CommandLine, listGivesEveryParameterOfEveryKindAsJson) {
  for (const char* topic :
       {"parts", "constraints", "forces", "integrators", "materials", "settings"}) {
    const auto run = runProgram({"list", topic, "--json"});
    ASSERT_EQ(run.exitCode, 0);
    for (const auto& kind : Json::parse(run.out)) {
      for (const auto& param : kind["parameters"]) {
        for (const char* key : {"key", "type", "unit", "effect", "legal", "doc"})
          EXPECT_TRUE(param[key].is_string()) << kind["kind"] << param;
        EXPECT_NE(param["doc"], "");
        EXPECT_TRUE(param.contains("default") || param["required"] == true ||
                    param["optional"] == true);
      }
    }
  }
}

TEST(CommandLine, listScenesIsJson) {
  const auto run = runProgram({"list", "scenes", "--json"});
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_TRUE(Json::parse(run.out).is_array());
}

}  // namespace
}  // namespace sinew
