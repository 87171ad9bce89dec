#include "core/parts/rope/BlockBand.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

using Block = BlockBand::Block;

/// a x.
Lanes times(const Block& a, Lanes x) {
  return a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3];
}

/// aᵀ x.
Lanes transposedTimes(const Block& a, Lanes x) {
  const Lanes p0 = a[0] * x, p1 = a[1] * x, p2 = a[2] * x, p3 = a[3] * x;
  const Lanes s01 =
      __builtin_shufflevector(p0, p1, 0, 4, 2, 6) + __builtin_shufflevector(p0, p1, 1, 5, 3, 7);
  const Lanes s23 =
      __builtin_shufflevector(p2, p3, 0, 4, 2, 6) + __builtin_shufflevector(p2, p3, 1, 5, 3, 7);
  return __builtin_shufflevector(s01, s23, 0, 1, 4, 5) +
         __builtin_shufflevector(s01, s23, 2, 3, 6, 7);
}

/// target −= a bᵀ.
void subtractProduct(const Block& a, const Block& b, Block& target) {
  for (int j = 0; j < 4; ++j) {
    target[j] -= a[0] * b[0][j] + a[1] * b[1][j] + a[2] * b[2][j] + a[3] * b[3][j];
  }
}

/// a ← (Cholesky factor of a)⁻¹, lower triangle. False if a pivot is not positive.
/// OPTIMIZATION: pivots wait for each other; by L D Lᵀ without roots, which all come at the end.
bool invertCholesky(Block& a) {
  const double d0 = a[0][0], i0 = 1 / d0;
  const double l10 = a[0][1] * i0, l20 = a[0][2] * i0, l30 = a[0][3] * i0;
  const double d1 = a[1][1] - l10 * a[0][1], i1 = 1 / d1;
  const double b21 = a[1][2] - l20 * a[0][1], b31 = a[1][3] - l30 * a[0][1];
  const double l21 = b21 * i1, l31 = b31 * i1;
  const double d2 = a[2][2] - l20 * a[0][2] - l21 * b21, i2 = 1 / d2;
  const double b32 = a[2][3] - l30 * a[0][2] - l31 * b21, l32 = b32 * i2;
  const double d3 = a[3][3] - l30 * a[0][3] - l31 * b31 - l32 * b32;
  if (!(d0 > 0 && d1 > 0 && d2 > 0 && d3 > 0)) return false;
  const Lanes scale = {1 / std::sqrt(d0), 1 / std::sqrt(d1), 1 / std::sqrt(d2), 1 / std::sqrt(d3)};
  const double u20 = l21 * l10 - l20, u31 = l32 * l21 - l31;
  a[0] = scale * Lanes{1, -l10, u20, -l30 + l31 * l10 - l32 * u20};
  a[1] = scale * Lanes{0, 1, -l21, u31};
  a[2] = scale * Lanes{0, 0, 1, -l32};
  a[3] = scale * Lanes{0, 0, 0, 1};
  return true;
}

/// b ← b aᵀ for the inverse of a Cholesky factor a.
void divide(Block& b, const Block& a) {
  Block out;
  for (int j = 0; j < 4; ++j) {
    out[j] = b[0] * a[0][j];
    for (int k = 1; k <= j; ++k) out[j] += b[k] * a[k][j];
  }
  b = out;
}

}  // namespace

void BlockBand::clear() {
  std::fill(m_rows.begin(), m_rows.end(), std::array<Block, kReach + 1>{});
  std::fill(m_rim.begin(), m_rim.end(), Block{});
}

// Row i then holds, first, the inverse of its diagonal block of L, then L(i, i−1) to L(i, i−3).
bool BlockBand::factorise(const BlockBand& matrix) {
  m_rim = matrix.m_rim;
  for (int i = 0; i < m_bandEnd; ++i) {
    auto& row = m_rows[i];
    row = matrix.m_rows[i];
    for (int back = std::min(i, kReach); back >= 1; --back) {
      const int j = i - back;
      for (int k = std::max({0, i - kReach, j - kReach}); k < j; ++k) {
        subtractProduct(row[i - k], m_rows[j][j - k], row[back]);
      }
      divide(row[back], m_rows[j][0]);
      subtractProduct(row[back], row[back], row[0]);
    }
    if (!invertCholesky(row[0])) return false;
  }
  return factoriseRim();
}

bool BlockBand::factoriseRim() {
  for (int i = m_bandEnd; i < m_size; ++i) {
    for (int j = 0; j < i; ++j) {
      for (int k = j < m_bandEnd ? std::max(0, j - kReach) : 0; k < j; ++k) {
        subtractProduct(rim(i, k), at(j, k), rim(i, j));
      }
      divide(rim(i, j), at(j, j));
      subtractProduct(rim(i, j), rim(i, j), rim(i, i));
    }
    if (!invertCholesky(rim(i, i))) return false;
  }
  return true;
}

template <int Count>
void BlockBand::forward(Lanes* x, int from) const {
  for (int i = from; i < m_bandEnd; ++i) {
    Lanes* xi = x + i * Count;
    for (int back = std::min(i - from, kReach); back >= 1; --back) {  // known last comes last
      const Block& a = m_rows[i][back];
      for (int k = 0; k < Count; ++k) xi[k] -= times(a, xi[k - back * Count]);
    }
    for (int k = 0; k < Count; ++k) xi[k] = times(m_rows[i][0], xi[k]);
  }
  for (int i = std::max(from, m_bandEnd); i < m_size; ++i) {
    Lanes* xi = x + i * Count;
    for (int j = from; j < i; ++j) {
      for (int k = 0; k < Count; ++k) xi[k] -= times(rim(i, j), x[j * Count + k]);
    }
    for (int k = 0; k < Count; ++k) xi[k] = times(rim(i, i), xi[k]);
  }
}

void BlockBand::solveHalf(Lanes* x, int from) const {
  forward<kTogether>(x, from);
}

template <int Count>
void BlockBand::solveTogether(Lanes* x, int from) const {
  forward<Count>(x, from);
  for (int i = m_size - 1; i >= m_bandEnd; --i) {
    Lanes* xi = x + i * Count;
    for (int k = 0; k < Count; ++k) xi[k] = transposedTimes(rim(i, i), xi[k]);
    for (int j = 0; j < i; ++j) {
      for (int k = 0; k < Count; ++k) x[j * Count + k] -= transposedTimes(rim(i, j), xi[k]);
    }
  }
  for (int i = m_bandEnd - 1; i >= 0; --i) {
    Lanes* xi = x + i * Count;
    for (int k = 0; k < Count; ++k) xi[k] = transposedTimes(m_rows[i][0], xi[k]);
    for (int back = 1; back <= std::min(i, kReach); ++back) {
      const Block& a = m_rows[i][back];
      for (int k = 0; k < Count; ++k) xi[k - back * Count] -= transposedTimes(a, xi[k]);
    }
  }
}

template void BlockBand::solveTogether<1>(Lanes* x, int from) const;
template void BlockBand::solveTogether<BlockBand::kTogether>(Lanes* x, int from) const;

}  // namespace sinew
