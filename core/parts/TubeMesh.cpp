#include "core/parts/TubeMesh.h"

#include <numbers>

namespace sinew {

MeshTopology tubeMesh(std::span<const double> rings, bool joined) {
  constexpr std::uint32_t kSides = kTubeSides;
  MeshTopology mesh;
  mesh.coordinates = 1;
  const float round = static_cast<float>(2 * std::numbers::pi);
  mesh.period[1] = round;
  const auto count = static_cast<std::uint32_t>(rings.size());
  for (std::uint32_t ring = 0; ring < count; ++ring) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const float angle = round * static_cast<float>(side) / static_cast<float>(kSides);
      mesh.material.push_back({static_cast<float>(rings[ring]), angle, 0});
      if (ring + 1 == count) continue;
      const std::uint32_t a = ring * kSides + side, b = ring * kSides + (side + 1) % kSides;
      mesh.triangles.push_back({a, b, b + kSides});
      mesh.triangles.push_back({a, b + kSides, a + kSides});
    }
  }
  const std::uint32_t start = count * kSides, end = start + 1, rim = start - kSides;
  mesh.material.push_back({0, 0, 0});
  mesh.material.push_back({1, 0, 0});
  if (joined) return mesh;
  for (std::uint32_t side = 0; side < kSides; ++side) {
    const std::uint32_t next = (side + 1) % kSides;
    mesh.triangles.push_back({start, next, side});
    mesh.triangles.push_back({end, rim + side, rim + next});
  }
  return mesh;
}

}  // namespace sinew
