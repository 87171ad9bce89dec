// What ships ready made holds up: each stands, falls and rests in a scene with nothing set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/io/mesh/SceneMeshes.h"
#include "core/simulation/SnapshotMaker.h"
#include "tests/support/EnergyWatch.h"
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

class ReadyMade : public testing::TestWithParam<fs::path> {
 protected:
  /// On a floor, with nothing set, for so many seconds: it stays above, and makes no energy once
  /// what touches as it begins has been moved apart, which takes a second.
  static void rest(double duration) {
    auto scene = loadSceneAndMeshes(GetParam(), builtins(), kAssets);
    ASSERT_TRUE(scene) << scene.error().message;
    (*scene)[Section::Parts].push_back({"ground below", "plane", {}});
    const auto world = World::compile(*scene, builtins());
    ASSERT_TRUE(world) << world.error().message;
    Simulator simulator(*world);
    const double height = std::abs(simulator.report().energy.gravity);  // [J] above the floor
    simulator.advanceTo(std::min(duration, 1.0));
    EnergyWatch watch(simulator.report().energy, height);
    while (simulator.time() < duration) {
      const StepReport& report = simulator.step(duration);
      ASSERT_EQ(report.status, RunStatus::Ok) << report.time << " s: " << report.message;
      watch.look(report.energy);
    }
    EXPECT_LT(watch.rise(), 1e-3);
    const auto snapshot = SnapshotMaker(*world).make(simulator.state());
    for (std::size_t i = 1; i < snapshot->positions.size(); i += 3)
      ASSERT_GT(snapshot->positions[i], -0.05) << "through the floor";
  }
};

TEST_P(ReadyMade, SaysWhatItIs) {
  const auto scene = loadSceneAndMeshes(GetParam(), builtins(), kAssets);
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_FALSE(scene->notes.empty());
  EXPECT_EQ(scene->settings, ParamValues()) << "it goes into scenes with settings of their own";
}

TEST_P(ReadyMade, RestsOnAFloorForASecond) {
  rest(1.2);
}

TEST_P(ReadyMade, RestsOnAFloorForAMinuteSoak) {
  rest(60);
}

INSTANTIATE_TEST_SUITE_P(Library, ReadyMade, testing::ValuesIn(readyMade()),
                         [](const auto& test) { return test.param.stem().string(); });

}  // namespace
}  // namespace sinew::test
