// Obstacles shaped by meshes: like those of the same shape that have formulas.
#include <gmock/gmock.h>

#include <filesystem>

#include "core/io/mesh/SceneMeshes.h"
#include "core/model/ClosedSurface.h"
#include "tests/support/MeshTexts.h"
#include "tests/support/SceneBuilder.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;

/// What a part of a world shows to a place in space, where it begins.
SurfaceProbe probeOf(const World& world, const char* part, const Vec3& place) {
  const Part& compiled = *world.parts()[*world.findPart(part)].part;
  const auto scratch = compiled.makeScratch();
  compiled.update({nullptr, nullptr, 0}, *scratch);
  SurfaceProbe out;
  EXPECT_TRUE(compiled.probe(*scratch, place, out));
  return out;
}

TEST(MeshObstacle, GapsAreThoseOfABox) {
  Seeded random(5);
  const Quat turned(Eigen::AngleAxisd(0.7, Vec3(1, 2, -1).normalized()));
  const Vec3 size(1, 0.5, 2);
  SceneBuilder builder;
  builder.part("box", "box", {{"size", size}, {"orientation", turned}});
  builder.part("mesh", "mesh",
               {{"mesh", meshFile(boxObj())}, {"scale", size}, {"orientation", turned}});
  const auto world = builder.world();
  for (int n = 0; n < 500; ++n) {
    const Vec3 p = random.vector(3);
    const SurfaceProbe wanted = probeOf(*world, "box", p), found = probeOf(*world, "mesh", p);
    EXPECT_NEAR(found.gap, wanted.gap, 1e-12);
    EXPECT_LT((found.normal - wanted.normal).norm(), 1e-9);
  }
}

TEST(MeshObstacle, PartsComeToRestOnItAsOnABox) {
  for (const char* contact : {"springs", "barrier"}) {
    double height[2] = {};
    for (const bool mesh : {false, true}) {
      SceneBuilder builder;
      builder.settings({{"contact", contact}, {"integrator", "implicit_euler"}, {"step", 0.005}});
      if (mesh) {
        builder.part("mesh", "stand", {{"mesh", meshFile(boxObj())}});
      } else {
        builder.part("box", "stand", {});
      }
      builder.part(
          "particle", "load",
          {{"mass", 0.5}, {"radius", 0.1}, {"damping", 5.0}, {"position", Vec3(0.2, 0.8, 0.1)}});
      Simulator simulator(builder.world());
      ASSERT_EQ(simulator.advanceTo(2).status, RunStatus::Ok);
      height[mesh] = positionOf(simulator, "load").y();
    }
    EXPECT_NEAR(height[1], height[0], 1e-6) << contact;
    EXPECT_NEAR(height[1], 0.6, 0.01) << contact;
  }
}

TEST(MeshObstacle, KeyedMotionPushes) {
  SceneBuilder builder;
  builder.settings({{"contact", "barrier"},
                    {"integrator", "rkf45"},
                    {"gravity", Vec3(0, 0, 0)},
                    {"restitution", 1.0}});
  Curve push;
  push.components = 3;
  push.keys = {{0, {0, 0, 0}, Interpolation::Linear}, {1, {1, 0, 0}, Interpolation::Linear}};
  builder.part("mesh", "ram", {{"position", push}, {"mesh", meshFile(boxObj({0.2, 1, 1}))}});
  builder.part("particle", "ball",
               {{"mass", 1.0}, {"radius", 0.1}, {"position", Vec3(0.5, 0.2, -0.1)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(0.9);
  const Energies& e = simulator.report().energy;
  EXPECT_NEAR(e.kinetic, 0.5 * 4, 0.01);  // off with twice the speed of the wall
  EXPECT_NEAR(e.work, e.kinetic, 1e-3);
}

TEST(MeshObstacle, HollowOnesHoldWhatIsInThem) {
  const auto bowl =
      readMeshFile(std::filesystem::path(SINEW_SOURCE_DIR) / "assets" / "meshes" / "bowl.obj");
  ASSERT_TRUE(bowl) << bowl.error().message;
  for (const char* contact : {"springs", "barrier"}) {
    SceneBuilder builder;
    builder.settings({{"contact", contact}, {"integrator", "implicit_euler"}, {"step", 0.005}});
    builder.part("mesh", "bowl", {{"mesh", MeshFile{"bowl.obj", *bowl}}});
    builder.part(
        "particle", "pea",
        {{"mass", 0.05}, {"radius", 0.03}, {"damping", 2.0}, {"position", Vec3(0.15, 0.25, 0.05)}});
    Simulator simulator(builder.world());
    ASSERT_EQ(simulator.advanceTo(2).status, RunStatus::Ok) << contact;
    const Vec3 at = positionOf(simulator, "pea");
    EXPECT_GT(at.y(), 0.025) << contact;
    EXPECT_LT(at.y(), 0.2) << contact;
    EXPECT_LT(std::hypot(at.x(), at.z()), 0.3) << contact;
  }
}

TEST(MeshObstacle, TurnedOverByItsScaleItIsStillSeenFromOutside) {
  SceneBuilder builder;
  builder.part("mesh", "it", {{"mesh", meshFile(boxObj())}, {"scale", Vec3(-1, 2, 1)}});
  const ContactSurface surface = builder.world()->parts()[0].part->contactSurface();
  std::vector<Vec3> places;
  for (const ResolvedPoint& u : surface.vertices) places.emplace_back(u.at[0], u.at[1], u.at[2]);
  EXPECT_TRUE(isClosed(surface));
  EXPECT_NEAR(volumeInside(surface, places), 2, 1e-12);
  EXPECT_EQ(surface.edges.size(), 12u) << "none across its flat sides";
}

TEST(MeshObstacle, ItsPointsAreThoseOfTheFile) {
  SceneBuilder builder;
  builder.part(
      "mesh", "it",
      {{"mesh", meshFile(boxObj())}, {"scale", Vec3(2, -3, 4)}, {"position", Vec3(10, 0, 0)}});
  const Simulator simulator(builder.world());
  const Vec3 corner = positionOf(simulator, "it", {0.5, 0.5, 0.5});
  EXPECT_LT((corner - Vec3(11, -1.5, 2)).norm(), 1e-12);
}

TEST(MeshObstacle, SharpEdgesAreDrawnSharp) {
  SceneBuilder builder;
  builder.part("mesh", "it", {{"mesh", meshFile(boxObj())}});
  const MeshTopology drawn = builder.world()->parts()[0].part->tessellation();
  EXPECT_EQ(drawn.triangles.size(), 12u);
  EXPECT_EQ(drawn.material.size(), 24u) << "each corner once for each of its three sides";
}

TEST(MeshObstacle, FlatOnesAndThoseThatWereNotReadAreRefused) {
  SceneBuilder flat, unread;
  flat.part("mesh", "it", {{"scale", Vec3(1, 0, 1)}});
  unread.part("mesh", "it", {{"mesh", MeshFile{"lost.obj", nullptr}}});
  const auto first = World::compile(flat.scene(), builtins());
  ASSERT_FALSE(first);
  EXPECT_THAT(first.error().message, HasSubstr("scale"));
  const auto second = World::compile(unread.scene(), builtins());
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("mesh: a file"));
}

std::uint64_t fingerprintWith(const MeshFile& mesh) {
  SceneBuilder builder;
  builder.part("mesh", "it", {{"mesh", mesh}});
  return builder.world()->fingerprint();
}

TEST(MeshObstacle, TheSimulationIsThatOfItsShapeWhateverTheFileIsCalled) {
  const std::uint64_t box = fingerprintWith(meshFile(boxObj()));
  EXPECT_EQ(fingerprintWith(meshFile("# a comment\n" + boxObj(), "other.obj")), box);
  EXPECT_NE(fingerprintWith(meshFile(boxObj({1, 1, 1.001}))), box);
  EXPECT_NE(fingerprintWith(MeshFile{}), box);
}

}  // namespace
}  // namespace sinew::test
