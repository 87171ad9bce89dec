#include "core/solvers/BlockLdlt.h"

#include <algorithm>
#include <cmath>

#include "core/solvers/Columns3.h"

namespace sinew {
namespace {

/// Pivots above this part of their diagonal may be inverted by cofactors without losing digits.
constexpr double kWellConditioned = 1e-4;

}  // namespace

void BlockLdlt::setPattern(const BlockPattern* pattern) {
  m_pattern = pattern;
  m_values.assign(pattern->storage, 0);
  m_diagonal.assign(static_cast<std::size_t>(pattern->rows), 0);
  m_weak.reserve(static_cast<std::size_t>(pattern->blocks));
  if (pattern->inPanels) return m_panels.setPattern(pattern);
  std::size_t longest = 0;
  for (int k = 0; k < pattern->blocks; ++k) {
    longest = std::max<std::size_t>(longest, pattern->columnStart[k + 1] - pattern->columnStart[k]);
  }
  m_column.assign(longest, {});
  m_quotient.assign(longest, {});
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
  if (p.inPanels) {
    m_panels.factorise(m_values.data(), shift, kSingular, m_diagonal.data(), m_weak);
  } else {
    factoriseJoints(shift);
  }
  return m_weak.empty();
}

void BlockLdlt::solve(double* x) const {
  if (m_pattern->inPanels) return m_panels.solve(x);
  solveJoints(x);
}

// Right-looking: eliminating column k updates every pair of rows below it.
// OPTIMIZATION: what is stored here is read again at once, each pivot waiting for the one before.
// Processors hand a store on to a load only if it holds all of it, so both have the same width.
void BlockLdlt::factoriseJoints(double shift) {
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
      m_column[e] = loadColumns3(entry);
      m_quotient[e] = product3(m_column[e], d);
      store3(entry, m_quotient[e]);
    }
    int u = p.updateStart[k];
    for (int j = 0; j < count; ++j) {
      for (int i = j; i < count; ++i, ++u) {
        subtractTransposed3(m_quotient[i], m_column[j], values + p.updates[u].target);
      }
    }
  }
}

void BlockLdlt::solveJoints(double* x) const {
  using Block = Eigen::Map<const Mat3>;
  using Rows = Eigen::Map<Vec3>;
  const BlockPattern& p = *m_pattern;
  for (int k = 0; k < p.blocks; ++k) {
    const Vec3 xk = Rows(x + p.firstRow[k]);
    for (int e = p.columnStart[k]; e < p.columnStart[k + 1]; ++e) {
      const Block entry(m_values.data() + p.entries[e].offset);
      Rows(x + p.firstRow[p.entries[e].row]) -= entry.lazyProduct(xk);
    }
  }
  for (int k = p.blocks - 1; k >= 0; --k) {
    Rows xk(x + p.firstRow[k]);
    Vec3 sum = Block(m_values.data() + p.diagonal[k]).lazyProduct(xk);
    for (int e = p.columnStart[k]; e < p.columnStart[k + 1]; ++e) {
      const Block entry(m_values.data() + p.entries[e].offset);
      sum -= entry.transpose().lazyProduct(Rows(x + p.firstRow[p.entries[e].row]));
    }
    xk = sum;
  }
}

}  // namespace sinew
