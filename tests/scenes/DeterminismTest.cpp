// Same scene, same commands: same bits, whoever simulates. Runs over every demo scene there is.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/scene/SceneFile.h"
#include "core/scene/SceneTables.h"
#include "tests/support/ClipScenes.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

constexpr double kLongest = 12;         // [s] of a demo that are run
constexpr double kLongestOfMany = 1.2;  // [s] likewise, of one of more than
constexpr std::size_t kMany = 100;      // parts: by then all of them meet

const fs::path kDemos = fs::path(SINEW_SOURCE_DIR) / "assets" / "scenes";

/// The demos by name, and scenes made here that no demo stands for.
std::vector<std::string> sceneNames() {
  std::vector<std::string> names = {"pendulums_euler", "pendulums_rkf45", "crowd", "shells_euler",
                                    "shells_rkf45"};
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(kDemos, none)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// So many parts and joints that several threads have work.
SceneBuilder crowd() {
  SceneBuilder builder;
  builder.settings({{"step", 0.002}});
  builder.part("plane", "floor", {{"position", Vec3(0, -0.3, 0)}});
  for (int i = 0; i < 200; ++i) {
    const std::string name = "p" + std::to_string(i);
    const int row = i / 20;
    builder.part("particle", name, {{"position", Vec3(0.1 * (i % 20), 0.1 * row, 0)}});
    if (i % 20 == 0) continue;
    builder.constraint("distance", "d" + std::to_string(i),
                       {{"a", at(name)}, {"b", at("p" + std::to_string(i - 1))}, {"length", 0.1}});
  }
  return builder;
}

/// The same of parts that deform, under an integrator that takes several stages.
SceneBuilder shells(const char* integrator) {
  SceneBuilder builder;
  builder.settings({{"contact", "springs"},  // of shells drawn inside each other
                    {"step", 0.002},
                    {"integrator", integrator},
                    {"tolerance", 1e-4}});
  for (int i = 0; i < 80; ++i) {
    const std::string name = "s" + std::to_string(i);
    builder.part("superquadric", name,
                 {{"motion", i % 2 ? "local" : "global"},
                  {"nodes_u", 4},
                  {"nodes_v", 6},
                  {"angular_velocity", Vec3(0.1 * i, 1, 0)},
                  {"position", Vec3(0.6 * i, 0, 0)}});
    if (i == 0) continue;
    builder.constraint(
        "point_to_point", "j" + std::to_string(i),
        {{"a", at(name, {0, 0.1})},
         {"b", at("s" + std::to_string(i - 1), {0, 0.1})},
         {"assembly_time", 2.0}});  // half a second would pull some of them inside out
  }
  return builder;
}

struct Candidate {
  std::shared_ptr<const World> world;
  double duration = 0.5;  // [s]
};

Candidate load(const std::string& name) {
  if (name == "pendulums_euler") return {pendulums("euler").world()};
  if (name == "pendulums_rkf45") return {pendulums("rkf45").world()};
  if (name == "crowd") return {crowd().world()};
  if (name == "shells_euler") return {shells("euler").world(), 0.125};
  if (name == "shells_rkf45") return {shells("rkf45").world(), 0.042};
  const auto scene = loadScene(kDemos / (name + ".json"), builtins(), kDemos.parent_path());
  if (!scene) {
    ADD_FAILURE() << scene.error().message;
    return {};
  }
  auto world = World::compile(*scene, builtins());
  if (!world) {
    ADD_FAILURE() << world.error().message;
    return {};
  }
  const double duration = ParamReader(animationTable(), scene->animation).real("duration");
  const double longest = (*world)->parts().size() > kMany ? kLongestOfMany : kLongest;
  return {*std::move(world), std::min(duration, longest)};
}

/// Hashes of all frames from where the simulator stands.
std::vector<std::uint64_t> hashes(Simulator& simulator, double end) {
  std::vector<std::uint64_t> found;
  Take take(simulator, nullptr);
  take.onFrame = [&](std::uint64_t) { found.push_back(simulator.state().hash()); };
  const auto status = take.runTo(end);
  EXPECT_TRUE(status && *status == RunStatus::Ok) << simulator.report().message;
  return found;
}

class Determinism : public ::testing::TestWithParam<std::string> {};

TEST_P(Determinism, ThreadsAndResumingChangeNoBit) {
  const Candidate candidate = load(GetParam());
  ASSERT_TRUE(candidate.world);
  Simulator straight(candidate.world, 1);
  std::vector<std::uint64_t> expected;
  State middle;
  {
    Take take(straight, nullptr);
    const double half = candidate.duration / 2;
    take.onFrame = [&](std::uint64_t) {
      expected.push_back(straight.state().hash());
      if (straight.time() <= half) middle = straight.state();
    };
    const auto status = take.runTo(candidate.duration);
    ASSERT_TRUE(status && *status == RunStatus::Ok) << straight.report().message;
  }

  // Another World, compiled from the text of the scene, and two threads.
  const Candidate again = load(GetParam());
  Simulator threaded(again.world, 2);
  const auto second = hashes(threaded, candidate.duration);
  EXPECT_EQ(second, expected);

  Simulator resumed(again.world, 2);
  resumed.restore(middle);
  const auto tail = hashes(resumed, candidate.duration);
  ASSERT_LE(tail.size(), expected.size());
  const std::vector<std::uint64_t> expectedTail(
      expected.end() - static_cast<std::ptrdiff_t>(tail.size()), expected.end());
  EXPECT_EQ(tail, expectedTail);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Determinism, ::testing::ValuesIn(sceneNames()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace sinew::test
