// Rigid bodies of primitive shapes: what they weigh, how they turn, which way is out, how they lie.
#include <gtest/gtest.h>

#include <cmath>

#include "core/math/Rotation.h"
#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kDensity = 500;  // [kg/m³]

struct Case {
  const char* shape;
  double rounding;  ///< of the volume, that the drawn mesh is smaller by
};

class BodyOf : public ::testing::TestWithParam<Case> {
 protected:
  BodyOf() {
    SceneBuilder scene;
    scene.part("body", "it",
               {{"shape", GetParam().shape},
                {"size", Vec3(0.3, 0.2, 0.5)},
                {"radius", 0.12},
                {"length", 0.4},
                {"density", kDensity},
                {"angular_velocity", Vec3(1, 2, 3)}});
    m_world = scene.world();
    part().initialState(m_q.data(), m_v.data());
    m_scratch = part().makeScratch();
    part().update({m_q.data(), m_v.data(), 0}, *m_scratch);
  }

  const Part& part() const { return *m_world->parts()[0].part; }
  /// [m] Of what is drawn.
  std::vector<Vec3> vertices() const {
    std::vector<float> xyz(3 * part().tessellation().material.size());
    part().tessellate(*m_scratch, xyz);
    std::vector<Vec3> all;
    for (std::size_t i = 0; i < xyz.size(); i += 3)
      all.emplace_back(xyz[i], xyz[i + 1], xyz[i + 2]);
    return all;
  }

  std::shared_ptr<const World> m_world;
  std::unique_ptr<PartScratch> m_scratch;
  std::array<double, 7> m_q{};
  std::array<double, 6> m_v{};
};

// Against the integrals over the tetrahedra between the origin and each drawn triangle.
TEST_P(BodyOf, WeighsAndTurnsAsWhatIsDrawn) {
  const std::vector<Vec3> x = vertices();
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const auto& [i, j, k] : part().tessellation().triangles) {
    const Vec3 &a = x[i], &b = x[j], &c = x[k], sum = a + b + c;
    const double tetrahedron = a.dot(b.cross(c)) / 6;
    volume += tetrahedron;
    first += tetrahedron / 4 * sum;
    second += tetrahedron / 20 *
              (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
  }
  const double exact = 1e-6, off = exact + GetParam().rounding;  // the mesh is of floats
  EXPECT_NEAR(part().mass() / (kDensity * volume), 1 + off / 2, off / 2 + exact);
  const Vec3 centre = first / volume;
  EXPECT_LE((Vec3(m_q.data()) - centre).norm(), exact);
  second -= volume * centre * centre.transpose();
  const Mat3 inertia = kDensity * (second.trace() * Mat3::Identity() - second);
  const Vec3 turning = inertia * Vec3(1, 2, 3);
  EXPECT_LE((Vec3(m_v.data() + 3) - turning).norm(), 2 * off * turning.norm());
}

TEST_P(BodyOf, SaysWhichWayIsOut) {
  const std::vector<Vec3> x = vertices();
  for (const auto& triangle : part().tessellation().triangles) {
    const Vec3 &a = x[triangle[0]], &b = x[triangle[1]], &c = x[triangle[2]];
    const Vec3 middle = (a + b + c) / 3, out = (b - a).cross(c - a).normalized();
    const std::array coordinates = {middle.x(), middle.y(), middle.z()};
    PointKinematics direction;
    std::array<double, 9> L{};
    direction.L = L.data();
    part().direction(*m_scratch, *part().resolve(coordinates), direction);
    EXPECT_GT(direction.position.dot(out), GetParam().rounding > 0 ? 0.99 : 1 - 1e-6);
    EXPECT_NEAR(direction.position.norm(), 1, 1e-12);
  }
}

// With all defaults, thrown so that it tumbles.
TEST_P(BodyOf, ComesToRestOnTheFloor) {
  SceneBuilder scene(Defaults::Today);
  scene.part("plane", "floor", {});
  scene.part("body", "it",
             {{"shape", GetParam().shape},
              {"position", Vec3(0, 0.6, 0)},
              {"angular_velocity", Vec3(1, 2, 3)},
              {"damping", 0.5}});  // what rolls has nothing else to stop it
  Simulator simulator(scene.world());
  ASSERT_EQ(simulator.world().solidContact(), SolidContact::Analytic);
  simulator.advanceTo(12);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LE(simulator.report().energy.kinetic, 1e-4 * simulator.report().energy.dissipated);
  const Part& part = *simulator.world().parts()[1].part;
  std::vector<float> xyz(3 * part.tessellation().material.size());
  part.tessellate(simulator.dynamics().scratch(1), xyz);
  float lowest = 1;
  for (std::size_t i = 1; i < xyz.size(); i += 3) lowest = std::min(lowest, xyz[i]);
  EXPECT_NEAR(lowest, 0, 2e-3) << "by its margin";
}

INSTANTIATE_TEST_SUITE_P(Shapes, BodyOf,
                         ::testing::Values(Case{"box", 0}, Case{"wedge", 0}, Case{"ball", 4e-3},
                                           Case{"capsule", 6e-3}, Case{"cylinder", 4e-3}),
                         [](const auto& tested) { return std::string(tested.param.shape); });

/// [m] That a ball and a block without friction go down a slope of 30° in a second, from rest.
double down(const char* shape, double friction) {
  SceneBuilder scene(Defaults::Today);
  const Vec3 normal(0.5, std::sqrt(0.75), 0);
  scene.settings({{"restitution", 0.0}});
  scene.part("plane", "slope", {{"normal", normal}, {"friction", friction}});
  scene.part("body", "it",
             {{"shape", shape},
              {"position", Vec3(0.1 * normal)},
              {"orientation", Quat(Eigen::AngleAxisd(-kPi / 6, Vec3::UnitZ()))},
              {"friction", friction}});
  Simulator simulator(scene.world());
  const Vec3 start = positionOf(simulator, "it", {0, 0, 0});
  simulator.advanceTo(1);
  return (positionOf(simulator, "it", {0, 0, 0}) - start).norm();
}

TEST(Body, RollsDownASlopeAsItsInertiaAsks) {
  const double slides = 0.5 * 9.81 * 0.5;  // ½ g sin 30° t²
  EXPECT_NEAR(down("box", 0), slides, 0.01 * slides);
  EXPECT_NEAR(down("ball", 1), slides / 1.4, 0.01 * slides);
}

}  // namespace
}  // namespace sinew::test
