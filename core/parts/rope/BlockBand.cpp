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

Block transposed(const Block& a) {
  const Lanes low01 = __builtin_shufflevector(a[0], a[1], 0, 4, 2, 6),
              high01 = __builtin_shufflevector(a[0], a[1], 1, 5, 3, 7),
              low23 = __builtin_shufflevector(a[2], a[3], 0, 4, 2, 6),
              high23 = __builtin_shufflevector(a[2], a[3], 1, 5, 3, 7);
  return {__builtin_shufflevector(low01, low23, 0, 1, 4, 5),
          __builtin_shufflevector(high01, high23, 0, 1, 4, 5),
          __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
          __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
}

bool isZero(Lanes x) {
  return x[0] == 0 && x[1] == 0 && x[2] == 0 && x[3] == 0;
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

// Row i then holds, first, the inverse of its diagonal block of L, then L(i, i−1) to L(i, i−3); or
// L(i, i+1) to L(i, i+3) beyond the middle, where what comes behind is eliminated before.
bool BlockBand::factorise(const BlockBand& matrix) {
  m_rim = matrix.m_rim;
  const int up = m_middle, down = m_bandEnd - m_beyond;
  for (int k = 0; k < std::max(up, down); ++k) {
    if (k < up) {
      m_rows[k] = matrix.m_rows[k];
      eliminateUp(k);
      if (!invertCholesky(m_rows[k][0])) return false;
    }
    if (k < down && !factoriseDown(matrix, m_bandEnd - 1 - k)) return false;
  }
  return factoriseMiddle(matrix) && factoriseRim();
}

// Takes from row i what those before it leave there.
void BlockBand::eliminateUp(int i) {
  auto& row = m_rows[i];
  for (int back = std::min(i, kReach); back >= 1; --back) {
    const int j = i - back;
    for (int k = std::max({0, i - kReach, j - kReach}); k < j; ++k) {
      subtractProduct(row[i - k], m_rows[j][j - k], row[back]);
    }
    if (i >= m_middle && i < m_beyond && j >= m_middle) {
      for (int k = m_beyond; k <= j + kReach; ++k) {
        subtractProduct(ahead(i, k - i), ahead(j, k - j), row[back]);
      }
    }
    divide(row[back], m_rows[j][0]);
    subtractProduct(row[back], row[back], row[0]);
  }
}

bool BlockBand::factoriseDown(const BlockBand& matrix, int i) {
  auto& row = m_rows[i];
  row[0] = matrix.m_rows[i][0];
  for (int by = std::min(m_bandEnd - 1 - i, kReach); by >= 1; --by) {
    const int j = i + by;
    row[by] = transposed(matrix.m_rows[j][by]);
    for (int k = j + 1; k <= std::min(m_bandEnd - 1, i + kReach); ++k) {
      subtractProduct(row[k - i], m_rows[j][k - j], row[by]);
    }
    divide(row[by], m_rows[j][0]);
    subtractProduct(row[by], row[by], row[0]);
  }
  return invertCholesky(row[0]);
}

bool BlockBand::factoriseMiddle(const BlockBand& matrix) {
  for (int i = m_middle; i < m_beyond; ++i) {
    m_rows[i] = matrix.m_rows[i];
    for (int by = kReach; i + by >= m_beyond; --by) {
      const int j = i + by;
      Block& block = ahead(i, by);
      block = transposed(matrix.m_rows[j][by]);
      for (int k = j + 1; k <= i + kReach; ++k) {
        subtractProduct(ahead(i, k - i), m_rows[j][k - j], block);
      }
      divide(block, m_rows[j][0]);
      subtractProduct(block, block, m_rows[i][0]);
    }
    eliminateUp(i);
    if (!invertCholesky(m_rows[i][0])) return false;
  }
  return true;
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

// x_i ← what row i of L makes of it, where x is 0 before block `from`.
template <int Count>
void BlockBand::forwardUp(Lanes* x, int i, int from) const {
  Lanes* xi = x + i * Count;
  for (int back = std::min(i - from, kReach); back >= 1; --back) {  // known last comes last
    const Block& a = m_rows[i][back];
    for (int k = 0; k < Count; ++k) xi[k] -= times(a, xi[k - back * Count]);
  }
  for (int k = 0; k < Count; ++k) xi[k] = times(m_rows[i][0], xi[k]);
}

// The same beyond the middle, where x is 0 behind block `to`.
template <int Count>
void BlockBand::forwardDown(Lanes* x, int i, int to) const {
  Lanes* xi = x + i * Count;
  for (int by = std::min(to - i, kReach); by >= 1; --by) {
    const Block& a = m_rows[i][by];
    for (int k = 0; k < Count; ++k) xi[k] -= times(a, xi[k + by * Count]);
  }
  for (int k = 0; k < Count; ++k) xi[k] = times(m_rows[i][0], xi[k]);
}

template <int Count>
void BlockBand::forwardMiddle(Lanes* x, int from, int to) const {
  for (int i = m_middle; i < m_beyond; ++i) {
    Lanes* xi = x + i * Count;
    for (int by = m_beyond - i; by <= std::min(to - i, kReach); ++by) {
      for (int k = 0; k < Count; ++k) xi[k] -= times(ahead(i, by), xi[k + by * Count]);
    }
    forwardUp<Count>(x, i, std::min(from, m_middle));
  }
}

template <int Count>
void BlockBand::forwardRim(Lanes* x, int from) const {
  for (int i = std::max(from, m_bandEnd); i < m_size; ++i) {
    Lanes* xi = x + i * Count;
    for (int j = from; j < i; ++j) {
      for (int k = 0; k < Count; ++k) xi[k] -= times(rim(i, j), x[j * Count + k]);
    }
    for (int k = 0; k < Count; ++k) xi[k] = times(rim(i, i), xi[k]);
  }
}

template <int Count>
void BlockBand::forward(Lanes* x, int from) const {
  int to = m_bandEnd - 1;
  while (to >= m_beyond && std::all_of(x + to * Count, x + (to + 1) * Count, isZero)) --to;
  const int up = m_middle - from, down = to + 1 - m_beyond;
  for (int k = 0; k < std::max(up, down); ++k) {
    if (k < up) forwardUp<Count>(x, from + k, from);
    if (k < down) forwardDown<Count>(x, to - k, to);
  }
  forwardMiddle<Count>(x, from, to);
  forwardRim<Count>(x, from);
}

void BlockBand::solveHalf(Lanes* x, int from) const {
  forward<kTogether>(x, from);
}

template <int Count>
void BlockBand::backUp(Lanes* x, int i) const {
  Lanes* xi = x + i * Count;
  for (int k = 0; k < Count; ++k) xi[k] = transposedTimes(m_rows[i][0], xi[k]);
  for (int back = 1; back <= std::min(i, kReach); ++back) {
    const Block& a = m_rows[i][back];
    for (int k = 0; k < Count; ++k) xi[k - back * Count] -= transposedTimes(a, xi[k]);
  }
}

template <int Count>
void BlockBand::backDown(Lanes* x, int i) const {
  Lanes* xi = x + i * Count;
  for (int k = 0; k < Count; ++k) xi[k] = transposedTimes(m_rows[i][0], xi[k]);
  for (int by = 1; by <= std::min(m_bandEnd - 1 - i, kReach); ++by) {
    const Block& a = m_rows[i][by];
    for (int k = 0; k < Count; ++k) xi[k + by * Count] -= transposedTimes(a, xi[k]);
  }
}

template <int Count>
void BlockBand::backRim(Lanes* x) const {
  for (int i = m_size - 1; i >= m_bandEnd; --i) {
    Lanes* xi = x + i * Count;
    for (int k = 0; k < Count; ++k) xi[k] = transposedTimes(rim(i, i), xi[k]);
    for (int j = 0; j < i; ++j) {
      for (int k = 0; k < Count; ++k) x[j * Count + k] -= transposedTimes(rim(i, j), xi[k]);
    }
  }
}

template <int Count>
void BlockBand::solveTogether(Lanes* x, int from) const {
  forward<Count>(x, from);
  backRim<Count>(x);
  for (int i = m_beyond - 1; i >= m_middle; --i) {
    backUp<Count>(x, i);
    for (int by = m_beyond - i; by <= kReach; ++by) {
      Lanes* xi = x + i * Count;
      for (int k = 0; k < Count; ++k) xi[k + by * Count] -= transposedTimes(ahead(i, by), xi[k]);
    }
  }
  const int up = m_middle, down = m_bandEnd - m_beyond;
  for (int k = 0; k < std::max(up, down); ++k) {
    if (k < up) backUp<Count>(x, m_middle - 1 - k);
    if (k < down) backDown<Count>(x, m_beyond + k);
  }
}

template void BlockBand::solveTogether<1>(Lanes* x, int from) const;
template void BlockBand::solveTogether<BlockBand::kTogether>(Lanes* x, int from) const;

}  // namespace sinew
