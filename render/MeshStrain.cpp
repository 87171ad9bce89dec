#include "render/MeshStrain.h"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "render/VertexAt.h"

namespace sinew {
MeshStrain::MeshStrain(std::vector<std::array<std::uint32_t, 3>> triangles,
                       std::span<const float> rest)
    : m_triangles(std::move(triangles)), m_areaAround(rest.size() / 3, 0) {
  if (rest.empty()) return;
  for (std::uint32_t i = 0; i < m_triangles.size(); ++i) {
    const auto& t = m_triangles[i];
    const Eigen::Vector3f along = vertexAt(rest, t[1]) - vertexAt(rest, t[0]);
    const Eigen::Vector3f other = vertexAt(rest, t[2]) - vertexAt(rest, t[0]);
    const float length = along.norm(), doubleArea = along.cross(other).norm();
    if (!(doubleArea > 1e-6f * other.squaredNorm()) || !(doubleArea > 1e-6f * length * length)) {
      continue;  // a sliver says nothing
    }
    const float width = doubleArea / length, lean = along.dot(other) / length;
    m_rest.push_back({i, 1 / length, -lean / (length * width), 1 / width, doubleArea / 2});
    for (const std::uint32_t vertex : t) m_areaAround[vertex] += doubleArea / 2;
  }
}

void MeshStrain::compute(std::span<const float> positions, std::span<float> strain) const {
  std::fill(strain.begin(), strain.end(), 0.0f);
  for (const Rest& rest : m_rest) {
    const auto& t = m_triangles[rest.triangle];
    const Eigen::Vector3f along = vertexAt(positions, t[1]) - vertexAt(positions, t[0]);
    const Eigen::Vector3f other = vertexAt(positions, t[2]) - vertexAt(positions, t[0]);
    const Eigen::Vector3f f1 = rest.a * along, f2 = rest.b * along + rest.d * other;
    // C = FᵀF, and its eigenvalues: the squared principal stretches.
    const float c11 = f1.squaredNorm(), c22 = f2.squaredNorm(), c12 = f1.dot(f2);
    const float mean = 0.5f * (c11 + c22), apart = std::hypot(0.5f * (c11 - c22), c12);
    const float most = std::sqrt(mean + apart) - 1;
    const float least = std::sqrt(std::max(0.0f, mean - apart)) - 1;
    const float farthest = most > -least ? most : least;
    for (const std::uint32_t vertex : t) strain[vertex] += rest.area * farthest;
  }
  for (std::size_t i = 0; i < std::min(strain.size(), m_areaAround.size()); ++i) {
    if (m_areaAround[i] > 0) strain[i] /= m_areaAround[i];
  }
}

}  // namespace sinew
