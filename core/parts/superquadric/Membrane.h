#pragma once
#include "core/parts/superquadric/SurfaceGrid.h"

namespace sinew {

/// Which length and area the membrane energy measures.
enum class MembraneMeasure {
  Surface,     ///< those of the rest surface: w₁ [N/m], w₀ [N/m³]
  Parametric,  ///< those of the (u, v) rectangle, as the paper writes it: w₁, w₀ [N/m]
};

struct MembraneSpec {
  double w0 = 0;  ///< resists displacement
  double w1 = 0;  ///< resists its gradient
  MembraneMeasure measure = MembraneMeasure::Surface;
};

/// Elastic energy of the local displacements d = S q_d (Metaxas93 eqs. 7–8, 12):
///
///   E = ½ ∫ w₁ |∇d|² + w₀ |d|²  =  ½ Σ q_dᵀ K q_d  per component
///
/// over C⁰ bilinear quadrilaterals, closed by linear triangles at the poles (2 × 2 Gauss points,
/// geometry interpolated like d, so infinite tangents of small exponents do no harm). One scalar
/// matrix serves all three components; rows and columns are slots of the grid's MaterialPoints.
class Membrane {
 public:
  Membrane(const SuperquadricShape& shape, const SurfaceGrid& grid, const MembraneSpec& spec);

  /// out = K d.
  void apply(const Field& d, Field& out) const;
  /// visit(row slot, column slot, value) for every entry of K, row by row.
  template <class Visit>
  void eachEntry(Visit visit) const {
    for (std::size_t r = 0; r < m_rowSlot.size(); ++r) {
      for (int k = m_rowStart[r]; k < m_rowStart[r + 1]; ++k) {
        visit(m_rowSlot[r], m_column[static_cast<std::size_t>(k)],
              m_value[static_cast<std::size_t>(k)]);
      }
    }
  }
  /// Rest area [m²] that belongs to each node, ∫ Sᵢ dA.
  const std::vector<double>& areas() const { return m_areas; }

 private:
  std::vector<int> m_rowSlot, m_rowStart, m_column;
  Reals m_value;
  std::vector<double> m_areas;
};

}  // namespace sinew
