// Steps no longer than what the stiffest part bears.
#include "core/simulation/StableStep.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

/// A shell as thin as a leaf: its taper across the thin side has hardly any inertia.
SceneBuilder leaf(const char* scheme) {
  SceneBuilder builder;
  builder.settings(
      {{"integrator", "euler"}, {"scheme", scheme}, {"step", 3.1e-3}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "leaf",
               {{"motion", "local"}, {"radii", Vec3(0.02, 0.23, 0.74)}, {"mass", 0.16}});
  return builder;
}

TEST(StableStep, IsInfiniteForWhatHasNoSprings) {
  SceneBuilder builder;
  builder.part("particle", "bead", {}).part("superquadric", "stone", {{"motion", "rigid"}});
  builder.part("plane", "ground", {});
  const auto world = builder.world();
  EXPECT_EQ(world->stepLimit().step, std::numeric_limits<double>::infinity());
  EXPECT_EQ(world->stepLimit().part, -1);
}

// Stiff ground, a light stone, and steps that are far too long for them when they meet.
TEST(StableStep, SpringsOfObstaclesAreHeeded) {
  for (const char* integrator : {"euler", "implicit_euler"}) {
    for (const double damping : {0.0, 100.0}) {
      SceneBuilder builder;
      builder.settings({{"integrator", integrator}, {"step", 1.0 / 60}});
      builder.part("particle", "bead",
                   {{"mass", 0.01}, {"radius", 0.01}, {"position", Vec3(0, 0.16, 0)}});
      builder.part("superquadric", "stone",
                   {{"motion", "rigid"},
                    {"mass", 0.01},
                    {"radii", Vec3(0.1, 0.05, 0.1)},
                    {"position", Vec3(1, 0.2, 0)}});
      builder.part("plane", "ground", {{"stiffness", 1e5}, {"contact_damping", damping}});
      Simulator simulator(builder.world());
      simulator.advanceTo(1);
      const Energies& energy = simulator.report().energy;
      const double dropped = 0.02 * 9.81 * 0.15;
      EXPECT_LT(energy.kinetic + energy.gravity, 0.02 * 9.81 * 0.2 + 0.1 * dropped)
          << integrator << ", damping " << damping;
    }
  }
}

TEST(StableStep, NamesTheStiffestPart) {
  SceneBuilder builder = leaf("semi_implicit");
  builder.part("superquadric", "ball", {{"motion", "local"}});
  const auto world = builder.world();
  EXPECT_EQ(world->parts()[world->stepLimit().part].name, "leaf");
}

TEST(StableStep, OfAnUndampedVibrationIsTwoOverItsFrequency) {
  EXPECT_DOUBLE_EQ((PartStiffness{100, 0}.longestStep()), 0.02);
  EXPECT_DOUBLE_EQ((PartStiffness{0, 50}.longestStep()), 0.04);
  // ω²h² + 2dh = 4
  const double h = PartStiffness{100, 50}.longestStep();
  EXPECT_NEAR(1e4 * h * h + 100 * h, 4, 1e-12);
}

TEST(StableStep, FindsTheDampingThatAPartIsGiven) {
  SceneBuilder builder;
  builder.part("superquadric", "stone", {{"motion", "rigid"}, {"damping", 3.0}});
  const PartStiffness stone = stiffnessOf(*builder.world()->parts()[0].part);
  EXPECT_NEAR(stone.damping, 3, 1e-6);
  EXPECT_EQ(stone.frequency, 0);
}

// A straight rope at rest answers a push along it with rounding and no more.
TEST(StableStep, FindsNoDampingWhereThereIsNone) {
  for (int controls = 4; controls <= 12; ++controls) {
    SceneBuilder builder;
    builder.part("rope", "rope", {{"control_points", std::int64_t{controls}}});
    const PartStiffness rope = stiffnessOf(*builder.world()->parts()[0].part);
    EXPECT_EQ(rope.damping, 0) << controls << " control points";
    EXPECT_GT(rope.frequency, 100) << controls << " control points";
  }
}

// Four times the springs shake twice as fast.
TEST(StableStep, FallsWithTheRootOfTheStiffness) {
  const auto frequency = [](double times) {
    SceneBuilder builder;
    Values values = {{"motion", "global"},
                     {"size_stiffness", 500 * times},
                     {"taper_stiffness", 20 * times},
                     {"twist_stiffness", 20 * times},
                     {"bend_stiffness", 20 * times},
                     {"shear_stiffness", 20 * times},
                     {"exponent_stiffness", 20 * times}};
    builder.part("superquadric", "body", values);
    return stiffnessOf(*builder.world()->parts()[0].part).frequency;
  };
  EXPECT_NEAR(frequency(4) / frequency(1), 2, 1e-3);
}

// What the limit is for: within it the leaf stays whole, at the step asked for it does not live for
// a second.
TEST(StableStep, KeepsAThinShellWhole) {
  Simulator held(leaf("semi_implicit").world());
  held.post(GrabCommand{0, "leaf", {0.1, 0.4}, Vec3(0.1, 0.1, 0), 0, 0});
  held.advanceTo(1);
  EXPECT_EQ(held.report().status, RunStatus::Ok) << held.report().message;
  EXPECT_GT(held.report().steps, 1000u);
  Simulator asked(leaf("forward").world());
  asked.post(GrabCommand{0, "leaf", {0.1, 0.4}, Vec3(0.1, 0.1, 0), 0, 0});
  asked.advanceTo(1);
  EXPECT_NE(asked.report().status, RunStatus::Ok);
}

}  // namespace
}  // namespace sinew::test
