#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// Smooth vertex normals of a moving mesh. What depends on the triangles alone is worked out once.
class MeshNormals {
 public:
  MeshNormals() = default;
  MeshNormals(std::vector<std::array<std::uint32_t, 3>> triangles, std::size_t vertexCount);

  /// Unit normals, xyz per vertex: facet normals weighted with the facet's angle at the vertex
  /// (Thürmer & Wüthrich 1998), so that the tessellation does not show. +Y where undefined.
  void compute(std::span<const float> positions, std::span<float> normals);

  const std::vector<std::array<std::uint32_t, 3>>& triangles() const { return m_triangles; }

 private:
  void computeFacets(std::span<const float> positions);

  std::vector<std::array<std::uint32_t, 3>> m_triangles;
  std::vector<std::uint32_t> m_firstCorner;    ///< per vertex, into m_corners; one more at the end
  std::vector<std::uint32_t> m_corners;        ///< 3 · triangle + corner, grouped by vertex
  std::vector<std::array<float, 3>> m_facets;  ///< unit normal per triangle
  std::vector<float> m_angles;                 ///< [rad] per corner
};

}  // namespace sinew
