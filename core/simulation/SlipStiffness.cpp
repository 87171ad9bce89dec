#include "core/simulation/SlipStiffness.h"

namespace sinew {

void SlipStiffness::clear() {
  m_rows.clear();
  m_entries.clear();
}

void SlipStiffness::add(double stiffness, double keyed) {
  const int at = static_cast<int>(m_entries.size());
  m_rows.push_back({stiffness, keyed, at, at});
}

void SlipStiffness::addRate(const PointKinematics& kinematics, int firstVelocity,
                            const Vec3& along) {
  int column = 0;
  for (int b = 0; b < kinematics.blockCount; ++b) {
    const PointKinematics::Block& block = kinematics.blocks[b];
    for (int i = 0; i < block.columns; ++i, ++column) {
      m_entries.push_back(
          {firstVelocity + block.first + i, along.dot(kinematics.jacobian().col(column))});
    }
  }
  m_rows.back().end = static_cast<int>(m_entries.size());
}

double SlipStiffness::rate(int row, const double* nu) const {
  double sum = 0;
  for (int k = m_rows[row].first; k < m_rows[row].end; ++k) {
    sum += m_entries[k].factor * nu[m_entries[k].velocity];
  }
  return sum;
}

void SlipStiffness::push(int row, double impulse, double* Q) const {
  for (int k = m_rows[row].first; k < m_rows[row].end; ++k) {
    Q[m_entries[k].velocity] += m_entries[k].factor * impulse;
  }
}

}  // namespace sinew
