// The second-order implicit integrator: its order on parts of every sort, swings that live on, and
// a memory that survives being saved.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "core/io/clip/StateFit.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kFrame = 1.0 / 60;  // [s]

SceneBuilder sceneWith(const char* integrator, double step) {
  SceneBuilder builder;
  builder.settings({{"integrator", integrator}, {"step", step}, {"fps", 60}});
  return builder;
}

/// A rope held at one end, let go at an angle; some of its own damping lets its fastest waves,
/// which no step here resolves, die.
void addSwing(SceneBuilder& builder, const Vec3& along, double modulus, double damping) {
  builder.part("rope", "rope",
               {{"orientation", Quat::FromTwoVectors(Vec3::UnitX(), along)},
                {"control_points", 12},
                {"youngs_modulus", modulus},
                {"internal_damping", damping},
                {"bend_scale", 0.01},
                {"radius", 0.01}});
  builder.constraint("position", "nail", {{"point", at("rope", {0})}});
}

/// A soft body that spins, rings and is pulled to a nail.
void addBody(SceneBuilder& builder, const char* motion) {
  builder.part("superquadric", "body",
               {{"motion", motion},
                {"radii", Vec3(0.2, 0.15, 0.4)},
                {"angular_velocity", Vec3(1, 2, 0.5)},
                {"internal_damping", 20.0},
                {"size_stiffness", 200.0},
                {"taper_stiffness", 2.0},
                {"twist_stiffness", 2.0},
                {"bend_stiffness", 2.0},
                {"w0", 200.0},
                {"w1", 20.0}});
  builder.constraint(
      "position", "nail",
      {{"point", at("body", {0.3, 0.4})}, {"target", Vec3(0.1, 0.1, 0.1)}, {"assembly_time", 0.4}});
}

/// log₂ of how much closer halving the step brings the end of a run.
template <class Build>
double measuredOrder(const char* integrator, double step, const char* part,
                     const std::vector<double>& point, Build build) {
  std::vector<Vec3> ends;
  for (const double h : {step, step / 2, step / 4}) {
    SceneBuilder builder = sceneWith(integrator, h);
    build(builder);
    Simulator simulator(builder.world());
    simulator.advanceTo(0.5);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    ends.push_back(positionOf(simulator, part, point));
  }
  return std::log2((ends[0] - ends[1]).norm() / (ends[1] - ends[2]).norm());
}

TEST(SecondOrder, IsOfSecondOrderOnARope) {
  const auto order = [](const char* integrator) {
    return measuredOrder(integrator, 1e-3, "rope", {1.0}, [](SceneBuilder& builder) {
      addSwing(builder, Vec3(0.8, -0.6, 0), 2e6, 1e-3);
    });
  };
  EXPECT_GT(order("bdf2"), 1.8);
  EXPECT_LT(order("implicit_euler"), 1.3);
}

TEST(SecondOrder, IsOfSecondOrderOnSuperquadrics) {
  for (const char* motion : {"rigid", "global"}) {
    const double order = measuredOrder("bdf2", 2e-3, "body", {-0.5, 1.0},
                                       [&](SceneBuilder& builder) { addBody(builder, motion); });
    EXPECT_GT(order, 1.8) << motion;
  }
}

/// Largest |x| of the tip in the last two seconds of ten, against that at the start.
double amplitudeLeft(const char* integrator, double modulus) {
  SceneBuilder builder = sceneWith(integrator, kFrame);
  addSwing(builder, Vec3(0.1, -1, 0).normalized(), modulus, 0);
  Simulator simulator(builder.world());
  double first = 0, last = 0;
  while (simulator.time() < 10) {
    simulator.step(10);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const double x = std::abs(positionOf(simulator, "rope", {1}).x());
    if (simulator.time() < 2) first = std::max(first, x);
    if (simulator.time() > 8) last = std::max(last, x);
  }
  for (const ConstraintStatus& constraint : simulator.report().constraints) {
    EXPECT_LE(constraint.residual, 1e-9);
  }
  return last / first;
}

TEST(SecondOrder, KeepsASwingAliveThatImplicitEulerHalves) {
  for (const double modulus : {2e6, 1e9, 2e11}) {  // [Pa] rubber to steel
    EXPECT_GE(amplitudeLeft("bdf2", modulus), 0.95) << modulus;
    EXPECT_LE(amplitudeLeft("implicit_euler", modulus), 0.6) << modulus;
  }
}

// Slack, very stiff and very light ropes in steps of a sixtieth of a second.
TEST(SecondOrder, BearsAnyRope) {
  SceneBuilder builder = sceneWith("bdf2", kFrame);
  builder.settings({{"contact", "springs"}});  // they begin in one another, and pass through
  builder.part("rope", "stiff",
               {{"youngs_modulus", 1e12}, {"density", 1.0}, {"control_points", 31}});
  builder.part(
      "rope", "light",
      {{"youngs_modulus", 2e11}, {"density", 0.01}, {"radius", 1e-3}, {"control_points", 200}});
  builder.part("rope", "slack",
               {{"rest_length", 1.4}, {"youngs_modulus", 1e9}, {"bend_scale", 0.0}});
  for (const char* name : {"stiff", "light", "slack"}) {
    builder.constraint("position", name, {{"point", at(name, {0})}});
  }
  builder.constraint("position", "end", {{"point", at("slack", {1})}, {"target", Vec3(1, 0, 0)}});
  Simulator simulator(builder.world());
  const double start = simulator.report().energy.kinetic + simulator.report().energy.elastic +
                       simulator.report().energy.gravity;
  while (simulator.time() < 10) {
    simulator.step(10);
    const StepReport& report = simulator.report();
    ASSERT_EQ(report.status, RunStatus::Ok) << report.message;
    for (const auto& constraint : report.constraints) ASSERT_LE(constraint.residual, 1e-9);
  }
  const Energies& end = simulator.report().energy;
  EXPECT_LE(end.kinetic + end.elastic + end.gravity, start);
  EXPECT_EQ(simulator.report().steps, 600U) << "no step was cut";
}

TEST(SecondOrder, GoesOnFromAnyStateToTheBit) {
  SceneBuilder builder = sceneWith("bdf2", kFrame);
  addSwing(builder, Vec3(0.8, -0.6, 0), 2e6, 0);
  addBody(builder, "local");
  const auto world = builder.world();
  Simulator simulator(world);
  std::vector<State> states;
  for (int frame = 1; frame <= 40; ++frame) {
    simulator.advanceTo(frame * kFrame);
    states.push_back(simulator.state());
  }
  for (const std::size_t from : {0U, 1U, 17U, 38U}) {
    Simulator resumed(world);
    resumed.restore(states[from]);
    for (int frame = static_cast<int>(from) + 2; frame <= 40; ++frame) {
      resumed.advanceTo(frame * kFrame);
    }
    EXPECT_EQ(resumed.state().hash(), states.back().hash())
        << "from " << from << ", first in "
        << firstDifference(world->layout(), states.back(), resumed.state());
  }
}

// What jumps at a key is not taken for something that has been going on.
TEST(SecondOrder, StartsAnewAtJumps) {
  Curve on;
  on.keys = {{0, {1}, Interpolation::Step}, {0.3, {0}, Interpolation::Step}};
  SceneBuilder builder = sceneWith("bdf2", 0.01);
  builder.settings({{"gravity", Vec3(0, 0, 0)}});
  builder.part("particle", "bob", {{"velocity", Vec3(0, 2, 0)}, {"position", Vec3(1, 0, 0)}});
  builder.constraint("distance", "rod", {{"a", at("bob")}, {"length", 1.0}, {"activation", on}});
  Simulator simulator(builder.world());
  simulator.advanceTo(0.31);
  const Vec3 before = positionOf(simulator, "bob");
  simulator.advanceTo(0.35);
  const Vec3 between = positionOf(simulator, "bob");
  simulator.advanceTo(0.39);
  const Vec3 after = positionOf(simulator, "bob");
  EXPECT_LT((after - 2 * between + before).norm(), 1e-9) << "let go, it flies straight on";
  EXPECT_NEAR((after - between).norm() / 0.04, 2, 0.02);
}

/// [%] of its amplitude that a weight on a cord loses in each period of a second, after the first.
double lostInAPeriod(const char* integrator, std::int64_t fps) {
  constexpr double kRadius = 0.01, kMass = 1;                          // [m], [kg]
  const double stiffness = kMass * std::pow(2 * std::numbers::pi, 2);  // [N/m] of a metre of it
  SceneBuilder builder(Defaults::Today);
  builder.settings({{"integrator", integrator}, {"fps", fps}, {"gravity", Vec3(0, 0, 0)}})
      .part("rope", "cord",
            {{"length", 1.01},
             {"rest_length", 1.0},
             {"radius", kRadius},
             {"density", 1.0},
             {"youngs_modulus", stiffness / (std::numbers::pi * kRadius * kRadius)},
             {"internal_damping", 0.0},
             {"control_points", 4}})
      .part("particle", "weight", {{"position", Vec3(1.01, 0, 0)}, {"mass", kMass}})
      .constraint("position", "nail", {{"point", at("cord", {0})}})
      .constraint("point_to_point", "knot", {{"a", at("cord", {1})}, {"b", at("weight")}});
  Simulator simulator(builder.world());
  const double after = simulator.advanceTo(1).energy.total();
  constexpr int kPeriods = 4;
  const double left = simulator.advanceTo(1 + kPeriods).energy.total() / after;
  return 100 * (1 - std::pow(left, 0.5 / kPeriods));  // energy goes by the amplitude's square
}

// A slack string stops what falls into it, and no more: where its past had led the fall on.
TEST(SecondOrder, ASlackStringThatBecomesTautGainsNothing) {
  SceneBuilder builder = sceneWith("bdf2", 0.01);
  builder.settings({{"gravity", Vec3(0, -9.81, 0)}});
  builder.part("body", "weight",
               {{"shape", "capsule"}, {"position", Vec3(0.3, 0.9, 0)}, {"density", 650.0}});
  builder.constraint("distance", "string",
                     {{"a", at("weight", {0, 0.1, 0})},
                      {"place", Vec3(0, 1, 0)},
                      {"length", 1.0},
                      {"holds", "at_most"}});
  Simulator simulator(builder.world());
  const double begun = simulator.report().energy.total();
  const double fall = simulator.world().parts()[0].part->mass() * 9.81 * 0.8;  // [J]
  double most = begun;
  while (simulator.time() < 2) {
    ASSERT_EQ(simulator.step(2).status, RunStatus::Ok) << simulator.report().message;
    most = std::max(most, simulator.report().energy.total());
  }
  EXPECT_LE(most - begun, 0.01 * fall);
}

TEST(SwingRemark, SaysWhatASwingLoses) {
  for (const char* integrator : {"implicit_euler", "bdf2"}) {
    for (const std::int64_t fps : {24, 60}) {
      SceneBuilder builder(Defaults::Today);
      builder.settings({{"integrator", integrator}, {"fps", fps}});
      const std::string remark =
          builtins()
              .integrator(integrator)
              ->remark(ParamReader(settingsTable(), builder.scene().settings));
      const std::string word = "loses ";
      ASSERT_NE(remark.find(word), std::string::npos) << remark;
      const double said = std::stod(remark.substr(remark.find(word) + word.size()));
      // Said in two digits. Waves in the cord, which weighs a little, take some as well.
      constexpr double kByWaves = 0.005;  // [%]
      EXPECT_NEAR(lostInAPeriod(integrator, fps), said, 0.05 * said + kByWaves) << remark;
    }
  }
}

}  // namespace
}  // namespace sinew::test
