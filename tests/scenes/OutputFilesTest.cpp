// What a run writes: never over what it uses, and what is replaced is kept.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "tests/scenes/ProgramFolder.h"
#include "tests/support/MeshTexts.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class OutputFiles : public test::ProgramFolder {};

TEST_F(OutputFiles, filesThatCannotBeWrittenExitWithFive) {
  EXPECT_EQ(simulate({"--report", m_folder / "none" / "r.json"}).exitCode, 5);
  EXPECT_EQ(simulate({"--probe", "b", "--probes", m_folder / "none" / "p.csv"}).exitCode, 5);
}

TEST_F(OutputFiles, replacesNothingThatItUses) {
  const std::string clip = m_folder / "a.clip";
  ASSERT_EQ(simulate({"--clip", clip}).exitCode, 0);
  write("box.obj", "none");
  const std::string scene = contents("scene.json"), recorded = contents("a.clip");
  fs::create_hard_link(m_scene, m_folder / "same.json");
  const std::string other = m_folder / "other";
  const std::vector<std::vector<std::string>> cases = {
      {"--report", m_scene},
      {"--report", m_folder / "." / "same.json"},
      {"--probe", "b", "--probes", m_scene},
      {"--clip", m_scene},
      {"--checkpoint", m_scene},
      {"--resume", clip, "--report", clip},
      {"--resume", clip, "--checkpoint", clip},
      {"--report", other, "--probe", "b", "--probes", other},
      {"--clip", other, "--report", other}};
  for (const auto& arguments : cases) {
    const auto run = simulate(arguments);
    EXPECT_EQ(run.exitCode, 2) << arguments[0] << " " << run.log;
    EXPECT_THAT(run.log, HasSubstr("would be replaced; name another file"));
  }
  EXPECT_EQ(contents("scene.json"), scene);
  EXPECT_EQ(contents("a.clip"), recorded);
  EXPECT_FALSE(fs::exists(other));
}

// What is kept of what was there goes to the same name with ~.
TEST_F(OutputFiles, keepsNothingInPlaceOfWhatItUses) {
  const std::string text = contents("scene.json");
  const std::string scene = write("r.json~", text);
  write("r.json", "old");
  const auto over = runProgram({"simulate", scene, "--report", m_folder / "r.json"});
  EXPECT_EQ(over.exitCode, 2) << over.log;
  EXPECT_THAT(over.log, HasSubstr("r.json~ is the scene and would be replaced"));
  EXPECT_EQ(contents("r.json~"), text);
  const auto both = simulate({"--clip", m_folder / "k.clip", "--report", m_folder / "k.clip~"});
  EXPECT_EQ(both.exitCode, 2) << both.log;
  write("full.json", "old");
  fs::create_directory(m_folder / "full.json~");
  const auto full = simulate({"--report", m_folder / "full.json"});
  EXPECT_EQ(full.exitCode, 5) << full.log;
  EXPECT_THAT(full.log, HasSubstr("full.json~: that is a folder"));
  EXPECT_EQ(simulate({"--report", m_folder / std::string(250, 'a')}).exitCode, 5);
}

TEST_F(OutputFiles, listsNothingOverWhatALinkLeadsTo) {
  write("mine", "mine");
  const fs::path pages = m_folder / "pages";
  fs::create_directory(pages);
  fs::create_symlink(m_folder / "mine", pages / "forces.md");
  EXPECT_EQ(runProgram({"list", "--markdown", pages}).exitCode, 5);
  EXPECT_EQ(contents("mine"), "mine");
  fs::remove(pages / "forces.md");
  write("pages/forces.md", "mine");
  EXPECT_EQ(runProgram({"list", "--markdown", pages}).exitCode, 0);
  EXPECT_EQ(contents("pages/forces.md~"), "mine");
}

TEST_F(OutputFiles, replacesNoMeshAndNoPictureOfItsScene) {
  write("box.obj", test::boxObj());
  write("oak_0000.png", "no picture, but in use");
  const auto scene =
      write("furnished.json",
            R"({"sinew": 2, "materials": [{"name": "oak", "texture": "oak_0000.png"}],
      "parts": [{"name": "crate", "kind": "mesh", "mesh": "box.obj", "material": "oak"}]})");
  for (const char* name : {"box.obj", "oak_0000.png"}) {
    const auto run = runProgram({"simulate", scene, "--report", m_folder / name});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.log, HasSubstr("of the scene and would be replaced"));
  }
  for (const char* name : {"oak_0000.png", "oak_%04d.png", "oak_%d.png"}) {
    const auto film = runProgram({"render", scene, "-o", m_folder / name, "--frames", "0"});
    EXPECT_EQ(film.exitCode, 2) << film.log;
    EXPECT_THAT(film.log, HasSubstr("a picture of the scene and would be replaced")) << name;
  }
  EXPECT_EQ(contents("box.obj"), test::boxObj());
}

// Where it is no place for a number, and where it is, % is a letter of a name like any other.
TEST_F(OutputFiles, replacesNoSceneWithAPercentSignInItsName) {
  const std::string text = contents("scene.json");
  for (const char* name : {"50%_grid.json", "%d.json", "%04.json"}) {
    const std::string scene = write(name, text);
    const auto run = runProgram({"simulate", scene, "--report", scene});
    EXPECT_EQ(run.exitCode, 2) << name << " " << run.log;
    EXPECT_THAT(run.log, HasSubstr("is the scene and would be replaced")) << name;
    EXPECT_EQ(contents(name), text) << name;
  }
}

TEST_F(OutputFiles, keepsWhatItReplaces) {
  const std::string clip = m_folder / "a.clip";
  const auto run = [&](const char* duration) {
    return simulate({"--duration", duration, "--clip", clip, "--report", m_folder / "r.json",
                     "--probe", "b", "--probes", m_folder / "p.csv"});
  };
  ASSERT_EQ(run("0.25").exitCode, 0);
  const std::string report = contents("r.json"), probes = contents("p.csv"),
                    recorded = contents("a.clip");
  ASSERT_EQ(run("0.5").exitCode, 0);
  EXPECT_EQ(contents("r.json~"), report);
  EXPECT_EQ(contents("p.csv~"), probes);
  EXPECT_EQ(contents("a.clip~"), recorded);
  EXPECT_NE(contents("p.csv"), probes);
}

TEST_F(OutputFiles, followsNoLinks) {
  write("victim", "precious");
  for (const char* target : {"victim", "absent"}) {
    fs::remove(m_folder / "link");
    fs::create_symlink(target, m_folder / "link");
    for (const char* option : {"--report", "--clip", "--checkpoint", "--probes"}) {
      const auto run = simulate({"--probe", "b", option, m_folder / "link"});
      EXPECT_EQ(run.exitCode, 5) << option;
      EXPECT_THAT(run.log, HasSubstr("it is a link to another file and is not replaced"));
    }
  }
  EXPECT_EQ(contents("victim"), "precious");
  EXPECT_FALSE(fs::exists(m_folder / "absent"));
}

}  // namespace
}  // namespace sinew
