#pragma once
#include "core/contact/convex/ConvexShape.h"

namespace sinew {

/// One place where two shapes touch or may come to touch.
struct ManifoldPoint {
  Vec3 at = Vec3::Zero();  ///< [m] halfway between the surfaces
  double gap = 0;  ///< [m] between the surfaces along the normal, negative where they overlap
};

/// Where two convex shapes may touch, as points on the faces that look at each other.
struct Manifold {
  static constexpr int kMost = 8;

  Vec3 normal = Vec3::UnitY();  ///< unit, from A to B
  std::array<ManifoldPoint, kMost> points;
  int count = 0;
};

/// The points whose gap is at most `reach` [m]: of those where the shapes lie on each other, and
/// then of all, the nearest and those farthest from each other. A half-space must be A.
class ManifoldFinder {
 public:
  const Manifold& find(const PlacedShape& a, const PlacedShape& b, double reach);

 private:
  using Point2 = Eigen::Vector2d;
  void findOnPlane(const PlacedShape& a, const PlacedShape& b, double reach);
  void findBetween(const PlacedShape& a, const PlacedShape& b, double reach);
  void clip(const PlacedShape& a, const PlacedShape& b, double depth, double reach);
  void crossSides(std::size_t side);
  void takeCandidate(const PlacedShape& a, const PlacedShape& b, const Point2& at, double reach);
  std::vector<Point2> outline(const PlacedShape& shape, const Vec3& outward, double depth) const;
  void reduce();

  Manifold m_manifold;
  Vec3 m_middle = Vec3::Zero(), m_axisX = Vec3::UnitX(), m_axisZ = Vec3::UnitZ();
  std::vector<ManifoldPoint> m_candidates;
  std::vector<Point2> m_outlineA, m_outlineB, m_common;
};

}  // namespace sinew
