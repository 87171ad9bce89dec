// Where to take hold of a part to turn it about the line of sight.
#include "render/Levers.h"

#include <gtest/gtest.h>

#include "tests/render/TestBodies.h"

using namespace sinew;
using namespace sinew::test;

namespace {

Snapshot heldBy(int coordinates, Snapshot snapshot) {
  auto topology = std::make_shared<RenderTopology>(*snapshot.topology);
  for (auto& part : topology->parts) part.mesh.coordinates = coordinates;
  snapshot.topology = topology;
  return snapshot;
}

Snapshot slab(int coordinates = 2) {
  return heldBy(coordinates,
                snapshotOf({{.name = "aside", .centre = Vec3(5, 0, 0), .radii = Vec3::Ones()},
                            {.name = "slab", .radii = Vec3(1, 0.3, 0.2)}}));
}

}  // namespace

TEST(Levers, LieOnBothSidesAsFarAsThePartReaches) {
  const auto levers = leversAbout(slab(), 1, Vec3(0, 0, 0.2), Vec3::UnitZ());
  ASSERT_GE(levers.size(), 2U);
  for (const SurfaceHit& lever : levers) EXPECT_EQ(lever.part, 1U);
  EXPECT_NEAR(std::abs(levers[0].position.x()), 1, 0.05);
  EXPECT_NEAR(levers[1].position.x(), -levers[0].position.x(), 0.1);
}

TEST(Levers, LieOnOneSideWhereThePartIsHeldAtItsEnd) {
  const auto levers = leversAbout(slab(), 1, Vec3(0.99, 0, 0), Vec3::UnitZ());
  ASSERT_FALSE(levers.empty());
  EXPECT_NEAR(levers[0].position.x(), -1, 0.05);
  for (const SurfaceHit& lever : levers) EXPECT_LT(lever.position.x(), 0.9);
}

// Three points on a line leave a turn about it: the triangle of what is held and two levers is not
// flat, wherever one takes hold of the part.
TEST(Levers, LetThePartNotRollAboutTheirLine) {
  for (const Vec3& at : {Vec3(0, 0, 0.2), Vec3(0.99, 0, 0), Vec3(0, 0.3, 0), Vec3(-1, 0, 0)}) {
    const auto levers = leversAbout(slab(), 1, at, Vec3::UnitZ());
    double widest = 0;  // [m²] of twice the triangles
    for (const SurfaceHit& a : levers)
      for (const SurfaceHit& b : levers)
        widest = std::max(widest, (a.position - at).cross(b.position - at).norm());
    EXPECT_GE(widest, 0.1) << at.transpose();
  }
}

TEST(Levers, DependOnTheLineOfSight) {
  const auto levers = leversAbout(slab(), 1, Vec3(1, 0, 0), Vec3::UnitX());
  ASSERT_FALSE(levers.empty());
  EXPECT_NEAR(std::abs(levers[0].position.y()), 0.3, 0.03);
}

// A needle along the line of sight, and what is held in one point wherever one takes hold of it.
TEST(Levers, AreNotThereWhereNothingLiesAside) {
  const Snapshot needle = heldBy(2, snapshotOf({{.name = "needle", .radii = Vec3(0.02, 0.02, 1)}}));
  EXPECT_TRUE(leversAbout(needle, 0, Vec3(0, 0, 1), Vec3::UnitZ()).empty());
  EXPECT_TRUE(leversAbout(slab(0), 1, Vec3::Zero(), Vec3::UnitZ()).empty());
}
