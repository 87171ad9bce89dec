#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace sinew {

/// The part of a render mesh that never changes while a part lives. Closed surfaces share their
/// seam and pole vertices, so that smooth normals can be computed from positions alone.
struct MeshTopology {
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counter-clockwise seen from outside
  std::vector<std::array<float, 3>> material;  ///< material point of each vertex; see `period`
  int coordinates = 0;            ///< how many numbers a material point of this part has
  std::array<float, 3> period{};  ///< of each that runs round, also of one more: round a tube
  bool operator==(const MeshTopology&) const = default;
};

}  // namespace sinew
