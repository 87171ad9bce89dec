// Many things of all kinds at once, whose contact is solved for as rows of the step.
#include <gtest/gtest.h>

#include "tests/support/CrossingChecker.h"
#include "tests/support/EnergyWatch.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

/// Soft balls, hard ones and strings by turns, in layers of four above a floor.
SceneBuilder heap(int count) {
  SceneBuilder scene(Defaults::Today);
  scene.part("plane", "floor", {});
  for (int i = 0; i < count; ++i) {
    const std::string name = "thing " + std::to_string(i);
    const Vec3 at(0.21 * (i % 2) + 0.01 * i, 0.15 + 0.25 * (i / 4), 0.21 * (i / 2 % 2));
    if (i % 3 == 0) {
      scene.part("rope", name, {{"position", at}, {"length", 0.3}});
    } else {
      scene.part("superquadric", name,
                 {{"position", at},
                  {"radii", Vec3(0.1, 0.1, 0.1)},
                  {"motion", i % 3 == 1 ? "global" : "rigid"},
                  {"mass", i % 3 == 1 ? 0.2 : 2.0}});
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

TEST(ContactRows, AHeapOfAllKindsTakesTheStepsAskedForAndGainsNothing) {
  constexpr double kLength = 0.75;  // [s]
  const auto world = heap(9).world();
  Simulator simulator(world);
  EnergyWatch watch(simulator.report().energy);
  CrossingChecker checker(simulator);
  while (simulator.time() < kLength) {
    ASSERT_EQ(simulator.step(kLength).status, RunStatus::Ok) << simulator.report().message;
    watch.look(simulator.report().energy);
    checker.look();
    ASSERT_EQ(checker.fault, "");
  }
  EXPECT_LE(watch.rise(), 1e-3);
  EXPECT_LE(simulator.report().steps, 1.1 * kLength / world->nominalStep());
  for (std::size_t i = 0; i < world->parts().size(); ++i) {
    const CompiledPart& part = world->parts()[i];
    if (part.kind != "superquadric") continue;
    const double* centre = simulator.state().reals.data() + world->offsets().y + part.firstQ;
    EXPECT_GT(centre[1], 0) << part.name;
  }
}

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
