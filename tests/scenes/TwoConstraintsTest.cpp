// The object of three parts of Metaxas 1993, §6.1: both joints close, and hold.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/scene/SceneFile.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

TEST(TwoConstraints, BothClose) {
  const auto path = std::filesystem::path(SINEW_SOURCE_DIR) / "assets/scenes/two_constraints.json";
  const auto scene = loadScene(path, builtins());
  ASSERT_TRUE(scene) << scene.error().message;
  const auto world = World::compile(*scene, builtins());
  ASSERT_TRUE(world) << world.error().message;
  Simulator simulator(*world);
  ASSERT_EQ(simulator.report().constraints.size(), 2U);
  for (const ConstraintStatus& joint : simulator.report().constraints) {
    EXPECT_GT(joint.residual, 0.1);
  }
  const double end = ParamReader(animationTable(), scene->animation).real("duration");
  ASSERT_EQ(simulator.advanceTo(end).status, RunStatus::Ok) << simulator.report().message;
  for (const ConstraintStatus& joint : simulator.report().constraints) {
    EXPECT_TRUE(joint.closed);
    EXPECT_LE(joint.residual, 1e-7);
  }
}

}  // namespace
}  // namespace sinew::test
