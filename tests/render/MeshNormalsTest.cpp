#include "render/MeshNormals.h"

#include <gtest/gtest.h>

#include "tests/render/TestBodies.h"

using namespace sinew;
using namespace sinew::test;

TEST(MeshNormals, PointOutwardsOnASphere) {
  const Snapshot ball = snapshotOf({{.name = "ball", .centre = Vec3(1, 2, 3), .across = 64}});
  const auto& part = ball.topology->parts[0];
  MeshNormals maker(part.mesh.triangles, part.vertexCount);
  std::vector<float> normals(ball.positions.size());
  maker.compute(ball.positions, normals);
  for (std::size_t i = 0; i < ball.positions.size(); i += 3) {
    const Vec3 radial(ball.positions[i] - 1.0, ball.positions[i + 1] - 2.0,
                      ball.positions[i + 2] - 3.0);
    const Vec3 normal(normals[i], normals[i + 1], normals[i + 2]);
    EXPECT_GT(normal.dot(radial), 0.9995);
  }
}

TEST(MeshNormals, AreWeightedByAngleSoThatACubeCornerIsSymmetric) {
  // Three faces meet in vertex 0; the one in the xy plane is cut into two triangles.
  const std::vector<float> positions = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1};
  MeshNormals maker({{0, 1, 2}, {0, 2, 3}, {0, 4, 1}, {0, 3, 4}}, 5);
  std::vector<float> normals(positions.size());
  maker.compute(positions, normals);
  EXPECT_NEAR(normals[0], normals[1], 1e-6);
  EXPECT_NEAR(normals[1], normals[2], 1e-6);
}

TEST(MeshNormals, AreDefinedForCollapsedTrianglesAndLooseVertices) {
  const std::vector<float> positions(12, 0.0f);
  MeshNormals maker({{0, 1, 2}}, 4);
  std::vector<float> normals(12);
  maker.compute(positions, normals);
  for (std::size_t i = 0; i < 12; i += 3) EXPECT_FLOAT_EQ(normals[i + 1], 1);
}
