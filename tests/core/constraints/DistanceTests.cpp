// Points that a distance keeps apart but that start in one place.
#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

class CoincidentEnds : public testing::TestWithParam<const char*> {};

TEST_P(CoincidentEnds, PartTheWayTheyMoveAndGainNothing) {
  for (const double speed : {0.0, 1.0}) {
    SceneBuilder scene;
    scene
        .settings({{"integrator", GetParam()},
                   {"step", 0.002},
                   {"tolerance", 1e-7},
                   {"gravity", Vec3(0, 0, 0)}})
        .part("particle", "a", {{"velocity", Vec3(speed, 0, 0)}})
        .part("particle", "b", {})
        .constraint("distance", "rod",
                    {{"a", at("a")}, {"b", at("b")}, {"length", 0.5}, {"assembly_time", 0.5}});
    Simulator simulator(scene.world());
    for (int frame = 1; frame <= 20; ++frame) {
      simulator.advanceTo(0.1 * frame);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      // The law closes half a metre at no more than α/e of it per second, half by each end.
      EXPECT_LT(simulator.report().energy.kinetic, 2 + 2 * speed * speed) << simulator.time();
    }
    const Vec3 rod = positionOf(simulator, "a") - positionOf(simulator, "b");
    EXPECT_NEAR(rod.norm(), 0.5, 1e-4);
    if (speed > 0) {
      EXPECT_NEAR(rod.x(), 0.5, 1e-4);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, CoincidentEnds,
                         testing::Values("euler", "implicit_euler", "bdf2", "rkf45"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace sinew::test
