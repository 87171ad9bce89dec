#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>

#include "core/scene/Fault.h"
#include "core/scene/JsonText.h"
#include "tests/support/ClipScenes.h"
#include "tests/support/MeshTexts.h"
#include "tests/support/Program.h"

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

TEST(CommandLine, missingTexturesAreNamedAndStopNothing) {
  const test::TemporaryFolder folder;
  const std::string scene = (folder / "a.json").string();
  const std::string picture = (folder / "a.png").string();
  test::writeFile(scene, R"({"sinew": 2, "materials": [{"name": "oak", "texture": "none.png"}],
      "parts": [{"name": "crate", "kind": "box", "material": "oak"}]})");
  for (const auto& run :
       {runProgram({"check", scene}), runProgram({"render", scene, "-o", picture, "--frames", "0-0",
                                                  "--size", "64x48", "--quality", "draft"})}) {
    EXPECT_EQ(run.exitCode, 0) << run.log;
    EXPECT_THAT(run.log, HasSubstr("none.png\" cannot be shown"));
    EXPECT_THAT(run.log, HasSubstr((folder / "none.png").string()));
  }
  EXPECT_TRUE(std::filesystem::exists(picture));
}

TEST(CommandLine, meshesAreReadAlsoWhereTheyAreSet) {
  const test::TemporaryFolder folder;
  const std::string scene = (folder / "a.json").string();
  test::writeFile(scene, R"({"sinew": 2, "parts": [{"name": "rock", "kind": "mesh"}]})");
  test::writeFile(folder / "box.obj", test::boxObj());
  test::writeFile(folder / "open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto simulate = [&](const std::string& mesh) {
    return runProgram(
        {"simulate", scene, "--duration", "0.05", "--set", "parts/rock/mesh=" + mesh});
  };
  EXPECT_EQ(simulate("box.obj").exitCode, 0);
  const auto open = simulate("open.obj");
  EXPECT_EQ(open.exitCode, 2);
  EXPECT_THAT(open.log, HasSubstr("not closed"));
  test::writeFile(scene, R"({"sinew": 2, "parts": [{"name": "rock", "kind": "mesh",
      "mesh": "lost.obj"}]})");
  const auto lost = runProgram({"check", scene});
  EXPECT_EQ(lost.exitCode, 3);
  EXPECT_THAT(lost.log, HasSubstr("/parts/0/mesh: found \"lost.obj\""));
}

TEST(CommandLine, whatIsNoFileIsCalledWhatItIs) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder / "pipe.json", place = folder / "";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::pair<std::string, const char*> paths[] = {
      {pipe, "it is a pipe"}, {place, "it is a folder"}, {"/dev/zero", "it is a device"}};
  for (const auto& [path, words] : paths) {
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"check", path},
                                               {"info", path},
                                               {"verify", path},
                                               {"simulate", path},
                                               {"simulate", "dragonfly", "--resume", path},
                                               {"render", path, "-o", folder / "a.mp4"}}) {
      const auto run = runProgram(arguments);
      EXPECT_EQ(run.exitCode, 5) << arguments[0] << " " << path;
      EXPECT_THAT(run.log, HasSubstr(words)) << arguments[0];
      EXPECT_THAT(run.log, HasSubstr(path)) << arguments[0];
    }
  }
}

TEST(CommandLine, namesCannotCommandTheTerminal) {
  const test::TemporaryFolder folder;
  const std::string scene = folder / "a\x1b[2J\nb\xff.json";
  test::writeFile(scene, R"({"sinew": 2, "parts": [{"name": "a", "kind": "particle"}]})");
  for (const char* verb : {"check", "info", "verify"}) {
    const auto run = runProgram({verb, scene});
    EXPECT_EQ((run.out + run.log).find('\x1b'), std::string::npos) << verb;
    EXPECT_TRUE(isUtf8(run.out + run.log)) << verb;
  }
  EXPECT_THAT(runProgram({"check", scene}).log, HasSubstr("a\\x1b[2J\\x0ab\\xff.json is valid"));
  const auto absent = runProgram({"check", std::string(100'000, 'x') + ".json"});
  EXPECT_EQ(absent.exitCode, 5);
  EXPECT_LT(absent.log.size(), 500U);
}

}  // namespace
}  // namespace sinew
