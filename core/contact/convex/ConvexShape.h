#pragma once
#include <array>
#include <span>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// A convex solid in axes of its own: the hull of its corners, with a radius round all of it. One
/// corner is a ball, two are a capsule, many are a polyhedron. Or a half-space: all below y = 0.
struct ConvexShape {
  /// A plane that bounds the hull: normal · x ≤ offset [m].
  struct Facet {
    Vec3 normal = Vec3::UnitY();
    double offset = 0;
  };

  std::vector<Vec3> corners;  ///< [m]
  std::vector<Facet> facets;  ///< of a polyhedron, each once
  double radius = 0;          ///< [m]
  bool halfSpace = false;

  bool empty() const { return corners.empty() && !halfSpace; }
  bool isBall() const { return corners.size() == 1; }
  double extent() const;  ///< [m] from its origin to its farthest point; 0 for a half-space
};

/// The hull's facets from the faces of a closed net, those in one plane made one. False if the net
/// is not convex.
bool addFacets(std::span<const std::array<int, 3>> faces, ConvexShape& shape);

/// A shape where it is at an instant.
struct PlacedShape {
  const ConvexShape* shape = nullptr;
  Vec3 origin = Vec3::Zero();    ///< [m]
  Mat3 axes = Mat3::Identity();  ///< of the shape, as columns
  std::vector<Vec3> corners;     ///< [m] in the world

  void place(const ConvexShape& of, const Vec3& at, const Mat3& turned);
  /// The corner farthest along a direction.
  int support(const Vec3& direction) const;
  /// Along a line from `from` [m] in a unit direction: where it leaves the hull, in the mean of
  /// what it meets; for shapes without facets the height of the nearest corner.
  double exit(const Vec3& from, const Vec3& direction) const;
};

}  // namespace sinew
