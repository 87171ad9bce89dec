#pragma once
#include <span>
#include <vector>

#include "core/parts/superquadric/GlobalParams.h"

namespace sinew {

/// x, y, z columns over the slots of a MaterialPoints, in the part's own axes.
using Field = Eigen::Matrix<double, Eigen::Dynamic, 3>;

/// Material points kept section by section, so that what depends on the height ζ alone is
/// computed once per section. Each section starts on a register boundary and is filled up to a
/// multiple of four slots; the fillers repeat its last point and carry no mass.
class MaterialPoints {
 public:
  static constexpr int kLane = 4;
  struct Row {
    double zeta, logCosU, logSinU;
    int first, slots;
  };

  /// Adds a section; all its points share ζ and the logarithms of u. Returns its row number.
  int addRow(std::span<const ShapePoint> points);

  const std::vector<Row>& rows() const { return m_rows; }
  int count() const { return static_cast<int>(m_slotOf.size()); }
  int slots() const { return static_cast<int>(m_f.size()); }
  int slot(int point) const { return m_slotOf[static_cast<std::size_t>(point)]; }
  /// −1 for fillers.
  int pointAtSlot(int slot) const { return m_pointAt[static_cast<std::size_t>(slot)]; }
  const double* f() const { return m_f.data(); }
  const double* g() const { return m_g.data(); }
  ShapePoint atSlot(const Row& row, int slot) const;

 private:
  std::vector<Row> m_rows;
  std::vector<int> m_slotOf, m_pointAt;
  Reals m_f, m_g, m_logCosV, m_logSinV;
};

}  // namespace sinew
