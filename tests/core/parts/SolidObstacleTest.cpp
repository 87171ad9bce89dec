// Boxes, balls and rods as obstacles: how far away they are, and how they move.
#include <gtest/gtest.h>

#include <cmath>

#include "core/contact/Closest.h"
#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

/// One obstacle by itself, at any time.
class Stand {
 public:
  Stand(const char* kind, Values values) {
    SceneBuilder builder;
    builder.part(kind, "it", values);
    m_world = builder.world();
    m_scratch = part().makeScratch();
    goTo(0);
  }
  const Part& part() const { return *m_world->parts()[0].part; }
  void goTo(double time) { part().update({nullptr, nullptr, time}, *m_scratch); }
  double gap(const Vec3& x) const { return probe(x).gap; }
  SurfaceProbe probe(const Vec3& x) const {
    SurfaceProbe out;
    EXPECT_TRUE(part().probe(*m_scratch, x, out));
    return out;
  }
  PointKinematics point(const Vec3& at) const {
    PointKinematics out;
    const std::vector<double> coordinates = {at.x(), at.y(), at.z()};
    part().point(*m_scratch, *part().resolve(coordinates), out);
    return out;
  }

 private:
  std::shared_ptr<const World> m_world;
  std::unique_ptr<PartScratch> m_scratch;
};

Curve keyedPlace(std::initializer_list<Curve::Key> keys) {
  Curve curve;
  curve.components = 3;
  curve.keys = keys;
  return curve;
}

TEST(SolidObstacle, BallsAreRound) {
  const Stand ball("sphere", {{"radius", 0.5}, {"position", Vec3(1, 0, 0)}});
  EXPECT_DOUBLE_EQ(ball.gap({3, 0, 0}), 1.5);
  EXPECT_DOUBLE_EQ(ball.gap({1, 0.2, 0}), -0.3);
  EXPECT_LE((ball.probe({1, 0, -4}).normal + Vec3::UnitZ()).norm(), 1e-15);
}

TEST(SolidObstacle, BoxesHaveFacesEdgesAndCorners) {
  const Stand box("box", {{"size", Vec3(2, 4, 6)}});
  EXPECT_DOUBLE_EQ(box.gap({0, 5, 0}), 3);
  EXPECT_DOUBLE_EQ(box.gap({4, 6, 0}), 5);
  EXPECT_NEAR(box.gap({2, 3, 4}), std::sqrt(3.0), 1e-15);
  EXPECT_DOUBLE_EQ(box.gap({0.9, 0, 0}), -0.1);
  EXPECT_LE((box.probe({-0.9, 0, 0}).normal + Vec3::UnitX()).norm(), 1e-15);
}

TEST(SolidObstacle, RodsAreRoundAtTheirEnds) {
  const Quat lying(Eigen::AngleAxisd(kPi / 2, Vec3::UnitZ()));  // its y axis along −x
  const Stand rod("capsule", {{"radius", 0.1}, {"length", 2.0}, {"orientation", lying}});
  EXPECT_NEAR(rod.gap({0.7, 0.5, 0}), 0.4, 1e-12);
  EXPECT_NEAR(rod.gap({-1.3, 0.4, 0}), 0.4, 1e-12);
}

// Gaps by the formulas of the solids, against the contact surface.
TEST(SolidObstacle, GapsAgreeWithTheContactSurface) {
  Seeded random(3);
  const Quat turned(Eigen::AngleAxisd(0.7, Vec3(1, 2, -1).normalized()));
  for (const char* kind : {"sphere", "capsule", "box"}) {
    const Stand stand(kind, {{"orientation", turned}, {"position", Vec3(0.1, 0.2, -0.3)}});
    const ContactSurface surface = stand.part().contactSurface();
    std::vector<Vec3> x;
    for (const ResolvedPoint& u : surface.vertices) {
      x.push_back(stand.point({u.at[0], u.at[1], u.at[2]}).position);
    }
    for (int n = 0; n < 200; ++n) {
      const Vec3 p = random.vector(3);
      if (stand.gap(p) < 0) continue;
      double nearest = (p - x[0]).norm();
      for (const auto& e : surface.edges) {
        const Vec3 points[] = {p, x[e[0]], x[e[1]]};
        nearest = std::min(nearest, closest(Pairing::VertexEdge, points).distance);
      }
      for (const auto& f : surface.faces) {
        const Vec3 points[] = {p, x[f[0]], x[f[1]], x[f[2]]};
        nearest = std::min(nearest, closest(Pairing::VertexFace, points).distance);
      }
      EXPECT_NEAR(stand.gap(p), nearest - surface.thickness, 1e-12) << kind;
    }
  }
}

TEST(SolidObstacle, KeyedTurnsMoveTheirPoints) {
  Stand box("box", {{"position", keyedPlace({{0, {0, 0, 0}}, {1, {1, 2, 3}}, {2, {-1, 0, 1}}})},
                    {"turn", keyedPlace({{0, {0, 0, 0}}, {1, {1, -2, 0.5}}, {2, {3, 1, -1}}})}});
  const Vec3 at(0.3, -0.2, 0.4);
  const double h = 1e-4;
  for (const double time : {0.3, 0.8, 1.4}) {
    box.goTo(time + h);
    const PointKinematics ahead = box.point(at);
    box.goTo(time - h);
    const PointKinematics behind = box.point(at);
    box.goTo(time);
    const PointKinematics now = box.point(at);
    EXPECT_LE(((ahead.position - behind.position) / (2 * h) - now.velocity).norm(), 1e-6);
    EXPECT_LE(((ahead.velocity - behind.velocity) / (2 * h) - now.bias).norm(), 1e-5);
    EXPECT_LE((box.probe(now.position).velocity - now.velocity).norm(), 1e-12);
  }
}

TEST(SolidObstacle, TurnsAreAboutTheWorldsAxesInOrder) {
  const Stand box("box", {{"turn", Vec3(kPi / 2, 0, kPi / 2)}});
  // y goes to z by the turn about x, and stays there by the one about z.
  EXPECT_LE((box.point({0, 1, 0}).position - Vec3::UnitZ()).norm(), 1e-12);
}

TEST(SolidObstacle, PartsComeToRestOnThem) {
  for (const char* kind : {"sphere", "box", "capsule"}) {
    SceneBuilder builder;
    builder.settings({{"contact", "springs"}});
    builder.part(kind, "stand", {});
    builder.part("particle", "load",
                 {{"mass", 0.5}, {"radius", 0.1}, {"damping", 5.0}, {"position", Vec3(0, 1.2, 0)}});
    Simulator simulator(builder.world());
    simulator.advanceTo(3);
    const double top = std::string(kind) == "capsule" ? 0.7 : 0.5;
    EXPECT_NEAR(positionOf(simulator, "load").y(), top + 0.1 - 0.5 * 9.81 / 2000, 1e-3) << kind;
  }
}

TEST(SolidObstacle, FlatBoxesAreRefused) {
  SceneBuilder builder;
  builder.part("box", "sheet", {{"size", Vec3(1, 0, 1)}});
  const auto world = World::compile(builder.scene(), builtins());
  ASSERT_FALSE(world);
  EXPECT_NE(world.error().message.find("size"), std::string::npos);
}

}  // namespace
}  // namespace sinew::test
