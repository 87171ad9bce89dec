// The dragonfly of Metaxas 1993, Fig. 4, as a film: it must assemble, flap and be swatted with its
// joints holding.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/scene/SceneFile.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kBodyLength = 0.68;  // [m] of the part "body", pole to pole

Scene dragonfly() {
  const auto path = std::filesystem::path(SINEW_SOURCE_DIR) / "assets/scenes/dragonfly.json";
  auto scene = loadScene(path, builtins());
  EXPECT_TRUE(scene) << scene.error().message;
  return *scene;
}

std::shared_ptr<const World> compiled(const Scene& scene) {
  auto world = World::compile(scene, builtins());
  EXPECT_TRUE(world) << world.error().message;
  return *world;
}

double widestGap(const StepReport& report) {
  double widest = 0;
  for (const ConstraintStatus& joint : report.constraints) {
    widest = std::max(widest, joint.residual);
  }
  return widest;
}

bool allClosed(const StepReport& report) {
  return std::all_of(report.constraints.begin(), report.constraints.end(),
                     [](const ConstraintStatus& joint) { return joint.closed; });
}

TEST(Dragonfly, AssemblesFlapsAndIsSwattedWithItsJointsHolding) {
  const Scene scene = dragonfly();
  Simulator simulator(compiled(scene));
  double afterClosed = 0;
  int contacts = 0;
  double tailUp = 0, wingUp = -10, wingDown = 10;
  const double end = ParamReader(animationTable(), scene.animation).real("duration");
  const Vec3 tailBefore = positionOf(simulator, "tail", {1.5, 0});
  for (int frame = 1; frame <= end * simulator.world().fps(); ++frame) {
    simulator.advanceTo(frame / simulator.world().fps());
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    if (allClosed(simulator.report())) {
      afterClosed = std::max(afterClosed, widestGap(simulator.report()));
    }
    contacts += simulator.report().contacts;
    const double wing = positionOf(simulator, "wing_left", {1.5, 0}).y();
    if (simulator.time() > 4.3 && simulator.time() < 7) {
      wingUp = std::max(wingUp, wing);
      wingDown = std::min(wingDown, wing);
    }
    tailUp = positionOf(simulator, "tail", {1.5, 0}).y();
  }
  EXPECT_TRUE(allClosed(simulator.report()));
  EXPECT_LE(afterClosed, 5e-3 * kBodyLength);
  EXPECT_LE(widestGap(simulator.report()), 1e-3 * kBodyLength);
  EXPECT_GT(wingUp - wingDown, 0.5) << "the wings flap";
  EXPECT_GT(contacts, 0) << "the swatter hits";
  EXPECT_GT(tailUp, tailBefore.y()) << "the tail is knocked up";
}

TEST(Dragonfly, StartsDisjoint) {
  Simulator simulator(compiled(dragonfly()));
  for (const ConstraintStatus& joint : simulator.report().constraints) {
    EXPECT_GT(joint.residual, 0.1);
    EXPECT_FALSE(joint.closed);
  }
}

// With error control the joints close to rounding: run in quick motion to keep the test short.
TEST(Dragonfly, ClosesItsJointsToAMillionthWithErrorControl) {
  Scene scene = dragonfly();
  scene.settings.set(*findParam(settingsTable(), "integrator"), "rkf45");
  scene.settings.set(*findParam(settingsTable(), "tolerance"), 1e-8);
  for (Entity& joint : scene[Section::Constraints]) {
    const ParamTable& table = builtins().constraint(joint.kind)->table;
    joint.values.set(*findParam(table, "assembly_time"), 0.1);
    joint.values.set(*findParam(table, "activation"), true);
  }
  Simulator simulator(compiled(scene));
  for (double time = 0.05; time < 0.55; time += 0.05) {
    simulator.advanceTo(time);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    if (allClosed(simulator.report())) {
      EXPECT_LE(widestGap(simulator.report()), 1e-6 * kBodyLength);
    }
  }
  EXPECT_TRUE(allClosed(simulator.report()));
}

}  // namespace
}  // namespace sinew::test
