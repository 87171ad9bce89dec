#include "core/parts/rope/LaneBand.h"

#include <algorithm>
#include <utility>

namespace sinew {

// Row i then holds 1/D and, behind it, L(i, i−1) to L(i, i−3).
void LaneBand::factorise() {
  for (int i = 0; i < m_bandEnd; ++i) {
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
  factoriseRim();
}

// Row i of the rim holds L D while it is made, then L, and 1/D on the diagonal.
void LaneBand::factoriseRim() {
  for (int i = m_bandEnd; i < m_size; ++i) {
    for (int j = 0; j < i; ++j) {
      for (int k = firstOf(j); k < j; ++k) {
        rim(i, j) -= rim(i, k) * std::as_const(*this).at(j, k);
      }
    }
    Lanes pivot = rim(i, i);
    for (int j = 0; j < i; ++j) {
      const Lanes scaled = rim(i, j);
      rim(i, j) = scaled * std::as_const(*this).at(j, j);
      pivot -= scaled * rim(i, j);
    }
    rim(i, i) = 1.0 / pivot;
  }
}

void LaneBand::solve(Lanes* x) const {
  for (int i = 0; i < m_bandEnd; ++i) {
    for (int back = 1; back <= std::min(i, kReach); ++back) x[i] -= m_rows[i][back] * x[i - back];
  }
  for (int i = m_bandEnd; i < m_size; ++i) {
    for (int j = 0; j < i; ++j) x[i] -= rim(i, j) * x[j];
  }
  for (int i = 0; i < m_size; ++i) x[i] *= at(i, i);
  for (int i = m_size - 1; i >= m_bandEnd; --i) {
    for (int j = 0; j < i; ++j) x[j] -= rim(i, j) * x[i];
  }
  for (int i = m_bandEnd - 1; i >= 0; --i) {
    for (int ahead = 1; ahead <= kReach && i + ahead < m_bandEnd; ++ahead) {
      x[i] -= m_rows[i + ahead][ahead] * x[i + ahead];
    }
  }
}

void LaneBand::multiply(const Lanes* x, Lanes* out) const {
  for (int i = 0; i < m_size; ++i) out[i] = at(i, i) * x[i];
  for (int i = 0; i < m_size; ++i) {
    for (int j = firstOf(i); j < i; ++j) {
      out[i] += at(i, j) * x[j];
      out[j] += at(i, j) * x[i];
    }
  }
}

}  // namespace sinew
