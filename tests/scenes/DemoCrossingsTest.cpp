// No demo lets anything run into anything else. Runs over every demo scene there is. Steps that are
// certified are looked at element by element; what analytic contact of rigid parts alone leaves of
// a solve of bounded length has a bound of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>

#include "core/scene/SceneFile.h"
#include "core/scene/SceneTables.h"
#include "tests/support/CrossingChecker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

const std::filesystem::path kDemoFolder =
    std::filesystem::path(SINEW_SOURCE_DIR) / "assets" / "scenes";

std::vector<std::string> demoNames() {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(kDemoFolder, none)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// [s] of a demo that everyday runs look at: a second, up to the first blows of most.
double everydayLength(const std::string& name) {
  static const std::map<std::string, double> others = {
      {"coil", 0.5},  // a long rope against itself
  };
  const auto found = others.find(name);
  return found == others.end() ? 1 : found->second;
}

class DemoCrossings : public ::testing::TestWithParam<std::string> {
 protected:
  static void watchDepth(Simulator& simulator, double end) {
    constexpr double kMost = 2e-3;  // [m]
    while (simulator.time() < end) {
      const StepReport& report = simulator.step(end);
      ASSERT_EQ(report.status, RunStatus::Ok) << report.message;
      ASSERT_LE(report.maxPenetration, kMost) << report.time;
    }
  }
  /// Looks at all of it up to `longest` [s], or its end.
  void watch(double longest) {
    const auto scene =
        loadScene(kDemoFolder / (GetParam() + ".json"), builtins(), kDemoFolder.parent_path());
    ASSERT_TRUE(scene) << scene.error().message;
    const auto world = World::compile(*scene, builtins());
    ASSERT_TRUE(world) << world.error().message;
    if ((*world)->solidContact() == SolidContact::None) {
      ASSERT_EQ(GetParam(), "coaster") << "only that one does without";
      GTEST_SKIP() << "its settings say springs, under which parts pass through each other";
    }
    Simulator simulator(*world);
    EXPECT_TRUE(simulator.dynamics().overlaps().empty()) << "parts start inside each other";
    const double end =
        std::min(longest, ParamReader(animationTable(), scene->animation).real("duration"));
    if ((*world)->solidContact() == SolidContact::Analytic) return watchDepth(simulator, end);
    CrossingChecker checker(simulator);
    if (checker.pairs() == 0) {
      ASSERT_EQ(GetParam(), "spider_net") << "only there all are tied to each other";
      GTEST_SKIP() << "what is tied to each other passes";
    }
    while (simulator.time() < end) {
      const StepReport& report = simulator.step(end);
      ASSERT_EQ(report.status, RunStatus::Ok) << report.message;
      checker.look();
      ASSERT_EQ(checker.fault, "");
    }
  }
};

TEST_P(DemoCrossings, NothingRunsIntoAnything) {
  watch(everydayLength(GetParam()));
}

TEST_P(DemoCrossings, SoakNothingRunsIntoAnythingUpToTheEnd) {
  watch(std::numeric_limits<double>::infinity());
}

INSTANTIATE_TEST_SUITE_P(Scenes, DemoCrossings, ::testing::ValuesIn(demoNames()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace sinew::test
