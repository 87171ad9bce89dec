#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// A closed triangulation of the unit sphere with nearly equal triangles, all vertices shared.
struct Icosphere {
  std::vector<Vec3> vertices;                           ///< unit vectors, outward normals as well
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counter-clockwise seen from outside
};

constexpr int kFinestIcosphere = 4;

/// Icosahedron whose triangles are split in four `subdivisions` times, at most kFinestIcosphere:
/// 10·4ⁿ + 2 vertices. Made once, for thousands of balls.
const Icosphere& icosphere(int subdivisions);

}  // namespace sinew
