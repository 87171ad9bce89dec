// Ropes with so many rows on them that their unknowns are factored along, in whole runs.
#include "tests/support/Growth.h"

namespace sinew::test {
namespace {

constexpr int kEyelets = 40;

SceneBuilder crowdedScene(const char* integrator, double speed) {
  SceneBuilder scene = eyeletsOnARope(kEyelets, speed);
  scene.settings({{"integrator", integrator}});
  return scene;
}

bool isWoven(const Simulator& simulator) {
  const BlockPattern& pattern = simulator.dynamics().system().pattern();
  return pattern.firstUnknown < pattern.blocks;
}

TEST(CrowdedRope, NamesThoseThatRepeatEachOtherAndNoOthers) {
  for (const char* integrator : {"implicit_euler", "bdf2", "euler"}) {
    SceneBuilder scene = crowdedScene(integrator, 0.2);
    for (const char* name : {"once", "again"}) {
      scene.constraint(
          "position", name,
          {{"point", at("rope", {0.513})}, {"target", Vec3(0.513 * 0.05 * (kEyelets + 1), 1, 0)}});
    }
    Simulator simulator(scene.world());
    for (int k = 1; k <= 20; ++k) simulator.step(0.001 * k);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << integrator;
    ASSERT_TRUE(isWoven(simulator));
    for (std::size_t c = 0; c < simulator.report().constraints.size(); ++c) {
      const bool twice = c >= kEyelets;
      EXPECT_EQ(simulator.report().constraints[c].redundant, twice) << integrator << " " << c;
      EXPECT_FALSE(simulator.report().constraints[c].conflicting) << integrator << " " << c;
    }
  }
}

TEST(CrowdedRope, GoesOnFromTheMiddleToTheLastBit) {
  const auto world = crowdedScene("implicit_euler", 1).world();
  Simulator straight(world);
  straight.advanceTo(0.2);
  const State middle = straight.state();
  straight.advanceTo(0.4);
  ASSERT_TRUE(isWoven(straight));
  Simulator resumed(world);
  resumed.restore(middle);
  resumed.advanceTo(0.4);
  EXPECT_EQ(resumed.state().hash(), straight.state().hash());
}

TEST(CrowdedRope, HangsStillWithoutInertia) {
  SceneBuilder scene = crowdedScene("quasi_static", 0);
  Simulator simulator(scene.world());
  const double start = simulator.report().energy.gravity;
  simulator.advanceTo(0.5);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  const Energies& end = simulator.report().energy;
  EXPECT_LE(end.gravity + end.elastic, start);
  for (const auto& c : simulator.report().constraints) EXPECT_LE(c.residual, 1e-9);
}

// What hands that only moved pull with is what they would after everything was looked at anew.
TEST(CrowdedRope, MovedHandsPullAsNewlyPlacedOnes) {
  const auto world = crowdedScene("implicit_euler", 0).world();
  Simulator moved(world), anew(world);
  for (Simulator* simulator : {&moved, &anew}) {
    simulator->post(GrabCommand{0, "rope", {0.3}, Vec3(0.6, 1, 0)});
    simulator->post(GrabCommand{1, "rope", {0.32}, Vec3(0.7, 1, 0)});
    simulator->step(0.01);
  }
  moved.post(MoveGrabCommand{0, Vec3(0.6, 1.2, 0.1)});
  moved.step(0.02);
  // A command that does nothing makes all be evaluated.
  anew.post(MoveGrabCommand{0, Vec3(0.6, 1.2, 0.1)});
  anew.post(ReleaseGrabCommand{3});
  anew.step(0.02);
  EXPECT_EQ(moved.state().hash(), anew.state().hash());
}

}  // namespace
}  // namespace sinew::test
