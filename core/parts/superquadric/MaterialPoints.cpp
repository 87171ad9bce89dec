#include "core/parts/superquadric/MaterialPoints.h"

namespace sinew {

int MaterialPoints::addRow(std::span<const ShapePoint> points) {
  const ShapePoint& first = points.front();
  const int used = static_cast<int>(points.size());
  Row row{first.zeta, first.logCosU, first.logSinU, slots(), 0};
  row.slots = (used + kLane - 1) / kLane * kLane;
  for (int i = 0; i < row.slots; ++i) {
    const ShapePoint& p = points[static_cast<std::size_t>(std::min(i, used - 1))];
    m_f.push_back(p.f);
    m_g.push_back(p.g);
    m_logCosV.push_back(p.logCosV);
    m_logSinV.push_back(p.logSinV);
    m_pointAt.push_back(i < used ? count() : -1);
    if (i < used) m_slotOf.push_back(row.first + i);
  }
  m_rows.push_back(row);
  return static_cast<int>(m_rows.size()) - 1;
}

ShapePoint MaterialPoints::atSlot(const Row& row, int slot) const {
  const auto i = static_cast<std::size_t>(slot);
  return {m_f[i], m_g[i], row.zeta, row.logCosU, row.logSinU, m_logCosV[i], m_logSinV[i]};
}

}  // namespace sinew
