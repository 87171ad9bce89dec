#include "core/contact/convex/ConvexShape.h"

#include <algorithm>
#include <limits>

namespace sinew {
namespace {

constexpr double kOnePlane = 1e-4;    // of the size: facets that differ by less are one
constexpr double kSameNormal = 1e-6;  // 1 − cosine between those
constexpr double kConvex = 1e-3;      // of the size: a net may bend inwards by so much

bool isKnown(const ConvexShape& shape, const ConvexShape::Facet& facet, double size) {
  return std::ranges::any_of(shape.facets, [&](const ConvexShape::Facet& known) {
    return known.normal.dot(facet.normal) > 1 - kSameNormal &&
           std::abs(known.offset - facet.offset) < kOnePlane * size;
  });
}

}  // namespace

double ConvexShape::extent() const {
  double most = 0;
  for (const Vec3& corner : corners) most = std::max(most, corner.norm());
  return halfSpace ? 0 : most + radius;
}

bool addFacets(std::span<const std::array<int, 3>> faces, ConvexShape& shape) {
  const double size = shape.extent();
  for (const auto& face : faces) {
    const Vec3 &a = shape.corners[face[0]], &b = shape.corners[face[1]],
               &c = shape.corners[face[2]];
    const Vec3 normal = (b - a).cross(c - a);
    const double area = normal.norm();
    if (area < 1e-12 * size * size) continue;
    ConvexShape::Facet facet;
    facet.normal = normal / area;
    facet.offset = std::max({facet.normal.dot(a), facet.normal.dot(b), facet.normal.dot(c)});
    for (const Vec3& corner : shape.corners) {
      const double beyond = facet.normal.dot(corner) - facet.offset;
      if (beyond > kConvex * size) return false;
      // What bends inwards by a rounding is filled up.
      facet.offset += std::max(0.0, beyond);
    }
    if (!isKnown(shape, facet, size)) shape.facets.push_back(facet);
  }
  return true;
}

void PlacedShape::place(const ConvexShape& of, const Vec3& at, const Mat3& turned) {
  shape = &of;
  origin = at;
  axes = turned;
  corners.resize(of.corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) corners[i] = at + turned * of.corners[i];
}

int PlacedShape::support(const Vec3& direction) const {
  int best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const double along = corners[i].dot(direction);
    if (along <= most) continue;
    most = along;
    best = static_cast<int>(i);
  }
  return best;
}

double PlacedShape::exit(const Vec3& from, const Vec3& direction) const {
  if (shape->facets.empty()) {
    int nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec3 to = corners[i] - from;
      const double aside = (to - to.dot(direction) * direction).squaredNorm();
      if (aside >= least) continue;
      least = aside;
      nearest = static_cast<int>(i);
    }
    return (corners[nearest] - from).dot(direction);
  }
  const Vec3 start = axes.transpose() * (from - origin), way = axes.transpose() * direction;
  double until = std::numeric_limits<double>::infinity();
  for (const ConvexShape::Facet& facet : shape->facets) {
    const double rate = facet.normal.dot(way);
    if (rate > 1e-9) until = std::min(until, (facet.offset - facet.normal.dot(start)) / rate);
  }
  return until;
}

}  // namespace sinew
