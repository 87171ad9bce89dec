#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "core/io/clip/ClipReader.h"
#include "core/scene/JsonText.h"
#include "tests/scenes/ProgramFolder.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class SimulateCommand : public test::ProgramFolder {};

TEST_F(SimulateCommand, theReportHasWhatToolsRelyOn) {
  const Json json = report({});
  for (const char* key : {"simulated_time", "wall_time", "steps", "rejected_steps", "stage_seconds",
                          "constraints", "energy", "momentum", "contacts", "state_hash", "status"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["simulated_time"], 0.5);
  ASSERT_EQ(json["constraints"].size(), 2U);
  for (const char* key : {"gap", "penetration", "residual", "rounds"}) {
    EXPECT_TRUE(json["spread"][key].contains("max")) << key;
    EXPECT_TRUE(json["spread"][key].contains("p99")) << key;
  }
  for (const char* key : {"name", "kind", "rows", "closed_at", "residual_max_after_closed",
                          "residual_end", "force_max", "force_max_at", "force_end"})
    EXPECT_TRUE(json["constraints"][0].contains(key)) << key;
  for (const char* key :
       {"kinetic", "elastic", "gravity", "contact", "lag", "dissipated", "work", "drift"})
    EXPECT_TRUE(json["energy"].contains(key)) << key;
  for (const char* key : {"grabs", "drives", "forces", "gravity", "assembly", "contact"})
    EXPECT_TRUE(json["energy"]["work_by"].contains(key)) << key;
  EXPECT_EQ(json["momentum"]["linear"].size(), 3U);
}

TEST_F(SimulateCommand, runsAlikeEveryTimeAndWithAnyNumberOfThreads) {
  const auto hash = report({})["state_hash"];
  EXPECT_EQ(report({})["state_hash"], hash);
  EXPECT_EQ(report({"--threads", "2"})["state_hash"], hash);
  EXPECT_NE(report({"--set", "parts/b/mass=3"})["state_hash"], hash);
}

// So many parts that there is work for two.
TEST_F(SimulateCommand, everyFrameOfManyPartsIsTheSameWithTwoThreads) {
  Json scene = {{"sinew", 2}, {"animation", {{"duration", 0.25}}}};
  for (int i = 0; i < 200; ++i) {
    const std::string name = "p" + std::to_string(i);
    scene["parts"].push_back(
        {{"name", name}, {"kind", "particle"}, {"position", {0.2 * i, 1, 0.01 * (i % 3)}}});
    if (i == 0) continue;
    scene["constraints"].push_back({{"name", "d" + std::to_string(i)},
                                    {"kind", "distance"},
                                    {"a", {{"part", "p" + std::to_string(i - 1)}}},
                                    {"b", {{"part", name}}},
                                    {"length", 0.2}});
  }
  const std::string crowd = write("crowd.json", scene.dump());
  const auto hashes = [&](const char* threads) {
    const std::string clip = m_folder / (std::string("crowd") + threads + ".clip");
    EXPECT_EQ(runProgram({"simulate", crowd, "--threads", threads, "--clip", clip}).exitCode, 0);
    std::vector<std::uint64_t> found;
    const auto take = ClipReader::open(clip);
    if (!take) return found;
    for (const ClipFrame& frame : (*take)->frames()) found.push_back(frame.stateHash);
    return found;
  };
  const auto alone = hashes("1");
  EXPECT_GT(alone.size(), 5U);
  EXPECT_EQ(hashes("2"), alone);
}

TEST_F(SimulateCommand, overridesChangeTheRun) {
  EXPECT_EQ(report({"--duration", "0.25"})["simulated_time"], 0.25);
  EXPECT_LT(report({"--set", "settings/integrator=rkf45"})["steps"], report({})["steps"]);
}

TEST_F(SimulateCommand, wrongOverridesExitWithTwoAndSayWhatIsLegal) {
  const std::pair<const char*, const char*> cases[] = {
      {"parts/b/mass=-1", "1e-09 to 1000000000 kg"},
      {"parts/c/mass=1", "legal: one of \"a\", \"b\""},
      {"parts/b/mas=1", "nearest: \"mass\""},
      {"settings/scheme=backward", "semi_implicit"},
      {"settings/integrator=eular", "nearest: \"euler\""},
      {"parts/b/position=[1,2]", "[x, y, z]"},
      {"parts/b/material=wax", "no material named \"wax\""},
      {"mass=1", "OBJECT/KEY=VALUE"},
      {"parts/b/mass", "OBJECT/KEY=VALUE"},
      {"parts/b/mass=1e999", "legal: a number"},
  };
  for (const auto& [override, words] : cases) {
    const auto run = simulate({"--set", override});
    EXPECT_EQ(run.exitCode, 2) << override;
    EXPECT_THAT(run.log, HasSubstr(words)) << override;
  }
  EXPECT_EQ(simulate({"--duration", "-3"}).exitCode, 2);
  EXPECT_EQ(simulate({"--fps", "0"}).exitCode, 2);
  EXPECT_EQ(simulate({"--threads", "0"}).exitCode, 2);
}

TEST_F(SimulateCommand, probesGiveALinePerFrame) {
  const auto run = simulate({"--probe", "b", "--probe", "a:", "--fps", "10"});
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1 + 6);
  EXPECT_THAT(run.out, HasSubstr("\n0,2,1.5,0,0,0,0,1,1,0,"));
  EXPECT_EQ(simulate({"--probe", "b", "--probes", m_folder / "p.csv", "--fps", "10"}).out, "");
  EXPECT_THAT(contents("p.csv"), HasSubstr("\"b x [m]\""));
}

// What hangs still pulls with its weight.
TEST_F(SimulateCommand, aProbeOfAConstraintGivesItsForce) {
  const std::string hanging = write("hanging.json", R"({"sinew": 2, "animation": {"duration": 0.1},
    "settings": {"gravity": [0, -10, 0]},
    "parts": [{"name": "load", "kind": "particle", "position": [0, 1, 0], "mass": 3}],
    "constraints": [{"name": "pin", "kind": "position", "point": {"part": "load"},
                     "target": [0, 1, 0]}]})");
  const std::string report = m_folder / "report.json";
  const auto run = runProgram(
      {"simulate", hanging, "--probe", "constraint:pin", "--fps", "10", "--report", report});
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_THAT(run.out, HasSubstr("\"constraint:pin fx [N]\""));
  const std::string last = run.out.substr(run.out.find("\n0.1,") + 5);
  std::istringstream numbers(last);
  double fx = 0, fy = 0, fz = 0, gap = 0;
  char comma = 0;
  numbers >> fx >> comma >> fy >> comma >> fz >> comma >> gap;
  EXPECT_NEAR(fx, 0, 1e-9);
  EXPECT_NEAR(fy, 30, 1e-6);
  EXPECT_NEAR(fz, 0, 1e-9);
  EXPECT_NEAR(gap, 0, 1e-9);
  const Json json = Json::parse(contents("report.json"));
  EXPECT_NEAR(json["constraints"][0]["force_end"].get<double>(), 30, 1e-6);
  const auto wrong = runProgram({"simulate", hanging, "--probe", "constraint:pim"});
  EXPECT_EQ(wrong.exitCode, 2);
  EXPECT_THAT(wrong.log, HasSubstr("pin"));
}

TEST_F(SimulateCommand, editsOfTheBeginningAreSaidToBeIgnoredWhereATakeGoesOn) {
  const std::string clip = m_folder / "a.clip";
  ASSERT_EQ(simulate({"--clip", clip}).exitCode, 0);
  EXPECT_THAT(simulate({"--resume", clip + "@3"}).log, testing::Not(HasSubstr("ignored")));
  std::string text = contents("scene.json");
  text.replace(text.find("[2, 1.5, 0]"), 11, "[2, 1.6, 0]");
  write("scene.json", text);
  const auto run = simulate({"--resume", clip + "@3"});
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_THAT(run.log, HasSubstr("ignored: parts/b/position"));
}

TEST_F(SimulateCommand, editsOfWhereThingsSlideFromAreSaidToBeIgnoredLikewise) {
  const std::string text = R"({"sinew": 3, "animation": {"duration": 0.2},
    "parts": [{"name": "r", "kind": "rope", "points": [[1, 0, 0]]},
              {"name": "p", "kind": "particle", "position": [0.3, 0, 0]}],
    "constraints": [{"name": "pe", "kind": "pearl", "a": {"part": "r", "at": [0.3]},
                     "b": {"part": "p"}}]})";
  const std::string scene = write("pearl.json", text), clip = m_folder / "pearl.clip";
  ASSERT_EQ(runProgram({"simulate", scene, "--clip", clip}).exitCode, 0);
  const auto goOnWith = [&](const std::string& from, const std::string& to) {
    std::string edited = text;
    edited.replace(edited.find(from), from.size(), to);
    return runProgram({"simulate", write("pearl.json", edited), "--resume", clip + "@2"}).log;
  };
  EXPECT_THAT(goOnWith("\"at\": [0.3]", "\"at\": [0.6]"),
              HasSubstr("ignored: constraints/pe (where it begins)"));
  EXPECT_THAT(goOnWith("[[1, 0, 0]]", "[[0, 1, 0]]"),
              HasSubstr("ignored: parts/r (where it begins)"));
}

TEST_F(SimulateCommand, probesFileWithoutProbesExitsWithTwo) {
  const auto run = simulate({"--probes", m_folder / "p.csv"});
  EXPECT_EQ(run.exitCode, 2);
  EXPECT_THAT(run.log, HasSubstr("--probe"));
}

TEST_F(SimulateCommand, wrongProbesExitWithTwo) {
  for (const char* probe : {"z", "b:x", "b:1", ":"})
    EXPECT_EQ(simulate({"--probe", probe}).exitCode, 2) << probe;
}

TEST_F(SimulateCommand, checkNamesRedundantAndConflictingConstraints) {
  const auto check = [this](const std::string& constraints) {
    const std::string parts = R"({"sinew": 1, "parts": [{"name": "a", "kind": "particle"},
      {"name": "b", "kind": "particle"}], "constraints": [
      {"name": "one", "kind": "point_to_point", "a": {"part": "a"}, "b": {"part": "b"}})";
    const auto run = runProgram({"check", "--json", write("c.json", parts + constraints + "]}")});
    EXPECT_EQ(run.exitCode, 0) << run.log;
    return Json::parse(run.out);
  };
  EXPECT_EQ(check("")["redundant"], Json::array());
  const std::string twin =
      R"(, {"name": "two", "kind": "point_to_point", "a": {"part": "a"}, "b": {"part": "b"}})";
  EXPECT_EQ(check(twin)["redundant"], (Json{"one", "two"}));
  EXPECT_EQ(check(twin)["conflicting"], Json::array());
}

TEST_F(SimulateCommand, checkReportsPointsThatAreNotOnTheirPart) {
  const auto path = write("c.json", R"({"sinew": 1, "parts": [{"name": "a", "kind": "particle"}],
    "constraints": [{"name": "pin", "kind": "position", "point": {"part": "a", "at": [1, 2]}}]})");
  const auto run = runProgram({"check", "--json", path});
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_EQ(Json::parse(run.out)["valid"], false);
  EXPECT_THAT(run.log, HasSubstr("/constraints/0"));
}

TEST_F(SimulateCommand, signalsStopTheRunAndTheReportSaysSo) {
  for (const int signal : {SIGINT, SIGTERM}) {
    // The program writes its probes into a pipe: when something has come out, it is running.
    const std::string pipe = m_folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const auto run = runProgram({"simulate", m_scene, "--duration", "100000", "--probe", "b",
                                 "--probes", pipe, "--report", m_folder / "report.json"},
                                [&](int process) {
                                  std::ifstream probes(pipe);
                                  std::string line;
                                  std::getline(probes, line);
                                  ::kill(process, signal);
                                  while (std::getline(probes, line)) continue;
                                });
    EXPECT_EQ(run.exitCode, 7);
    const Json json = Json::parse(contents("report.json"));
    EXPECT_EQ(json["status"], "stopped");
    EXPECT_LT(json["simulated_time"], 100000);
    fs::remove(pipe);
  }
}

TEST_F(SimulateCommand, theTimeLimitStopsTheRun) {
  const auto run = simulate({"--duration", "100000", "--time-limit", "0.01"});
  EXPECT_EQ(run.exitCode, 7);
}

TEST_F(SimulateCommand, goesOnInItsClipOnlyWithTheValuesItWasRecordedWith) {
  const std::string clip = m_folder / "a.clip";
  ASSERT_EQ(simulate({"--clip", clip}).exitCode, 0);
  const std::string before = contents("a.clip");
  const std::vector<std::pair<std::vector<std::string>, const char*>> others = {
      {{"--fps", "30"}, "24 frames per second"}, {{"--set", "parts/b/mass=3"}, "other values"}};
  for (const auto& [other, words] : others) {
    for (const std::string& moment : {clip, clip + "@3"}) {
      std::vector<std::string> arguments = {"--resume", moment, "--duration", "1"};
      arguments.insert(arguments.end(), other.begin(), other.end());
      arguments.insert(arguments.end(), {"--clip", m_folder / "." / "a.clip"});
      const auto run = simulate(arguments);
      EXPECT_EQ(run.exitCode, 6) << words;
      EXPECT_THAT(run.log, HasSubstr(words));
      EXPECT_THAT(run.log, HasSubstr("another file"));
      EXPECT_EQ(contents("a.clip"), before) << words;
      arguments.back() = m_folder / "b.clip";
      EXPECT_EQ(simulate(arguments).exitCode, 0) << words;
    }
  }
  EXPECT_EQ(simulate({"--resume", clip, "--clip", clip, "--duration", "1"}).exitCode, 0);
  EXPECT_EQ(runProgram({"verify", clip}).exitCode, 0);
}

TEST_F(SimulateCommand, goesOnInItsClipOnlyWithTheMeshesItWasRecordedWith) {
  const Json scene = {{"sinew", 3},
                      {"animation", {{"duration", 0.25}}},
                      {"parts", {{{"name", "ball"}, {"kind", "superquadric"}}}}};
  const std::string file = write("ball.json", scene.dump()), clip = m_folder / "ball.clip";
  ASSERT_EQ(runProgram({"simulate", file, "--clip", clip}).exitCode, 0);
  const std::string before = contents("ball.clip");
  const std::vector<std::string> on = {
      "simulate", file,         "--resume", clip,    "--clip",
      clip,       "--duration", "0.5",      "--set", "parts/ball/render_u=20"};
  const auto run = runProgram(on);
  EXPECT_EQ(run.exitCode, 6);
  EXPECT_THAT(run.log, HasSubstr("\"ball/triangles\" is drawn otherwise"));
  EXPECT_EQ(contents("ball.clip"), before);
  EXPECT_EQ(runProgram({on.begin(), on.end() - 2}).exitCode, 0);
}

TEST_F(SimulateCommand, goesOnFromItsFirstFrameWithOtherValues) {
  const std::string first = m_folder / "a.clip", second = m_folder / "b.clip";
  ASSERT_EQ(simulate({"--clip", first}).exitCode, 0);
  ASSERT_EQ(
      simulate({"--resume", first + "@0", "--set", "parts/b/mass=3", "--clip", second}).exitCode,
      0);
  EXPECT_EQ(runProgram({"verify", second}).exitCode, 0);
}

TEST_F(SimulateCommand, framesAreNotGivenUpForARunThatComputesNone) {
  const std::string clip = m_folder / "a.clip";
  ASSERT_EQ(simulate({"--clip", clip}).exitCode, 0);
  const std::string before = contents("a.clip");
  const auto run = simulate({"--resume", clip + "@6", "--duration", "0.1", "--clip", clip});
  EXPECT_EQ(run.exitCode, 2);
  EXPECT_THAT(run.log, HasSubstr("frame 6"));
  EXPECT_EQ(contents("a.clip"), before);
}

TEST_F(SimulateCommand, aRunThatEndsWhereItGoesOnFromIsSaidToDoNothing) {
  const std::string clip = m_folder / "a.clip";
  ASSERT_EQ(simulate({"--clip", clip}).exitCode, 0);
  const auto before = simulate({"--resume", clip, "--duration", "0.3"});
  EXPECT_EQ(before.exitCode, 2);
  EXPECT_THAT(before.log, HasSubstr("the clip's last frame is at 0.5 s (frame 12)"));
  EXPECT_THAT(before.log, HasSubstr("--duration above 0.5"));
  EXPECT_THAT(before.log, HasSubstr("--resume " + clip + "@7"));
  const auto there = simulate({"--resume", clip});
  EXPECT_EQ(there.exitCode, 0);
  EXPECT_THAT(there.log, HasSubstr("nothing is left to simulate"));
  EXPECT_THAT(simulate({"--resume", clip, "--duration", "0.6"}).log,
              testing::Not(HasSubstr("nothing is left")));
}

// A limit on the size of files is met like the end of a disk.
TEST_F(SimulateCommand, whatCannotBeWrittenIsToldOnceAndWhatToDo) {
  const std::string clip = m_folder / "a.clip";
  ASSERT_EQ(simulate({"--clip", clip}).exitCode, 0);
  const auto blocks = std::to_string(fs::file_size(clip) / 512 + 100);
  const std::string command = "ulimit -f " + blocks + "; exec " + SINEW_EXECUTABLE + " simulate " +
                              m_scene + " --duration 100 --clip " + clip + " 2>" +
                              std::string(m_folder / "log");
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 5);
  const std::string log = contents("log");
  EXPECT_EQ(log.find("error:"), log.rfind("error:")) << log;
  EXPECT_THAT(log, HasSubstr("make room"));
  EXPECT_THAT(log, HasSubstr("--resume " + clip + " --clip " + clip));
  EXPECT_EQ(simulate({"--resume", clip, "--clip", clip, "--duration", "30"}).exitCode, 0);
}

TEST_F(SimulateCommand, outputThatCannotBeWrittenIsAFailure) {
  for (const char* verb : {"simulate", "check"}) {
    const std::string command = std::string(SINEW_EXECUTABLE) + " " + verb + " " + m_scene +
                                (verb == std::string("check") ? " --json" : " --probe b") +
                                " >/dev/full 2>/dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 5) << verb;
  }
}

TEST_F(SimulateCommand, stepsCutShortByAStiffPartAreRemarkedOn) {
  const auto path = write("stiff.json", R"({"sinew": 1, "animation": {"duration": 0.0001},
    "parts": [{"name": "shell", "kind": "superquadric", "motion": "local", "w0": 1e11}]})");
  const auto run = runProgram({"simulate", path});
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_THAT(run.log, HasSubstr("shell is so stiff"));
}

TEST_F(SimulateCommand, aFaultFoundWhenThePartIsMadeSaysWhereWhatAndWhatIsLegal) {
  const auto path = write("c.json", R"({"sinew": 1, "parts": [{"name": "wall", "kind": "plane",
    "normal": {"keys": [[0, [0, 1, 0], "linear"], [1, [0, -1, 0]]]}}]})");
  for (const char* verb : {"simulate", "check"}) {
    const auto run = runProgram({verb, path});
    EXPECT_EQ(run.exitCode, 3);
    EXPECT_THAT(run.log, HasSubstr("/parts/0/normal: found"));
    EXPECT_THAT(run.log, HasSubstr("a key between two opposite directions"));
  }
}

TEST_F(SimulateCommand, theCheckpointMustNotReplaceTheClip) {
  const auto run =
      simulate({"--clip", m_folder / "a.clip", "--checkpoint", m_folder / "." / "a.clip"});
  EXPECT_EQ(run.exitCode, 2);
  EXPECT_THAT(run.log, HasSubstr("--checkpoint"));
  EXPECT_FALSE(fs::exists(m_folder / "a.clip"));
}

// Alone it fights no other: what is in the way is the floor.
TEST_F(SimulateCommand, aConstraintThatPullsIntoTheFloorIsSaidToBeHeldApartByContact) {
  const std::string scene = write("drawn.json", R"({"sinew": 3, "animation": {"duration": 2},
      "parts": [{"name": "floor", "kind": "plane"},
                {"name": "box", "kind": "body", "position": [0, 0.5, 0]}],
      "constraints": [{"name": "line", "kind": "axis", "a": {"part": "box", "at": [0, 0, 0]}}]})");
  const auto run = runProgram({"simulate", scene});
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_THAT(run.log, HasSubstr("contact holds apart: \"line\"; move them"));
  EXPECT_THAT(run.log, testing::Not(HasSubstr("cannot all be met")));
}

TEST_F(SimulateCommand, aStoppedRunSaysHowToGoOn) {
  const std::string clip = m_folder / "a.clip", checkpoint = m_folder / "c.clip";
  const auto stopped = [this](std::vector<std::string> more) {
    more.insert(more.end(), {"--duration", "100000", "--time-limit", "0.05"});
    const auto run = simulate(more);
    EXPECT_EQ(run.exitCode, 7);
    return run.log;
  };
  EXPECT_THAT(stopped({}), HasSubstr("nothing was kept"));
  EXPECT_THAT(stopped({"--clip", clip}), HasSubstr("--resume " + clip + " --clip " + clip));
  EXPECT_THAT(stopped({"--checkpoint", checkpoint}), HasSubstr("--resume " + checkpoint));
}

TEST_F(SimulateCommand, theReportIsWrittenWhenTheCheckpointCannotBe) {
  const std::string pipe = m_folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  fs::create_directory(m_folder / "kept");
  const auto run = runProgram(
      {"simulate", m_scene, "--duration", "100000", "--checkpoint", m_folder / "kept" / "c.clip",
       "--report", m_folder / "report.json", "--probe", "b", "--probes", pipe},
      [&](int process) {
        std::ifstream probes(pipe);
        std::string line;
        std::getline(probes, line);
        fs::remove(m_folder / "kept");  // gone while the run goes on
        ::kill(process, SIGINT);
        while (std::getline(probes, line)) continue;
      });
  EXPECT_EQ(run.exitCode, 5);
  const Json json = Json::parse(contents("report.json"), nullptr, false);
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["status"], "stopped");
}

// Told of frame n, everyone may count on n − 1.
TEST_F(SimulateCommand, aKillLosesAtMostTheLastFrameThatWasToldOf) {
  const std::string pipe = m_folder / "progress", clip = m_folder / "a.clip";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::uint64_t last : {1, 2, 7, 12}) {
    const pid_t program = ::fork();
    if (program == 0) {
      ::close(STDERR_FILENO);
      if (::open(pipe.c_str(), O_WRONLY) != STDERR_FILENO) ::_exit(1);
      ::execl(SINEW_EXECUTABLE, "sinew", "simulate", m_scene.c_str(), "--duration", "100000",
              "--progress", "--clip", clip.c_str(), nullptr);
      ::_exit(1);
    }
    std::ifstream progress(pipe);
    std::uint64_t told = 0;
    for (std::string line; std::getline(progress, line);) {
      const Json frame = Json::parse(line, nullptr, false);
      if (frame.is_object()) told = frame["frame"];
      if (told >= last) ::kill(program, SIGKILL);  // and what else it said until then
    }
    int status = 0;
    ::waitpid(program, &status, 0);
    const auto kept = ClipReader::open(clip);
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_GE((*kept)->frames().back().number + 1, told);
  }
}

}  // namespace
}  // namespace sinew
