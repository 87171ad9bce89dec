#include "render/MeshStrain.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <functional>

namespace sinew {
namespace {

/// A sheet of 8 × 8 squares, two triangles each, in the plane z = 0.
struct Sheet {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<float> positions;

  Sheet() {
    constexpr std::uint32_t kSquares = 8;
    for (std::uint32_t i = 0; i <= kSquares; ++i) {
      for (std::uint32_t j = 0; j <= kSquares; ++j) {
        positions.insert(positions.end(),
                         {0.1f * static_cast<float>(i), 0.07f * static_cast<float>(j), 0});
        if (i == kSquares || j == kSquares) continue;
        const std::uint32_t a = i * (kSquares + 1) + j, b = a + kSquares + 1;
        triangles.push_back({a, b, b + 1});
        triangles.push_back({a, b + 1, a + 1});
      }
    }
  }

  std::vector<float> strainAfter(
      const std::function<Eigen::Vector3f(const Eigen::Vector3f&)>& motion) const {
    std::vector<float> moved = positions, strain(positions.size() / 3, 7);
    for (std::size_t i = 0; i < positions.size(); i += 3) {
      Eigen::Map<Eigen::Vector3f> at(moved.data() + i);
      at = motion(Eigen::Vector3f(at));
    }
    MeshStrain(triangles, positions).compute(moved, strain);
    return strain;
  }
};

TEST(MeshStrain, OfARigidMotionIsNothing) {
  const Eigen::Affine3f motion = Eigen::Translation3f(3, -1, 2) *
                                 Eigen::AngleAxisf(1.1f, Eigen::Vector3f(1, 2, 3).normalized());
  for (const float strain : Sheet().strainAfter([&](const auto& x) { return motion * x; })) {
    EXPECT_NEAR(strain, 0, 1e-4);
  }
}

TEST(MeshStrain, IsThePrincipalStretchFarthestFromOne) {
  const auto stretched = [](float along, float across) {
    const Eigen::Rotation2Df slanted(0.6f);
    const Eigen::Matrix2f F = slanted * Eigen::Vector2f(along, across).asDiagonal() *
                              slanted.inverse().toRotationMatrix();
    return Sheet().strainAfter([&](const Eigen::Vector3f& x) {
      const Eigen::Vector2f flat = F * x.head<2>();
      return Eigen::Vector3f(flat.x(), flat.y(), 0);
    });
  };
  for (const float strain : stretched(1.12f, 0.95f)) EXPECT_NEAR(strain, 0.12, 1e-4);
  for (const float strain : stretched(1.02f, 0.70f)) EXPECT_NEAR(strain, -0.30, 1e-4);
}

TEST(MeshStrain, WithoutARestShapeIsNothing) {
  const Sheet sheet;
  std::vector<float> strain(sheet.positions.size() / 3, 7);
  MeshStrain(sheet.triangles, {}).compute(sheet.positions, strain);
  EXPECT_EQ(*std::max_element(strain.begin(), strain.end()), 0);
}

}  // namespace
}  // namespace sinew
