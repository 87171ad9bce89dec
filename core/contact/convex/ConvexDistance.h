#pragma once
#include "core/contact/convex/ConvexShape.h"

namespace sinew {

/// How two convex shapes stand to each other, their radii left out.
struct ConvexDistance {
  double distance = 0;          ///< [m] between the hulls; negative: how deep they overlap
  Vec3 normal = Vec3::UnitY();  ///< unit, from A to B
  Vec3 onA = Vec3::Zero(), onB = Vec3::Zero();  ///< [m] nearest points
};

/// By the algorithm of Gilbert, Johnson and Keerthi (IEEE J. Robotics and Automation 4, 1988) while
/// the hulls are apart. Where they overlap, by the least overlap among the directions of their
/// facets, and of pairs of edges of bricks; for others an upper bound.
ConvexDistance convexDistance(const PlacedShape& a, const PlacedShape& b);

}  // namespace sinew
