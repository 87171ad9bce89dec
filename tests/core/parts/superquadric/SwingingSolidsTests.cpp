// How long soft solids swing on in steps of the usual length, where nothing of theirs damps them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kRadius = 0.15;   // [m] at rest
constexpr double kPressed = 0.98;  // of that, where it is let go

/// A cube of jelly that flies: what it moves with is far more than what pressing it stores, which
/// no step has brought.
std::shared_ptr<const World> jelly(const char* motion, double step) {
  SceneBuilder scene(Defaults::Today);
  scene.settings({{"step", step}, {"gravity", Vec3(0, 0, 0)}});
  scene.part("superquadric", "jelly",
             {{"motion", motion},
              {"radii", Vec3(kRadius, kRadius, kRadius)},
              {"exponent_u", 0.25},
              {"exponent_v", 0.25},
              {"mass", 1.5},
              {"velocity", Vec3(3, 0, 0)},
              {"size_stiffness", 400.0},
              {"internal_damping", 0.0}});
  return scene.world();
}

/// Is let go as it is pressed.
class Pressed : public Simulator {
 public:
  Pressed(const char* motion, double step) : Simulator(jelly(motion, step)) {
    State pressed = state();
    pressed.reals[world().offsets().y + 7] *= kPressed;
    restore(pressed);
  }
};

/// [m] By how much the pressed radius is off what it is at rest, at most, in the second from then.
double swing(Simulator& simulator, double from) {
  double most = 0;
  simulator.advanceTo(from);
  while (simulator.time() < from + 1) {
    if (simulator.step(from + 1).status != RunStatus::Ok) {
      ADD_FAILURE() << simulator.report().message;
      return 0;
    }
    const double radius = simulator.state().reals[simulator.world().offsets().y + 7];
    most = std::max(most, std::abs(radius - kRadius));
  }
  return most;
}

class SwingingSolids : public testing::TestWithParam<const char*> {};

TEST_P(SwingingSolids, SwingOnInStepsOfTheUsualLength) {
  Pressed simulator(GetParam(), 1.0 / 96);
  const double begun = (1 - kPressed) * kRadius;
  EXPECT_GE(swing(simulator, 1), 0.6 * begun);
  EXPECT_LE(swing(simulator, 3), begun);
}

// Four times as little is lost in steps half as long.
TEST_P(SwingingSolids, LoseBySecondOrder) {
  double before = 0;
  for (const double step : {1.0 / 192, 1.0 / 384}) {
    Pressed simulator(GetParam(), step);
    const double begun = swing(simulator, 0), lost = std::log(begun / swing(simulator, 3));
    if (before > 0) {
      EXPECT_NEAR(before / lost, 4, 0.6) << step;
    }
    before = lost;
  }
}

// The energy of the instant that velocities are of.
TEST_P(SwingingSolids, NeverGain) {
  for (const double step : {1e-3, 1.0 / 96, 1.0 / 60, 1.0 / 24}) {
    Pressed simulator(GetParam(), step);
    simulator.step(1);
    double least = simulator.report().energy.total();
    const double stored = simulator.report().energy.elastic;
    while (simulator.time() < 2) {
      ASSERT_EQ(simulator.step(2).status, RunStatus::Ok) << simulator.report().message;
      const double now = simulator.report().energy.total();
      ASSERT_LE(now, least + 2e-3 * stored) << step << " at " << simulator.time();
      least = std::min(least, now);
    }
  }
}

// Steps change their length where the jelly lands: the other hangs on as heavily as before.
TEST_P(SwingingSolids, BreakNothingThatHangsBesideThem) {
  SceneBuilder scene(Defaults::Today);
  scene.settings({{"gravity", Vec3(0, -9.81, 0)}});
  scene.part("plane", "floor", {{"position", Vec3(0, -1, 0)}});
  scene.part("superquadric", "jelly",
             {{"motion", std::string(GetParam())},
              {"radii", Vec3(kRadius, kRadius, kRadius)},
              {"position", Vec3(2, -0.5, 0)},
              {"size_stiffness", 400.0}});
  scene.part("particle", "weight", {{"mass", 1.0}, {"radius", 0.05}, {"position", Vec3(0, 0, 0)}});
  scene.constraint("position", "nail", {{"point", at("weight")}, {"max_force", 1.5 * 9.81}});
  Simulator simulator(scene.world());
  double shortest = 1;
  while (simulator.time() < 1) {
    ASSERT_EQ(simulator.step(1).status, RunStatus::Ok) << simulator.report().message;
    shortest = std::min(shortest, simulator.report().stepSize);
  }
  EXPECT_LT(shortest, 0.5 / 96) << "it has landed";
  EXPECT_FALSE(simulator.report().constraints.front().broken);
}

INSTANTIATE_TEST_SUITE_P(Motions, SwingingSolids, testing::Values("global", "local"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace sinew::test
