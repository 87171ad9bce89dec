#include "core/model/ClosedSurface.h"

#include <gtest/gtest.h>

#include <numeric>

namespace sinew {
namespace {

ContactSurface tetrahedron() {
  ContactSurface shape;
  shape.vertices.resize(4);
  shape.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  return shape;
}

const std::vector<Vec3> kCorners = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};

TEST(ClosedSurface, KnowsHolesAndFacesTurnedRound) {
  ContactSurface shape = tetrahedron();
  EXPECT_TRUE(isClosed(shape));
  std::swap(shape.faces[2][0], shape.faces[2][1]);
  EXPECT_FALSE(isClosed(shape));
  shape = tetrahedron();
  shape.faces.pop_back();
  EXPECT_FALSE(isClosed(shape));
  EXPECT_FALSE(isClosed(ContactSurface{}));
}

TEST(ClosedSurface, VolumeIsThatOfTheTetrahedronWhereverItIs) {
  std::vector<Vec3> corners = kCorners;
  EXPECT_DOUBLE_EQ(volumeInside(tetrahedron(), corners), 1);
  for (Vec3& corner : corners) corner += Vec3(1e4, -2e4, 3e4);
  EXPECT_NEAR(volumeInside(tetrahedron(), corners), 1, 1e-11);
}

TEST(ClosedSurface, GradientIsThatOfTheVolume) {
  const ContactSurface shape = tetrahedron();
  std::vector<Vec3> gradient(4, Vec3::Zero());
  addVolumeGradient(shape, kCorners, 1, gradient);
  const double step = 1e-5;
  for (int vertex = 0; vertex < 4; ++vertex) {
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Vec3> more = kCorners, less = kCorners;
      more[vertex][axis] += step;
      less[vertex][axis] -= step;
      const double rate = (volumeInside(shape, more) - volumeInside(shape, less)) / (2 * step);
      EXPECT_NEAR(gradient[vertex][axis], rate, 1e-9);
    }
  }
}

TEST(ClosedSurface, PiecesShareTheWhole) {
  const std::vector<double> faces = pieceShares(tetrahedron(), kCorners);
  EXPECT_NEAR(std::accumulate(faces.begin(), faces.end(), 0.0), 1, 1e-15);
  EXPECT_NEAR(faces[0] / faces[1], 2.0 / 3, 1e-12);
  ContactSurface chain;
  chain.vertices.resize(3);
  chain.edges = {{0, 1}, {1, 2}};
  EXPECT_EQ(pieceShares(chain, std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 3, 0}}),
            (std::vector<double>{0.25, 0.75}));
  ContactSurface ball;
  ball.vertices.resize(1);
  EXPECT_EQ(pieceShares(ball, std::vector<Vec3>{Vec3::Zero()}), std::vector<double>{1});
}

}  // namespace
}  // namespace sinew
