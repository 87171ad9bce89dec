// Contact that is solved for beside integrators that do not do so themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/scene/SceneTables.h"
#include "tests/support/Bounces.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr std::array kOthers = {"bdf2", "euler", "rkf45"};

SceneBuilder onFloor(const std::string& integrator) {
  SceneBuilder scene(Defaults::Today);
  scene.settings({{"integrator", integrator}});
  scene.part("box", "floor", {{"size", Vec3(20, 1, 20)}, {"position", Vec3(0, -0.5, 0)}});
  return scene;
}

void addCushion(SceneBuilder& scene) {
  scene.part(
      "superquadric", "cushion",
      {{"motion", "global"}, {"radii", Vec3(0.1, 0.1, 0.1)}, {"position", Vec3(-3, 0.101, 0)}});
}

void addBlock(SceneBuilder& scene, const std::string& name, const Vec3& position) {
  scene.part("body", name,
             {{"size", Vec3(0.2, 0.2, 0.2)}, {"density", 650.0}, {"position", position}});
}

Vec3 middleOf(const Simulator& simulator, const std::string& part) {
  const World& world = simulator.world();
  const int first = world.parts()[*world.findPart(part)].firstQ;
  return Eigen::Map<const Vec3>(simulator.state().reals.data() + world.offsets().y + first);
}

TEST(MixedSteps, SolveForContactUnderAnyIntegratorThatMovesThings) {
  for (const std::string integrator : kOthers) {
    SceneBuilder soft = onFloor(integrator);
    addCushion(soft);
    EXPECT_EQ(soft.world()->solidContact(), SolidContact::Rows) << integrator;
    SceneBuilder rigid = onFloor(integrator);
    addBlock(rigid, "block", Vec3(0, 0.2, 0));
    const bool adapts = integrator == "rkf45";
    EXPECT_EQ(rigid.world()->solidContact(), adapts ? SolidContact::Rows : SolidContact::Analytic)
        << integrator;
    soft.settings({{"contact", "barrier"}});
    EXPECT_EQ(soft.world()->solidContact(), SolidContact::Barrier) << "who asks for it gets it";
  }
}

TEST(MixedSteps, AreToldWhereTheIntegratorIsChosen) {
  for (const std::string integrator : kOthers) {
    const auto told = [&](const char* contact) {
      SceneBuilder scene = onFloor(integrator);
      scene.settings({{"contact", contact}});
      const Scene made = scene.scene();
      const ParamReader settings(settingsTable(), made.settings);
      return builtins().integrator(integrator)->remark(settings).find("Implicit Euler") !=
             std::string::npos;
    };
    EXPECT_TRUE(told("analytic")) << integrator;
    EXPECT_FALSE(told("barrier")) << integrator;
  }
}

// A block on a cushion once took ten thousand steps in the second, with each of them.
TEST(MixedSteps, AreNotCutByWhatTouches) {
  for (const std::string integrator : kOthers) {
    SceneBuilder scene = onFloor(integrator);
    scene.part("superquadric", "cushion",
               {{"motion", "global"},
                {"radii", Vec3(0.2, 0.08, 0.2)},
                {"mass", 0.5},
                {"size_stiffness", 400.0},
                {"internal_damping", 5.0},
                {"position", Vec3(0, 0.081, 0)}});
    addBlock(scene, "block", Vec3(0.02, 0.5, 0.01));
    Simulator simulator(scene.world());
    simulator.advanceTo(2);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const StateOffsets& at = simulator.world().offsets();
    EXPECT_LT(simulator.state().words[at.steps] + simulator.state().words[at.rejected], 1500U)
        << integrator;
    EXPECT_GT(middleOf(simulator, "block").y(), 0.1) << integrator;
    EXPECT_LT(simulator.report().energy.drift, 0.01 * simulator.report().energy.dissipated);
  }
}

// What lies somewhere must not damp what swings elsewhere, as implicit Euler would.
TEST(MixedSteps, LeaveWhatTouchesNothingToTheIntegrator) {
  for (const std::string integrator : kOthers) {
    std::array<std::vector<double>, 2> courses;
    for (const bool lies : {false, true}) {
      SceneBuilder scene = onFloor(integrator);
      scene.settings({{"tolerance", 1e-6}});
      scene.part("particle", "swing", {{"position", Vec3(1, 2, 0)}, {"radius", 0.05}});
      scene.constraint("position", "spring",
                       {{"point", at("swing", {})},
                        {"target", Vec3(1, 1.8, 0)},
                        {"compliance", 0.01},
                        {"damping_time", 0.0}});
      if (lies) addBlock(scene, "block", Vec3(0, 0.1, 0));
      Simulator simulator(scene.world());
      for (int k = 1; k <= 60; ++k) {
        simulator.advanceTo(k / 20.0);
        courses[lies ? 1 : 0].push_back(middleOf(simulator, "swing").y());
      }
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    }
    // A step of first order is due where the block comes down: of 0.3 m that takes (ω h)²/2.
    for (std::size_t k = 0; k < courses[0].size(); ++k)
      EXPECT_NEAR(courses[1][k], courses[0][k], 3e-3) << integrator << " " << k;
  }
}

TEST(MixedSteps, LetThingsBounceAsHighAsTheirRestitutionSays) {
  for (const std::string integrator : kOthers) {
    for (const double step : {1e-3, 1.0 / 96}) {
      SceneBuilder scene(Defaults::Today);
      scene.settings({{"integrator", integrator}, {"step", step}});
      scene.part("plane", "floor", {});
      scene.part("particle", "ball",
                 {{"position", Vec3(0, 1.1, 0)}, {"radius", 0.1}, {"restitution", 0.8}});
      scene.part("particle", "tied", {{"position", Vec3(3, 2, 0)}, {"radius", 0.1}});
      scene.constraint("position", "nail", {{"point", at("tied", {})}, {"target", Vec3(3, 2, 0)}});
      Simulator simulator(scene.world());
      ASSERT_EQ(simulator.world().solidContact(), SolidContact::Rows);
      const std::vector<double> tops = topsOfBounces(simulator, "ball", 3);
      ASSERT_EQ(tops.size(), 3U) << integrator << step;
      const double rest = 0.1 + 0.5 * 2e-3;  // [m] half of the contact's range above the floor
      for (int n = 0; n < 3; ++n) {
        const double right = rest + (1.1 - rest) * std::pow(0.8, 2 * (n + 1));
        // Tops are looked at once a step, where they may lie 1/8 g h² below.
        EXPECT_NEAR(tops[n], right, 0.01 * (right - rest) + 9.81 / 8 * step * step)
            << integrator << " " << step << " " << n;
      }
    }
  }
}

// Velocities are of the middles of steps in touch, and of the ends of others: the books know.
TEST(MixedSteps, KeepTheBooksWhereThingsLandAndRise) {
  for (const std::string integrator : kOthers) {
    SceneBuilder scene = onFloor(integrator);
    addCushion(scene);
    addBlock(scene, "block", Vec3(0, 0.6, 0));
    scene.part("body", "ball",
               {{"shape", "ball"},
                {"radius", 0.1},
                {"density", 700.0},
                {"restitution", 0.7},
                {"position", Vec3(1, 1.1, 0)}});
    Simulator simulator(scene.world());
    simulator.advanceTo(3);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const Energies& energy = simulator.report().energy;
    EXPECT_LT(std::abs(energy.drift), 0.02 * energy.dissipated) << integrator;
  }
}

// Which moves things with the velocities that they had: nothing of them is of a step's middle.
TEST(MixedSteps, LeaveTheFallOfForwardEulerAsItIs) {
  SceneBuilder scene = onFloor("euler");
  scene.settings({{"scheme", "forward"}, {"step", 0.01}});
  addCushion(scene);
  scene.part("particle", "ball", {{"position", Vec3(1, 5, 0)}, {"radius", 0.1}});
  Simulator simulator(scene.world());
  simulator.advanceTo(0.5);
  const double steps = static_cast<double>(simulator.report().steps), h = 0.5 / steps;
  EXPECT_NEAR(middleOf(simulator, "ball").y(), 5 - 9.81 * h * h * steps * (steps - 1) / 2, 1e-9);
}

TEST(MixedSteps, GoOnToTheSameBitsFromAnyState) {
  for (const std::string integrator : kOthers) {
    SceneBuilder scene = onFloor(integrator);
    addCushion(scene);
    addBlock(scene, "block", Vec3(0, 0.3, 0));
    scene.part("particle", "ball",
               {{"position", Vec3(1, 0.6, 0)}, {"radius", 0.1}, {"restitution", 0.8}});
    Simulator simulator(scene.world());
    for (int frame = 1; frame < 20; ++frame) {
      simulator.advanceTo(frame / 24.0);
      Simulator resumed(scene.world());
      resumed.restore(simulator.state());
      resumed.advanceTo((frame + 1) / 24.0);
      simulator.advanceTo((frame + 1) / 24.0);
      ASSERT_EQ(resumed.state().hash(), simulator.state().hash()) << integrator << " " << frame;
    }
  }
}

}  // namespace
}  // namespace sinew::test
