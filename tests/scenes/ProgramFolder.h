#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/scene/JsonText.h"
#include "tests/support/Program.h"

namespace sinew::test {

/// A folder with a scene of two particles, for the program to work in.
class ProgramFolder : public ::testing::Test {
 protected:
  ProgramFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "sinew-simulate-XXXXXX").string();
    m_folder = ::mkdtemp(name.data());
    m_scene = write("scene.json", R"({"sinew": 1, "animation": {"duration": 0.5},
      "parts": [{"name": "a", "kind": "particle", "position": [1, 1, 0]},
                {"name": "b", "kind": "particle", "position": [2, 1.5, 0], "mass": 2}],
      "constraints": [
        {"name": "pin", "kind": "position", "point": {"part": "a"}, "target": [0, 1, 0]},
        {"name": "link", "kind": "point_to_point", "a": {"part": "a"}, "b": {"part": "b"}}]})");
  }
  ~ProgramFolder() override { std::filesystem::remove_all(m_folder); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(m_folder / name) << text;
    return m_folder / name;
  }
  std::string contents(const std::string& name) const {
    std::ifstream file(m_folder / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  ProgramRun simulate(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"simulate", m_scene});
    return runProgram(arguments);
  }
  Json report(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--report", m_folder / "report.json"});
    EXPECT_EQ(simulate(arguments).exitCode, 0);
    return Json::parse(contents("report.json"), nullptr, false);
  }

  std::filesystem::path m_folder;
  std::string m_scene;
};

}  // namespace sinew::test
