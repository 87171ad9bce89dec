// Many things of all kinds at once, whose contact is solved for as rows of the step.
#include <gtest/gtest.h>

#include "tests/support/CrossingChecker.h"
#include "tests/support/EnergyWatch.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

/// Soft balls, hard ones and strings by turns, in layers of four above a floor. The hard balls are
/// so many times as heavy as the soft ones.
SceneBuilder heap(int count, double ratio = 10) {
  SceneBuilder scene(Defaults::Today);
  scene.part("plane", "floor", {});
  for (int i = 0; i < count; ++i) {
    const std::string name = "thing " + std::to_string(i);
    const Vec3 at(0.21 * (i % 2) + 0.01 * i, 0.15 + 0.25 * (i / 4), 0.21 * (i / 2 % 2));
    const bool isSoft = i % 3 == 1;
    if (i % 3 == 0) {
      scene.part("rope", name, {{"position", at}, {"length", 0.3}});
    } else {
      scene.part("superquadric", name,
                 {{"position", at},
                  {"radii", Vec3(0.1, 0.1, 0.1)},
                  {"motion", isSoft ? "local" : "rigid"},
                  {"mass", isSoft ? 0.2 : 0.2 * ratio}});
    }
  }
  return scene;
}

TEST(ContactRows, ServeWorldsOfManyThingsOfAnyKind) {
  EXPECT_EQ(heap(6).world()->contact(), ContactKind::Rows);
  EXPECT_EQ(heap(5).world()->contact(), ContactKind::Barrier);
  SceneBuilder asked = heap(6);
  asked.settings({{"contact", "barrier"}});
  EXPECT_EQ(asked.world()->contact(), ContactKind::Barrier) << "who asks for it gets it";
}

struct HeapCase {
  const char* name;
  double step;    // [s]
  double ratio;   // of masses
  double length;  // [s]
  double slowed;  // share of the steps in which something may be, so that it crosses nothing
};

class Heaps : public ::testing::TestWithParam<HeapCase> {};

TEST_P(Heaps, TakeTheStepsAskedForAndGainNothing) {
  const auto [name, step, ratio, length, slowed] = GetParam();
  const auto world = heap(9, ratio).settings({{"step", step}}).world();
  Simulator simulator(world);
  EnergyWatch watch(simulator.report().energy);
  CrossingChecker checker(simulator);
  int unsettled = 0;
  while (simulator.time() < length) {
    ASSERT_EQ(simulator.step(length).status, RunStatus::Ok) << simulator.report().message;
    watch.look(simulator.report().energy);
    checker.look();
    ASSERT_EQ(checker.fault, "");
    unsettled += simulator.report().unsettled;
  }
  EXPECT_LE(watch.rise(), 1e-3);
  const double steps = static_cast<double>(simulator.report().steps);
  EXPECT_LE(steps, 1.05 * length / world->nominalStep() + 2);
  EXPECT_LE(unsettled, slowed * steps) << "something stays in the way";
}

// FIXME: of what is squeezed by ten thousand times its weight most steps are slowed, and told so.
INSTANTIATE_TEST_SUITE_P(ContactRows, Heaps,
                         ::testing::Values(HeapCase{"Default", 1.0 / 96, 10, 2, 0.05},
                                           HeapCase{"InLongSteps", 1.0 / 60, 10, 1, 0.1},
                                           HeapCase{"OfUnevenMasses", 1.0 / 96, 1e4, 0.5, 1}),
                         [](const auto& tested) { return tested.param.name; });

TEST(ContactRows, ATakeGoesOnAlikeFromAnyOfItsFrames) {
  Simulator first(heap(6).world()), second(heap(6).world());
  first.advanceTo(0.25);
  second.restore(first.state());
  first.advanceTo(0.375);
  second.advanceTo(0.375);
  EXPECT_EQ(first.state().hash(), second.state().hash());
}

}  // namespace
}  // namespace sinew::test
