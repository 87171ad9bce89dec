// What cannot come to anything is said before anything is simulated or drawn.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/support/Program.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class Arguments : public ::testing::Test {
 protected:
  Arguments() {
    std::string name = (fs::temp_directory_path() / "sinew-arguments-XXXXXX").string();
    m_folder = ::mkdtemp(name.data());
    m_scene = write("scene.json", R"({"sinew": 1, "animation": {"duration": 0.25},
      "materials": [{"name": "wax"}],
      "parts": [{"name": "a", "kind": "particle", "position": [1, 1, 0], "material": "wax"}]})");
    // So long that a test which simulated or drew it would not end.
    m_endless = write("endless.json", R"({"sinew": 1, "animation": {"duration": 1e5},
      "settings": {"step": 1e-6},
      "parts": [{"name": "a", "kind": "particle", "position": [1, 1, 0]}]})");
  }
  ~Arguments() override { fs::remove_all(m_folder); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(m_folder / name) << text;
    return m_folder / name;
  }
  std::string clip() const {
    std::string path = m_folder / "a.clip";
    EXPECT_EQ(runProgram({"simulate", m_scene, "--clip", path}).exitCode, 0);
    return path;
  }

  fs::path m_folder;
  std::string m_scene, m_endless;
};

TEST_F(Arguments, filesThatCannotBeWrittenAreFoundOutFirst) {
  const std::string none = m_folder / "none" / "file", folder = m_folder;
  for (const std::string& path : {none, folder}) {
    for (const char* option : {"--report", "--clip", "--checkpoint"}) {
      const auto run = runProgram({"simulate", m_endless, option, path});
      EXPECT_EQ(run.exitCode, 5) << option;
      EXPECT_THAT(run.log, HasSubstr(option));
      EXPECT_THAT(run.log, HasSubstr("folder"));
    }
    EXPECT_EQ(runProgram({"simulate", m_endless, "--probe", "a", "--probes", path}).exitCode, 5);
  }
  for (const char* film : {"film.mp4", "film_%04d.png"}) {
    const auto run = runProgram({"render", m_endless, "-o", m_folder / "none" / film});
    EXPECT_EQ(run.exitCode, 5);
    EXPECT_THAT(run.log, HasSubstr("mkdir -p"));
  }
}

TEST_F(Arguments, whatIsNoClipIsNotReplaced) {
  const std::string text = write("notes.txt", "of a year");
  for (const char* option : {"--clip", "--checkpoint"}) {
    const auto run = runProgram({"simulate", m_endless, option, text});
    EXPECT_EQ(run.exitCode, 5);
    EXPECT_THAT(run.log, HasSubstr("no clip"));
  }
  EXPECT_EQ(fs::file_size(text), 9U);
  EXPECT_EQ(runProgram({"simulate", m_endless, "--report", "/dev/null"}).exitCode, 5);
}

TEST_F(Arguments, framesThatAreNotThereAreRefused) {
  const std::string film = m_folder / "film.mp4", recorded = clip();
  for (const std::string& scene : {m_scene, recorded}) {
    const auto run = runProgram({"render", scene, "-o", film, "--frames", "2-7"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.log, HasSubstr("from 0 to 6"));
  }
  EXPECT_FALSE(fs::exists(film));
}

TEST_F(Arguments, valuesThatAClipCannotShowAreRefused) {
  const std::string recorded = clip(), film = m_folder / "film.mp4";
  for (const char* value : {"parts/a/mass=3", "settings/step=0.01", "animation/duration=1",
                            "parts/a/position=[1,2,3]"}) {
    const auto run = runProgram({"render", recorded, "-o", film, "--set", value});
    EXPECT_EQ(run.exitCode, 2) << value;
    EXPECT_THAT(run.log, HasSubstr("as it was recorded")) << value;
  }
  // Looks are taken: what is refused here is the frame alone.
  const auto run = runProgram({"render", recorded, "-o", film, "--set", "parts/a/visible=false",
                               "--set", "materials/wax/roughness=1", "--frames", "99"});
  EXPECT_EQ(run.exitCode, 2);
  EXPECT_THAT(run.log, HasSubstr("--frames"));
}

TEST_F(Arguments, valuesOfTheBeginningAreRefusedWhereATakeGoesOn) {
  const std::string recorded = clip();
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--set", "parts/a/position=[1,2,3]"}, {"--seed", "4"}}) {
    std::vector<std::string> arguments = {"simulate", m_scene, "--resume", recorded};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto run = runProgram(arguments);
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.log, HasSubstr("--resume"));
  }
  EXPECT_EQ(
      runProgram({"simulate", m_scene, "--resume", recorded, "--set", "parts/a/mass=3"}).exitCode,
      0);
}

TEST_F(Arguments, aMomentToGoOnFromIsAFrame) {
  const std::string recorded = clip();
  for (const std::string& moment :
       {recorded + "@x", recorded + "@", recorded + "@-1", recorded + "@1.5", std::string("@3")}) {
    const auto run = runProgram({"simulate", m_scene, "--resume", moment});
    EXPECT_EQ(run.exitCode, 2) << moment;
    EXPECT_THAT(run.log, HasSubstr("CLIP@FRAME")) << moment;
  }
}

TEST_F(Arguments, misspeltNamesAreAnsweredWithTheNearest) {
  for (const char* verb : {"check", "info", "simulate"}) {
    const auto run = runProgram({verb, "dragonfyl"});
    EXPECT_EQ(run.exitCode, 5);
    EXPECT_THAT(run.log, HasSubstr("there is no scene or demo \"dragonfyl\""));
    EXPECT_THAT(run.log, HasSubstr("did you mean \"dragonfly\"?"));
  }
  EXPECT_THAT(runProgram({"info", m_folder / "scen.json"}).log, HasSubstr("scene.json\"?"));
  for (const auto& [name, meant] : {std::pair("simulat", "simulate"), {"dragonfy", "dragonfly"}}) {
    const auto run = runProgram({name});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.log, HasSubstr(meant));
  }
}

TEST_F(Arguments, allFaultsOfASceneAreListedWhateverTheVerb) {
  const std::string scene = write("faulty.json", R"({"sinew": 1,
    "settings": {"integrator": "eular"},
    "parts": [{"name": "a", "kind": "particle", "mass": -1}, {"name": "b", "kind": "particle"}],
    "constraints": [{"name": "two", "kind": "position", "point": {"part": "b", "at": [1]}}]})");
  for (const char* verb : {"check", "info", "simulate"}) {
    const auto run = runProgram({verb, scene});
    EXPECT_EQ(run.exitCode, 3);
    for (const char* words : {"one of \"euler\"", "/parts/0/mass", "/constraints/0/point"})
      EXPECT_THAT(run.log, HasSubstr(words)) << verb;
  }
}

TEST_F(Arguments, aRunThatDivergesSaysWhatToTry) {
  const std::string scene = write("wild.json", R"({"sinew": 1, "animation": {"duration": 10},
    "settings": {"scheme": "forward", "step": 0.1},
    "parts": [{"name": "a", "kind": "particle", "position": [1, 0, 0]},
              {"name": "b", "kind": "particle", "position": [2, 0, 0]}],
    "constraints": [
      {"name": "one", "kind": "distance", "a": {"part": "a"}, "length": 1},
      {"name": "two", "kind": "distance", "a": {"part": "a"}, "b": {"part": "b"}, "length": 1}]})");
  const auto run = runProgram({"simulate", scene});
  EXPECT_EQ(run.exitCode, 4) << run.log;
  EXPECT_THAT(run.log,
              HasSubstr("try the integrator implicit_euler, or a step shorter than 0.1 s"));
}

TEST_F(Arguments, aRunNamesConstraintsThatCouldGo) {
  const std::string scene = write("twice.json", R"({"sinew": 1, "animation": {"duration": 0.1},
    "parts": [{"name": "a", "kind": "particle"}],
    "constraints": [{"name": "one", "kind": "position", "point": {"part": "a"}},
                    {"name": "two", "kind": "position", "point": {"part": "a"}}]})");
  const auto run = runProgram({"simulate", scene});
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_THAT(run.log, HasSubstr("hold the same thing"));
  EXPECT_THAT(run.log, HasSubstr("\"two\""));
  EXPECT_THAT(runProgram({"simulate", m_scene}).log, Not(HasSubstr("hold the same")));
}

TEST_F(Arguments, oneIsNotCountedAsMany) {
  EXPECT_THAT(runProgram({"check", m_scene}).log, HasSubstr("1 part, 0 constraints"));
}

// Nothing that a verb reads may keep it waiting.
TEST_F(Arguments, pipesAreNotWaitedForButRefusedByName) {
  const std::string pipe = m_folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const char* verb : {"info", "check", "simulate"}) {
    const auto run = runProgram({verb, pipe});
    EXPECT_EQ(run.exitCode, 5) << verb;
    EXPECT_THAT(run.log, HasSubstr("it is a pipe")) << verb;
  }
}

TEST_F(Arguments, aFilmThatIsStoppedSaysHowFarItCame) {
  const std::filesystem::path first = m_folder / "f_0000.png";
  const auto run = runProgram({"render", m_scene, "-o", m_folder / "f_%04d.png", "--size", "64x64",
                               "--set", "animation/duration=100000", "--quality", "draft"},
                              [&](int process) {
                                // Frames are being drawn once the first picture is there.
                                while (!std::filesystem::exists(first) && ::kill(process, 0) == 0) {
                                  std::this_thread::yield();
                                }
                                ::kill(process, SIGINT);
                              });
  EXPECT_EQ(run.exitCode, 7);
  EXPECT_THAT(run.log, HasSubstr("of 2400001 frames; the pictures that are finished stay"));
}

}  // namespace
}  // namespace sinew
