#pragma once
#include "core/model/Tessellation.h"
#include "core/parts/superquadric/SuperquadricShape.h"

namespace sinew {

/// Where a surface point lies in a grid: four corners (lower left, lower right, upper right,
/// upper left) and their bilinear weights. Next to a pole two corners are the one pole node, which
/// makes the cell the linear triangle.
struct GridPlace {
  int cell = 0;
  std::array<double, 4> weight{};
};

/// A closed grid over the surface: two poles and `rings` rings of `around` points. Point 0 is the
/// lower pole (u = −π/2); rings follow upwards, each from v = −π on; the last is the upper pole.
///
/// Rings and columns are even in the polar angles ũ = atan2(S_u^ε₁, C_u^ε₁) and
/// ṽ = atan2(S_v^ε₂, C_v^ε₂), which are u and v themselves for ε = 1. Even steps of u would crowd
/// all points of a boxy shape (small ε) at its edges. Displacements are bilinear in (ũ, ṽ).
class SurfaceGrid {
 public:
  SurfaceGrid(const SuperquadricShape& shape, int rings, int around);

  int rings() const { return m_rings; }
  int around() const { return m_around; }
  int count() const { return m_points.count(); }
  int cells() const { return (m_rings + 1) * m_around; }
  const MaterialPoints& points() const { return m_points; }
  const std::vector<std::array<double, 2>>& material() const { return m_material; }  ///< u, v
  std::array<int, 4> corners(int cell) const;
  GridPlace locate(const ShapePoint& surfacePoint) const;

 private:
  int m_rings, m_around;
  MaterialPoints m_points;
  std::vector<std::array<double, 2>> m_material;
  double m_exponent1, m_exponent2;
};

/// The grid that is drawn: closer set where the surface turns, so that small exponents keep their
/// edges. `material` holds the vertices' u and v, and the points are exactly those.
struct RenderGrid {
  MaterialPoints points;
  MeshTopology mesh;
  std::vector<ShapePoint> vertices;
};
RenderGrid renderGrid(const SuperquadricShape& shape, int segmentsU, int segmentsV);

/// Triangles of a closed grid in SurfaceGrid's order, counter-clockwise seen from outside.
std::vector<std::array<std::uint32_t, 3>> gridTriangles(int rings, int around);

}  // namespace sinew
