#include "core/model/ClosedSurface.h"

#include <algorithm>
#include <numeric>

namespace sinew {

bool isClosed(const ContactSurface& shape) {
  std::vector<std::array<int, 2>> sides;
  for (const auto& face : shape.faces) {
    for (int i = 0; i < 3; ++i) sides.push_back({face[i], face[(i + 1) % 3]});
  }
  std::sort(sides.begin(), sides.end());
  if (std::adjacent_find(sides.begin(), sides.end()) != sides.end()) return false;
  return !sides.empty() && std::all_of(sides.begin(), sides.end(), [&](const auto& side) {
    return std::binary_search(sides.begin(), sides.end(), std::array<int, 2>{side[1], side[0]});
  });
}

// Seen from a vertex, so that nothing is lost far from the origin.
double volumeInside(const ContactSurface& shape, std::span<const Vec3> position) {
  const Vec3& from = position.front();
  double sixfold = 0;
  for (const auto& [a, b, c] : shape.faces) {
    const Vec3 x = position[a] - from, y = position[b] - from, z = position[c] - from;
    sixfold += x.dot(y.cross(z));
  }
  return sixfold / 6;
}

// The net being closed, a third of each face's area vector is as good as the exact derivative.
void addVolumeGradient(const ContactSurface& shape, std::span<const Vec3> position, double scale,
                       std::span<Vec3> out) {
  for (const auto& [a, b, c] : shape.faces) {
    const Vec3 normal = (position[b] - position[a]).cross(position[c] - position[a]);
    const Vec3 third = scale / 6 * normal;
    out[a] += third;
    out[b] += third;
    out[c] += third;
  }
}

std::vector<double> pieceShares(const ContactSurface& shape, std::span<const Vec3> position) {
  std::vector<double> shares;
  for (const auto& [a, b, c] : shape.faces) {
    shares.push_back((position[b] - position[a]).cross(position[c] - position[a]).norm());
  }
  if (shape.faces.empty()) {
    for (const auto& [a, b] : shape.edges) shares.push_back((position[b] - position[a]).norm());
  }
  if (shares.empty()) shares.assign(shape.vertices.size(), 1);
  const double whole = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) {
    share = whole > 0 ? share / whole : 1 / static_cast<double>(shares.size());
  }
  return shares;
}

}  // namespace sinew
