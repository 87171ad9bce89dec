// The rare path of ConstraintSystem: N has a null space because constraints repeat each other.
#include <algorithm>
#include <cmath>

#include "core/solvers/ConstraintSystem.h"

namespace sinew {
namespace {

constexpr int kMostIterations = 8;
constexpr double kConverged = 1e-13;  // of the right-hand side
constexpr double kUnmet = 1e-6;       // part of the right-hand side that counts as a conflict
constexpr double kShares = 1e-3;      // part of a null vector that makes a constraint a member

double norm(const Reals& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return std::sqrt(sum);
}

}  // namespace

void ConstraintSystem::multiply(const double* x, double* out) const {
  const BlockPattern& p = m_pattern;
  std::fill(out, out + m_rows, 0.0);
  const auto add = [&](const double* block, int row, int column) {
    for (int c = 0; c < p.size[column]; ++c) {
      for (int r = 0; r < p.size[row]; ++r) {
        const double value = block[c * p.size[row] + r];
        out[p.firstRow[row] + r] += value * x[p.firstRow[column] + c];
        if (row != column) out[p.firstRow[column] + c] += value * x[p.firstRow[row] + r];
      }
    }
  };
  for (int k = 0; k < p.blocks; ++k) {
    add(m_matrix.data() + p.diagonal[k], k, k);
    for (int e = p.columnStart[k]; e < p.columnStart[k + 1]; ++e) {
      add(m_matrix.data() + p.entries[e].offset, p.entries[e].row, k);
    }
  }
}

// Proximal iteration: (N + εD) Δ = rhs − N λ. Along the null space of N the part of rhs that no
// multiplier can meet adds up to steps/ε; it moves nothing and is taken off at the end.
void ConstraintSystem::solveSingular() {
  m_rhs = m_ordered;
  std::fill(m_ordered.begin(), m_ordered.end(), 0.0);
  m_residual = m_rhs;
  const double scale = norm(m_rhs);
  double last = scale;
  for (int i = 0; i < kMostIterations && scale > 0; ++i) {
    m_step = m_residual;
    m_factor.solve(m_step.data());
    // What is left in the null space stays as it is; stop when only that remains.
    for (int r = 0; r < m_rows; ++r) m_ordered[r] += m_step[r];
    multiply(m_ordered.data(), m_residual.data());
    for (int r = 0; r < m_rows; ++r) m_residual[r] = m_rhs[r] - m_residual[r];
    const double now = norm(m_residual);
    if (now <= kConverged * scale || now > 0.5 * last) break;
    last = now;
  }
  removeUnreachable(scale);
  classify(scale);
}

void ConstraintSystem::removeUnreachable(double scale) {
  if (norm(m_residual) <= kUnmet * scale) return;
  // The residual is orthogonal to the range of N. Projected out of rhs, the system is consistent:
  // solve once more from the start with what can be met.
  const Reals unmet = m_residual;
  for (int r = 0; r < m_rows; ++r) m_step[r] = m_rhs[r] - unmet[r];
  m_ordered = m_step;
  m_factor.solve(m_ordered.data());
  Reals correction(m_rows);
  multiply(m_ordered.data(), correction.data());
  for (int r = 0; r < m_rows; ++r) correction[r] = m_step[r] - correction[r];
  m_factor.solve(correction.data());
  for (int r = 0; r < m_rows; ++r) m_ordered[r] += correction[r];
  m_residual = unmet;
}

void ConstraintSystem::classify(double scale) {
  const BlockPattern& p = m_pattern;
  std::fill(m_redundant.begin(), m_redundant.end(), 0);
  std::fill(m_conflicting.begin(), m_conflicting.end(), 0);
  const bool conflict = norm(m_residual) > kUnmet * scale;
  for (int k = 0; k < p.blocks; ++k) {
    double unmet = 0;
    for (int i = 0; i < p.size[k]; ++i) {
      unmet = std::max(unmet, std::abs(m_residual[p.firstRow[k] + i]));
    }
    if (conflict && unmet > kUnmet * scale) m_conflicting[p.order[k]] = 1;
  }
  markRedundant();
}

// A null vector of N for each vanished pivot, by inverse iteration: the constraints it touches
// hold one another's duty.
void ConstraintSystem::markRedundant() {
  const BlockPattern& p = m_pattern;
  Reals null(m_rows);
  for (const int weak : m_weakBlocks) {
    const int k = p.position[weak];
    for (int i = 0; i < p.size[k]; ++i) {
      std::fill(null.begin(), null.end(), 0.0);
      null[p.firstRow[k] + i] = 1;
      for (int pass = 0; pass < 2; ++pass) {
        m_factor.solve(null.data());
        const double length = norm(null);
        for (double& x : null) x /= length;
      }
      multiply(null.data(), m_step.data());
      if (norm(m_step) > std::sqrt(kShift) * largestDiagonal()) continue;
      for (int b = 0; b < p.blocks; ++b) {
        for (int j = 0; j < p.size[b]; ++j) {
          if (std::abs(null[p.firstRow[b] + j]) > kShares) m_redundant[p.order[b]] = 1;
        }
      }
    }
  }
}

double ConstraintSystem::largestDiagonal() const {
  double largest = 0;
  for (int k = 0; k < m_pattern.blocks; ++k) {
    for (int i = 0; i < m_pattern.size[k]; ++i) {
      largest = std::max(largest, m_matrix[m_pattern.diagonal[k] + i * (m_pattern.size[k] + 1)]);
    }
  }
  return largest;
}

}  // namespace sinew
