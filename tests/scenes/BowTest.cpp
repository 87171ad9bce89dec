// The bow of assets/scenes: what its string does after the arrow has left.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/scene/SceneFile.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

// It is let go at 2.4 s.
TEST(Bow, StringHumsWhenTheArrowIsGone) {
  constexpr double kFrom = 2.9, kTo = 3.4, kLook = 0.001;  // [s]
  const auto folder = std::filesystem::path(SINEW_SOURCE_DIR) / "assets" / "scenes";
  const auto scene = loadScene(folder / "bow.json", builtins(), folder.parent_path());
  ASSERT_TRUE(scene) << scene.error().message;
  const auto world = World::compile(*scene, builtins());
  ASSERT_TRUE(world) << world.error().message;
  Simulator simulator(*world);
  simulator.advanceTo(kFrom);
  const auto energy = [&simulator] {
    const Energies& e = simulator.report().energy;
    return e.kinetic + e.elastic + e.gravity;
  };
  // Of the middle of the string, aside of the line between its ends [m].
  const auto aside = [&simulator] {
    const double ends =
        positionOf(simulator, "string", {0}).x() + positionOf(simulator, "string", {1}).x();
    return positionOf(simulator, "string", {0.5}).x() - 0.5 * ends;
  };
  const double atFirst = energy();
  const Vec3 arrow = positionOf(simulator, "arrow", {0});
  EXPECT_GT(arrow.x(), 10) << "the arrow flies";
  double before = aside(), widest = 0;
  int crossings = 0;
  for (int i = 1; i * kLook <= kTo - kFrom + 1e-9; ++i) {
    simulator.advanceTo(kFrom + i * kLook);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const double now = aside();
    if (now * before < 0) ++crossings;
    before = now;
    if (kFrom + i * kLook > kTo - 0.05) widest = std::max(widest, std::abs(now));
  }
  EXPECT_GE(crossings, 30) << "forty times a second to and fro";
  EXPECT_GT(widest, 0.005) << "a second after it was let go";
  EXPECT_LE(energy(), atFirst + 1e-6);
}

}  // namespace
}  // namespace sinew::test
