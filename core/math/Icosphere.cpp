#include "core/math/Icosphere.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace sinew {
namespace {

Icosphere icosahedron() {
  const double golden = (1 + std::sqrt(5.0)) / 2;
  Icosphere sphere;
  // The twelve corners are those of three golden rectangles, one in each coordinate plane.
  for (int axis = 0; axis < 3; ++axis) {
    for (double shortSide : {-1.0, 1.0}) {
      for (double longSide : {-golden, golden}) {
        Vec3 corner = Vec3::Zero();
        corner[axis] = shortSide;
        corner[(axis + 1) % 3] = longSide;
        sphere.vertices.push_back(corner.normalized());
      }
    }
  }
  // Neighbours are the pairs at the shortest distance; every mutual triple is a face.
  const auto near = [&](std::uint32_t a, std::uint32_t b) {
    return sphere.vertices[a].dot(sphere.vertices[b]) > 0.4;
  };
  for (std::uint32_t a = 0; a < 12; ++a) {
    for (std::uint32_t b = a + 1; b < 12; ++b) {
      for (std::uint32_t c = b + 1; c < 12; ++c) {
        if (!near(a, b) || !near(b, c) || !near(a, c)) continue;
        const auto& v = sphere.vertices;
        const bool outward = (v[b] - v[a]).cross(v[c] - v[a]).dot(v[a]) > 0;
        sphere.triangles.push_back(outward ? std::array{a, b, c} : std::array{a, c, b});
      }
    }
  }
  return sphere;
}

Icosphere subdivide(const Icosphere& coarse) {
  Icosphere fine{coarse.vertices, {}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> midpoints;
  const auto midpoint = [&](std::uint32_t a, std::uint32_t b) {
    const auto [it, isNew] =
        midpoints.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(fine.vertices.size()));
    if (isNew) fine.vertices.push_back((fine.vertices[a] + fine.vertices[b]).normalized());
    return it->second;
  };
  for (const auto& [a, b, c] : coarse.triangles) {
    const std::uint32_t ab = midpoint(a, b), bc = midpoint(b, c), ca = midpoint(c, a);
    fine.triangles.insert(fine.triangles.end(),
                          {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  }
  return fine;
}

}  // namespace

const Icosphere& icosphere(int subdivisions) {
  static const std::vector<Icosphere> spheres = [] {
    std::vector<Icosphere> finer = {icosahedron()};
    for (int i = 0; i < kFinestIcosphere; ++i) finer.push_back(subdivide(finer.back()));
    return finer;
  }();
  return spheres[static_cast<std::size_t>(std::clamp(subdivisions, 0, kFinestIcosphere))];
}

}  // namespace sinew
