// What ships ready made holds up: each stands, falls and rests in a scene with nothing set.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/io/mesh/SceneMeshes.h"
#include "core/simulation/SnapshotMaker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

const fs::path kAssets = fs::path(SINEW_SOURCE_DIR) / "assets";

std::vector<fs::path> readyMade() {
  std::vector<fs::path> scenes;
  for (const auto& entry : fs::recursive_directory_iterator(kAssets / "library"))
    if (entry.path().extension() == ".json") scenes.push_back(entry.path());
  std::ranges::sort(scenes);
  return scenes;
}

class ReadyMade : public testing::TestWithParam<fs::path> {};

TEST_P(ReadyMade, SaysWhatItIs) {
  const auto scene = loadSceneAndMeshes(GetParam(), builtins(), kAssets);
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_FALSE(scene->notes.empty());
  EXPECT_EQ(scene->settings, ParamValues()) << "it goes into scenes with settings of their own";
}

TEST_P(ReadyMade, RestsOnAFloorForASecond) {
  auto scene = loadSceneAndMeshes(GetParam(), builtins(), kAssets);
  ASSERT_TRUE(scene) << scene.error().message;
  (*scene)[Section::Parts].push_back({"ground below", "plane", {}});
  // What the window offers where there are ropes: they are stiff.
  scene->settings.set(*findParam(settingsTable(), "integrator"), Value("implicit_euler"));
  const auto world = World::compile(*scene, builtins());
  ASSERT_TRUE(world) << world.error().message;
  Simulator simulator(*world);
  for (int frame = 1; frame <= 24; ++frame) {
    const StepReport& report = simulator.advanceTo(frame / 24.0);
    ASSERT_EQ(report.status, RunStatus::Ok) << "frame " << frame << ": " << report.message;
  }
  const auto snapshot = SnapshotMaker(*world).make(simulator.state());
  for (std::size_t i = 1; i < snapshot->positions.size(); i += 3)
    ASSERT_GT(snapshot->positions[i], -0.05) << "through the floor";
}

INSTANTIATE_TEST_SUITE_P(Library, ReadyMade, testing::ValuesIn(readyMade()),
                         [](const auto& test) { return test.param.stem().string(); });

}  // namespace
}  // namespace sinew::test
