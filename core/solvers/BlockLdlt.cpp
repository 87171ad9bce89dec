#include "core/solvers/BlockLdlt.h"

#include <algorithm>
#include <cmath>

#include "core/solvers/Columns3.h"

namespace sinew {
namespace {

constexpr int kDynamic = Eigen::Dynamic;
constexpr int kLargestBlock = 6;
/// Pivots above this part of their diagonal may be inverted by cofactors without losing digits.
constexpr double kWellConditioned = 1e-4;

template <int Size>
using Block = Eigen::Matrix<double, Size, Size, 0, Size == kDynamic ? kLargestBlock : Size,
                            Size == kDynamic ? kLargestBlock : Size>;
template <int Size>
using BlockMap = Eigen::Map<Block<Size>>;
template <int Size>
using ConstBlockMap = Eigen::Map<const Block<Size>>;
template <int Size>
using Column = Eigen::Matrix<double, Size, 1, 0, Size == kDynamic ? kLargestBlock : Size, 1>;

/// Calls f with the size of a block as a compile-time constant where it is common.
template <class F>
void withSize(int size, F&& f) {
  switch (size) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 3:
      return f(std::integral_constant<int, 3>{});
    case 4:
      return f(std::integral_constant<int, 4>{});
    default:
      return f(size);
  }
}

/// target −= a bᵀ for blocks of rows × n and columns × n.
void subtractProduct(const double* a, int rows, const double* b, int columns, int n,
                     double* target) {
  withSize(rows, [&](auto r) {
    withSize(n, [&](auto inner) {
      for (int j = 0; j < columns; ++j) {
        for (int k = 0; k < inner; ++k) {
          const double scale = b[k * columns + j];
          for (int i = 0; i < r; ++i) target[j * r + i] -= a[k * r + i] * scale;
        }
      }
    });
  });
}

/// out = a d for blocks of rows × n and n × n.
void multiplyInto(const double* a, int rows, const double* d, int n, double* out) {
  withSize(rows, [&](auto r) {
    withSize(n, [&](auto inner) {
      for (int j = 0; j < inner; ++j) {
        for (int i = 0; i < r; ++i) out[j * r + i] = 0;
        for (int k = 0; k < inner; ++k) {
          const double scale = d[j * inner + k];
          for (int i = 0; i < r; ++i) out[j * r + i] += a[k * r + i] * scale;
        }
      }
    });
  });
}

/// d ← (d + shift · max original)⁻¹ for symmetric d by LDLᵀ, `original` the diagonal before
/// elimination. False if a pivot came below `least` of it (it is replaced by its original).
template <class Derived>
bool invertPivot(Eigen::MatrixBase<Derived>& d, const double* original, double shift,
                 double least) {
  const int n = static_cast<int>(d.rows());
  Block<Derived::RowsAtCompileTime> lower = d, inverse(n, n);
  bool regular = true;
  const double lift = shift * *std::max_element(original, original + n);
  for (int j = 0; j < n; ++j) {
    double pivot = d(j, j) + lift;
    for (int k = 0; k < j; ++k) pivot -= lower(j, k) * lower(j, k) * lower(k, k);
    if (!(pivot > (lift > 0 ? 0.01 * lift : least * original[j]))) {
      regular = false;
      pivot = original[j] > 0 ? original[j] : 1;
    }
    lower(j, j) = pivot;
    for (int i = j + 1; i < n; ++i) {
      double sum = d(i, j);
      for (int k = 0; k < j; ++k) sum -= lower(i, k) * lower(j, k) * lower(k, k);
      lower(i, j) = sum / pivot;
    }
  }
  inverse.setIdentity();
  for (int c = 0; c < n; ++c) {
    for (int i = c + 1; i < n; ++i) {
      for (int k = c; k < i; ++k) inverse(i, c) -= lower(i, k) * inverse(k, c);
    }
    for (int i = c; i < n; ++i) inverse(i, c) /= lower(i, i);
    for (int i = n - 1; i >= 0; --i) {
      for (int k = i + 1; k < n; ++k) inverse(i, c) -= lower(k, i) * inverse(k, c);
    }
  }
  d = inverse;
  return regular;
}

}  // namespace

void BlockLdlt::setPattern(const BlockPattern* pattern) {
  m_pattern = pattern;
  m_values.assign(pattern->storage, 0);
  std::size_t widest = 0;
  for (int k = 0; k < pattern->blocks; ++k) {
    std::size_t column = 0;
    for (int e = pattern->columnStart[k]; e < pattern->columnStart[k + 1]; ++e) {
      column += static_cast<std::size_t>(pattern->size[pattern->entries[e].row]) * pattern->size[k];
    }
    widest = std::max(widest, column);
  }
  m_scratch.assign(widest, 0);
  if (pattern->uniformSize == 3) {
    m_column3.assign(widest / 9, {});
    m_quotient3.assign(widest / 9, {});
  }
  m_diagonal.assign(static_cast<std::size_t>(pattern->rows), 0);
  m_weak.reserve(static_cast<std::size_t>(pattern->blocks));
}

void BlockLdlt::clear() {
  std::fill(m_values.begin(), m_values.end(), 0.0);
}

bool BlockLdlt::factorise(double shift) {
  m_weak.clear();
  const BlockPattern& p = *m_pattern;
  for (int k = 0; k < p.blocks; ++k) {
    const double* block = m_values.data() + p.diagonal[k];
    for (int i = 0; i < p.size[k]; ++i) {
      m_diagonal[p.firstRow[k] + i] = std::abs(block[i * (p.size[k] + 1)]);
    }
  }
  if (m_pattern->uniformSize == 3) {
    factoriseBlocks3(shift);
  } else {
    factoriseBlocks(shift);
  }
  return m_weak.empty();
}

void BlockLdlt::solve(double* x) const {
  switch (m_pattern->uniformSize) {
    case 1:
      return solveBlocks<1>(x);
    case 2:
      return solveBlocks<2>(x);
    case 3:
      return solveBlocks<3>(x);
    case 6:
      return solveBlocks<6>(x);
    default:
      return solveBlocks<kDynamic>(x);
  }
}

// d ← d⁻¹, the pivot of column k. That of a part's unknowns is −A less what came before: only
// rounding could take its sign.
template <class Pivot>
bool BlockLdlt::invert(int k, Pivot& d, double shift) {
  const double* original = m_diagonal.data() + m_pattern->firstRow[k];
  if (m_pattern->order[k] < m_pattern->firstUnknown) {
    return invertPivot(d, original, shift, kSingular);
  }
  d = -d;
  const bool regular = invertPivot(d, original, 0, 0);
  d = -d;
  return regular;
}

bool BlockLdlt::invertBlock(int k, double shift) {
  double* block = m_values.data() + m_pattern->diagonal[k];
  const int n = m_pattern->size[k];
  if (n == 3 && m_pattern->order[k] < m_pattern->firstUnknown) {
    const double* original = m_diagonal.data() + m_pattern->firstRow[k];
    return (shift == 0 && invertByCofactors3(block, original, kWellConditioned)) ||
           invertPivot3(block, original, shift * *std::max_element(original, original + 3),
                        kSingular);
  }
  if (n == 1) {
    BlockMap<1> d(block);
    return invert(k, d, shift);
  }
  if (n == 4) {
    BlockMap<4> d(block);
    return invert(k, d, shift);
  }
  BlockMap<kDynamic> d(block, n, n);
  return invert(k, d, shift);
}

// Right-looking: eliminating column k updates every pair of rows below it.
void BlockLdlt::factoriseBlocks(double shift) {
  const BlockPattern& p = *m_pattern;
  double* const values = m_values.data();
  for (int k = 0; k < p.blocks; ++k) {
    const int n = p.size[k];
    const bool unknown = p.order[k] >= p.firstUnknown;
    if (!invertBlock(k, shift) && !unknown) m_weak.push_back(p.order[k]);
    const int first = p.columnStart[k], last = p.columnStart[k + 1];
    double* before = m_scratch.data();  // A_ik as it was; the entry itself becomes A_ik D⁻¹
    for (int e = first; e < last; ++e) {
      const int rows = p.size[p.entries[e].row];
      double* entry = values + p.entries[e].offset;
      std::copy_n(entry, rows * n, before);
      multiplyInto(before, rows, values + p.diagonal[k], n, entry);
      before += rows * n;
    }
    int u = p.updateStart[k];
    before = m_scratch.data();
    for (int j = first; j < last; ++j) {
      const int row = p.entries[j].row, columns = p.size[row];
      if (unknown && p.order[row] < p.firstUnknown) {
        noteGain(values + p.entries[j].offset, before, k, row);
      }
      for (int i = j; i < last; ++i, ++u) {
        subtractProduct(values + p.entries[i].offset, p.size[p.entries[i].row], before, columns, n,
                        values + p.updates[u].target);
      }
      before += columns * n;
    }
  }
}

// What eliminating a part's unknowns adds to the diagonal of a block: pivots of that are compared
// with it.
void BlockLdlt::noteGain(const double* entry, const double* before, int k, int row) {
  const int rows = m_pattern->size[row];
  double* diagonal = m_diagonal.data() + m_pattern->firstRow[row];
  for (int c = 0; c < m_pattern->size[k]; ++c) {
    for (int r = 0; r < rows; ++r) diagonal[r] -= entry[c * rows + r] * before[c * rows + r];
  }
}

// The same for blocks of three, a column in a register each.
// OPTIMIZATION: what is stored here is read again at once, each pivot waiting for the one before.
// Processors hand a store on to a load only if it holds all of it, so both have the same width.
void BlockLdlt::factoriseBlocks3(double shift) {
  const BlockPattern& p = *m_pattern;
  double* const values = m_values.data();
  for (int k = 0; k < p.blocks; ++k) {
    double* d = values + p.diagonal[k];
    const double* original = m_diagonal.data() + 3 * static_cast<std::size_t>(k);
    if (!(shift == 0 && invertByCofactors3(d, original, kWellConditioned)) &&
        !invertPivot3(d, original, shift * *std::max_element(original, original + 3), kSingular)) {
      m_weak.push_back(p.order[k]);
    }
    const int first = p.columnStart[k], count = p.columnStart[k + 1] - first;
    for (int e = 0; e < count; ++e) {
      double* entry = values + p.entries[first + e].offset;
      m_column3[e] = loadColumns3(entry);
      m_quotient3[e] = product3(m_column3[e], d);
      store3(entry, m_quotient3[e]);
    }
    int u = p.updateStart[k];
    for (int j = 0; j < count; ++j) {
      for (int i = j; i < count; ++i, ++u) {
        subtractTransposed3(m_quotient3[i], m_column3[j], values + p.updates[u].target);
      }
    }
  }
}

template <int Size>
void BlockLdlt::solveBlocks(double* x) const {
  const BlockPattern& p = *m_pattern;
  using Vector = Eigen::Map<Column<Size>>;
  for (int k = 0; k < p.blocks; ++k) {
    const int n = p.size[k];
    Vector xk(x + p.firstRow[k], n);
    for (int e = p.columnStart[k]; e < p.columnStart[k + 1]; ++e) {
      const int row = p.entries[e].row, rows = p.size[row];
      ConstBlockMap<Size> entry(m_values.data() + p.entries[e].offset, rows, n);
      Vector(x + p.firstRow[row], rows) -= entry.lazyProduct(xk);
    }
  }
  for (int k = p.blocks - 1; k >= 0; --k) {
    const int n = p.size[k];
    Vector xk(x + p.firstRow[k], n);
    ConstBlockMap<Size> inverse(m_values.data() + p.diagonal[k], n, n);
    Column<Size> sum = inverse.lazyProduct(xk);
    for (int e = p.columnStart[k]; e < p.columnStart[k + 1]; ++e) {
      const int row = p.entries[e].row, rows = p.size[row];
      ConstBlockMap<Size> entry(m_values.data() + p.entries[e].offset, rows, n);
      sum -= entry.transpose().lazyProduct(Vector(x + p.firstRow[row], rows));
    }
    xk = sum;
  }
}

}  // namespace sinew
