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

/// Icosahedron whose triangles are split in four `subdivisions` times: 10·4ⁿ + 2 vertices.
Icosphere makeIcosphere(int subdivisions);

}  // namespace sinew
