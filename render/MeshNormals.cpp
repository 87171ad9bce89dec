#include "render/MeshNormals.h"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

#include "render/VertexAt.h"

namespace sinew {
namespace {

using Vec3f = Eigen::Vector3f;

}  // namespace

MeshNormals::MeshNormals(std::vector<std::array<std::uint32_t, 3>> triangles,
                         std::size_t vertexCount)
    : m_triangles(std::move(triangles)),
      m_firstCorner(vertexCount + 1, 0),
      m_corners(3 * m_triangles.size()),
      m_facets(m_triangles.size()),
      m_angles(3 * m_triangles.size()) {
  for (const auto& triangle : m_triangles) {
    for (const std::uint32_t vertex : triangle) ++m_firstCorner[vertex + 1];
  }
  for (std::size_t i = 0; i < vertexCount; ++i) m_firstCorner[i + 1] += m_firstCorner[i];
  std::vector<std::uint32_t> next(m_firstCorner.begin(), m_firstCorner.end() - 1);
  std::uint32_t corner = 0;
  for (const auto& triangle : m_triangles) {
    for (const std::uint32_t vertex : triangle) m_corners[next[vertex]++] = corner++;
  }
}

void MeshNormals::computeFacets(std::span<const float> positions) {
  for (std::size_t i = 0; i < m_triangles.size(); ++i) {
    const Vec3f a = vertexAt(positions, m_triangles[i][0]);
    const Vec3f ab = vertexAt(positions, m_triangles[i][1]) - a;
    const Vec3f ac = vertexAt(positions, m_triangles[i][2]) - a;
    const Vec3f bc = ac - ab;
    const Vec3f cross = ab.cross(ac);
    const float area = cross.norm();
    const Vec3f unit = area > 0 ? Vec3f(cross / area) : Vec3f::Zero();
    m_facets[i] = {unit.x(), unit.y(), unit.z()};
    m_angles[3 * i] = std::atan2(area, ab.dot(ac));
    m_angles[3 * i + 1] = std::atan2(area, -ab.dot(bc));
    m_angles[3 * i + 2] = std::atan2(area, ac.dot(bc));
  }
}

void MeshNormals::compute(std::span<const float> positions, std::span<float> normals) {
  computeFacets(positions);
  for (std::size_t vertex = 0; vertex + 1 < m_firstCorner.size(); ++vertex) {
    Vec3f sum = Vec3f::Zero();
    for (std::uint32_t i = m_firstCorner[vertex]; i < m_firstCorner[vertex + 1]; ++i) {
      const std::uint32_t corner = m_corners[i];
      sum += m_angles[corner] * Eigen::Map<const Vec3f>(m_facets[corner / 3].data());
    }
    const float length = sum.norm();
    Eigen::Map<Vec3f>(normals.data() + 3 * vertex) =
        length > 0 ? Vec3f(sum / length) : Vec3f(Vec3f::UnitY());
  }
}

}  // namespace sinew
