// Superquadrics under implicit Euler: steps that no spring of theirs limits.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numbers>

#include "core/parts/superquadric/NodeFactor.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kStep = 1.0 / 60;  // [s]

struct Motion {
  const char* label;
  const char* motion;
  const char* model;
};
constexpr std::array<Motion, 4> kMotions = {{{"global", "global", "consistent"},
                                             {"local", "local", "consistent"},
                                             {"global_lumped", "global", "lumped"},
                                             {"local_lumped", "local", "lumped"}}};

class StiffSuperquadric : public testing::TestWithParam<Motion> {
 protected:
  /// Stiff enough that nothing explicit bears a sixtieth of a second.
  SceneBuilder scene(const char* integrator, const char* scheme, const Vec3& spin) const {
    SceneBuilder builder;
    builder.settings({{"integrator", integrator},
                      {"scheme", scheme},
                      {"step", kStep},
                      {"fps", 60},
                      {"gravity", Vec3(0, 0, 0)}});
    builder.part("superquadric", "body",
                 {{"motion", GetParam().motion},
                  {"mass_model", GetParam().model},
                  {"radii", Vec3(0.2, 0.1, 0.4)},
                  {"angular_velocity", spin},
                  {"size_stiffness", 2e5},
                  {"bend_stiffness", 2e3},
                  {"taper_stiffness", 2e3},
                  {"twist_stiffness", 2e3},
                  {"w0", 2e5},
                  {"w1", 2e4}});
    return builder;
  }
};

double totalEnergy(const StepReport& report) {
  return report.energy.kinetic + report.energy.elastic + report.energy.gravity;
}

TEST_P(StiffSuperquadric, ShakesItselfApartInExplicitSteps) {
  SceneBuilder builder = scene("euler", "forward", Vec3(1, 2, 0.5));
  Simulator simulator(builder.world());
  simulator.post(GrabCommand{0, "body", {0.4, 0.3}, Vec3(0.3, 0.3, 0.3), 0, 0});
  simulator.advanceTo(10);
  EXPECT_NE(simulator.report().status, RunStatus::Ok);
}

/// Held out of shape for half a second, then let go: the largest gain over the lowest energy so
/// far, relative to that at release.
double largestGain(Simulator& simulator, const std::vector<double>& point, const Vec3& target) {
  EXPECT_EQ(simulator.world().implicitStepLimit(), std::numeric_limits<double>::infinity());
  simulator.post(GrabCommand{0, "body", point, target, 0, 0});
  simulator.advanceTo(0.5);
  simulator.post(ReleaseGrabCommand{0});
  simulator.step(1);
  const double start = totalEnergy(simulator.report());
  double least = start, gain = 0;
  while (simulator.time() < 10 && simulator.report().status == RunStatus::Ok) {
    simulator.step(10);
    gain = std::max(gain, totalEnergy(simulator.report()) - least);
    least = std::min(least, totalEnergy(simulator.report()));
  }
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_EQ(simulator.report().steps, 600U) << "no step was cut";
  return gain / start;
}

TEST_P(StiffSuperquadric, IsSteadyInImplicitOnes) {
  Simulator simulator(scene("implicit_euler", "semi_implicit", Vec3::Zero()).world());
  EXPECT_LE(largestGain(simulator, {std::numbers::pi / 2, 0}, Vec3(0, 0, 0.8)), 1e-9);
}

// Tumbling gains a little: that the frame turns with the spin at the step's start is of first
// order, and of the spin. A hand pulls as hard in such steps as in short ones, so it lets go of
// what it pulled far with twice the spin.
TEST_P(StiffSuperquadric, TumblesWithoutFlyingApart) {
  Simulator simulator(scene("implicit_euler", "semi_implicit", Vec3(1, 2, 0.5)).world());
  EXPECT_LE(largestGain(simulator, {0.4, 0.3}, Vec3(0.15, 0.15, 0.15)), 0.2);
}

// The frame of a part with local motion must keep up with nodes that go straight.
TEST(ImplicitSuperquadric, SpinsFastWithoutWindingUpItsMembrane) {
  SceneBuilder builder;
  builder.settings(
      {{"integrator", "implicit_euler"}, {"step", kStep}, {"fps", 60}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "body", {{"motion", "local"}, {"angular_velocity", Vec3(0, 0, 20)}});
  Simulator simulator(builder.world());
  const double start = totalEnergy(simulator.report());
  simulator.advanceTo(10);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LE(totalEnergy(simulator.report()), start);
}

INSTANTIATE_TEST_SUITE_P(Motions, StiffSuperquadric, testing::ValuesIn(kMotions),
                         [](const auto& test) { return std::string(test.param.label); });

SuperquadricSpec softSpec() {
  SuperquadricSpec spec;
  spec.membrane = {2000, 200, MembraneMeasure::Surface};
  return spec;
}

/// [s] in which the fastest motion of a soft body's membrane turns by `angle` [rad] at most.
double stepOf(double angle) {
  const SuperquadricSpec spec = softSpec();
  const SuperquadricShape shape(spec.shape);
  return angle / SurfaceNodes(shape, spec, renderGrid(shape, 8, 8), 1).fastest();
}

// Steps beyond 1 rad solve for the membrane, shorter ones do not; between all of them no energy
// comes out of it that was not there before.
TEST(ImplicitSuperquadric, LosesEnergyInStepsOfAnyLengths) {
  Curve pull;
  pull.components = 3;
  pull.keys = {{0, {0, 40, 0}, Interpolation::Step}, {0.05, {0, 0, 0}, Interpolation::Step}};
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 1e-3}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "body", {{"motion", "local"}, {"w0", 2000.0}, {"w1", 200.0}});
  builder.force("point_force", "pull", {{"point", at("body", {0.4, 0.3})}, {"force", pull}});
  Simulator simulator(builder.world());
  simulator.advanceTo(0.05);
  double before = totalEnergy(simulator.report());
  const double start = before;
  for (int k = 0; k < 1200; ++k) {
    const double angle = k % 24 == 0 ? 1.5 : k % 24 < 3 ? 0.95 : 0.05;
    simulator.step(simulator.report().time + stepOf(angle));
    const double now = totalEnergy(simulator.report());
    EXPECT_LE(now, before + 1e-9 * start) << k;
    before = now;
  }
  EXPECT_LT(before, 0.9 * start);
}

TEST(ImplicitSuperquadric, KeepsMomentumInFreeFlight) {
  for (const char* motion : {"rigid", "global", "local"}) {
    SceneBuilder builder;
    builder.settings({{"integrator", "implicit_euler"},
                      {"step", kStep},
                      {"fps", 60},
                      {"gravity", Vec3(0, 0, 0)}});
    builder.part("superquadric", "body",
                 {{"motion", motion},
                  {"radii", Vec3(0.2, 0.1, 0.4)},
                  {"velocity", Vec3(1, 0, 0)},
                  {"angular_velocity", Vec3(1, 2, 0.5)}});
    Simulator simulator(builder.world());
    const Vec3 before = simulator.report().momentum;
    simulator.advanceTo(5);
    EXPECT_LE((simulator.report().momentum - before).norm(), 1e-11) << motion;
  }
}

// Four times the nodes: a band of them would double what there is per node, which in the limit is a
// logarithm.
TEST(NodeFactor, FillGrowsHardlyFasterThanTheNodes) {
  const auto fillPerNode = [](int times) {
    SuperquadricSpec spec;
    spec.nodesU = 8 * times;
    spec.nodesV = 8 * times;
    spec.membrane = {2000, 200, MembraneMeasure::Surface};
    const SuperquadricShape shape(spec.shape);
    const SurfaceNodes nodes(shape, spec, renderGrid(shape, 8, 8), 1);
    NodeFactor factor;
    factor.factorise(nodes, 1, 1e-4);
    return static_cast<double>(factor.fill()) / nodes.count();
  };
  EXPECT_LE(fillPerNode(4) / fillPerNode(2), 1.6);
  EXPECT_LE(fillPerNode(8) / fillPerNode(4), 1.6);
}

TEST(NodeFactor, SolvesForManyRightHandSides) {
  SuperquadricSpec spec;
  spec.membrane = {2000, 200, MembraneMeasure::Surface};
  const SuperquadricShape shape(spec.shape);
  const SurfaceNodes nodes(shape, spec, renderGrid(shape, 8, 8), 1);
  constexpr double kInertia = 1.3, kStiffness = 0.01;
  NodeFactor factor;
  factor.factorise(nodes, kInertia, kStiffness);
  constexpr int kLanes = 2;
  std::vector<Lanes> x(static_cast<std::size_t>(kLanes * nodes.count()));
  Field wanted = Field::Random(nodes.points().slots(), 3), applied(nodes.points().slots(), 3);
  nodes.membrane().apply(wanted, applied);
  for (int i = 0; i < nodes.count(); ++i) {
    const int slot = nodes.points().slot(i);
    const Vec3 force = kInertia * nodes.mass(i) * wanted.row(slot).transpose() +
                       kStiffness * applied.row(slot).transpose();
    x[static_cast<std::size_t>(kLanes * factor.row(i) + 1)] = lanesOf(force);
  }
  factor.solve(x.data(), kLanes);
  for (int i = 0; i < nodes.count(); ++i) {
    const Vec3 found = vectorOf(x[static_cast<std::size_t>(kLanes * factor.row(i) + 1)]);
    EXPECT_LE((found - wanted.row(nodes.points().slot(i)).transpose()).norm(), 1e-10);
  }
}

}  // namespace
}  // namespace sinew::test
