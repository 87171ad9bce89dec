#include "core/parts/rope/LaneBand.h"

#include <algorithm>

namespace sinew {

// Row i then holds 1/D and, behind it, L(i, i−1) to L(i, i−3).
void LaneBand::factorise() {
  for (int i = 0; i < size(); ++i) {
    const int reach = std::min(i, kReach);
    auto& row = m_rows[i];
    std::array<Lanes, kReach + 1> scaled{};  // L D
    for (int back = reach; back >= 1; --back) {
      const int j = i - back;
      Lanes sum = row[back];
      for (int k = std::max({0, i - kReach, j - kReach}); k < j; ++k) {
        sum -= scaled[i - k] * m_rows[j][j - k];
      }
      scaled[back] = sum;
      row[back] = sum * m_rows[j][0];
    }
    Lanes pivot = row[0];
    for (int back = 1; back <= reach; ++back) pivot -= scaled[back] * row[back];
    row[0] = 1.0 / pivot;
  }
}

void LaneBand::solve(Lanes* x) const {
  const int n = size();
  for (int i = 0; i < n; ++i) {
    for (int back = 1; back <= std::min(i, kReach); ++back) x[i] -= m_rows[i][back] * x[i - back];
  }
  for (int i = n - 1; i >= 0; --i) {
    x[i] *= m_rows[i][0];
    for (int ahead = 1; ahead <= kReach && i + ahead < n; ++ahead) {
      x[i] -= m_rows[i + ahead][ahead] * x[i + ahead];
    }
  }
}

void LaneBand::multiply(const Lanes* x, Lanes* out) const {
  const int n = size();
  for (int i = 0; i < n; ++i) out[i] = m_rows[i][0] * x[i];
  for (int i = 0; i < n; ++i) {
    for (int back = 1; back <= std::min(i, kReach); ++back) {
      out[i] += m_rows[i][back] * x[i - back];
      out[i - back] += m_rows[i][back] * x[i];
    }
  }
}

}  // namespace sinew
