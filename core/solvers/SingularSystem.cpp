// The rare path of ConstraintSystem: N has a null space because constraints repeat each other.
#include <algorithm>
#include <cmath>
#include <span>

#include "core/solvers/ConstraintSystem.h"

namespace sinew {
namespace {

constexpr int kPasses = 3;
constexpr double kUnmet = 1e-5;   // part of the right-hand side that counts as a conflict; rounding
                                  // grown by 1/ε reaches 2e-6 where lengths and angles mix
constexpr double kShares = 1e-3;  // part of a null vector that makes a constraint a member

double norm(const Reals& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return std::sqrt(sum);
}

}  // namespace

void ConstraintSystem::multiply(const double* x, double* out) {
  multiplySymmetric(m_pattern, m_matrix.data(), x, out);
  if (!m_woven.empty()) multiplyWoven(x, out);
}

// What comes out for the unknowns of woven chains is of no use here.
void ConstraintSystem::solveFactor(double* x) const {
  m_factor.solve(x);
  if (m_woven.empty()) return;
  for (int k = 0; k < m_pattern.blocks; ++k) {
    if (isUnknown(k)) std::fill_n(x + m_pattern.firstRow[k], m_pattern.size[k], 0.0);
  }
}

// The diagonal D that the factor was shifted by: of each block the largest entry, or 1 for none.
void ConstraintSystem::scaleByDiagonal(double* x, bool divide) const {
  const BlockPattern& p = m_pattern;
  for (int k = 0; k < p.blocks; ++k) {
    double d = 0;
    for (int i = 0; i < p.size[k]; ++i) d = std::max(d, m_factor.diagonal(p.firstRow[k] + i));
    if (!(d > 0)) d = 1;
    for (int i = 0; i < p.size[k]; ++i) {
      double& value = x[p.firstRow[k] + i];
      value = divide ? value / d : value * d;
    }
  }
}

// x loses its part along the null space of N, orthogonally in the metric of D. Applying
// (N + εD)⁻¹N takes the null space out to rounding, but also the share ε/μ of what belongs to an
// eigenvalue μ; what it took is passed through again, so that only (ε/μ)³ is lost.
void ConstraintSystem::projectOntoRange(double* x) {
  const int rows = m_pattern.rows;
  std::copy(x, x + rows, m_left.begin());
  std::fill(x, x + rows, 0.0);
  for (int pass = 0; pass < kPasses; ++pass) {
    multiply(m_left.data(), m_step.data());
    solveFactor(m_step.data());
    for (int r = 0; r < rows; ++r) {
      x[r] += m_step[r];
      m_left[r] -= m_step[r];
    }
  }
}

// λ of N λ = rhs by passes of (N + εD) Δ = rhs − N λ, left in m_ordered. With p = ε/(μ + ε), what
// belongs to an eigenvalue μ comes out as (1 − p³)/μ of its right-hand side. The number of passes
// is fixed, so that this has no jumps; the right-hand side goes into the first one untouched,
// because rounding of it would grow to 1/ε along the null space.
void ConstraintSystem::refine() {
  const int rows = m_pattern.rows;
  std::fill(m_ordered.begin(), m_ordered.end(), 0.0);
  m_residual = m_rhs;
  for (int pass = 0; pass < kPasses; ++pass) {
    m_step = m_residual;
    solveFactor(m_step.data());
    for (int r = 0; r < rows; ++r) m_ordered[r] += m_step[r];
    if (pass == kPasses - 1) return;
    multiply(m_ordered.data(), m_residual.data());
    for (int r = 0; r < rows; ++r) m_residual[r] = m_rhs[r] - m_residual[r];
  }
}

// Of what the passes give, the part along the null space says how much of the right-hand side no
// multiplier can meet: it is that, kPasses/ε times. It is taken off, for it would drown the rest in
// rounding, and λ made the smallest that does it: copies share alike.
void ConstraintSystem::solveSingular() {
  const double scale = norm(m_ordered);
  const int rows = m_pattern.rows;
  m_rhs = m_ordered;
  refine();
  m_unmet = m_ordered;
  projectOntoRange(m_ordered.data());
  projectOntoRange(m_ordered.data());
  for (int r = 0; r < rows; ++r) m_unmet[r] = kShift / kPasses * (m_unmet[r] - m_ordered[r]);
  scaleByDiagonal(m_unmet.data(), false);
  for (int r = 0; r < rows; ++r) {
    // Between things that cannot move nothing can be met; there is no D to be shifted by.
    if (m_factor.diagonal(r) == 0) m_unmet[r] = m_rhs[r];
    m_rhs[r] -= m_unmet[r];
  }
  refine();
  projectOntoRange(m_ordered.data());
  projectOntoRange(m_ordered.data());
  markConflicting(scale);
}

void ConstraintSystem::markConflicting(double scale) {
  const BlockPattern& p = m_pattern;
  std::fill(m_conflicting.begin(), m_conflicting.end(), 0);
  for (int k = 0; k < p.blocks; ++k) {
    if (isUnknown(k)) continue;
    double unmet = 0;
    for (int i = 0; i < p.size[k]; ++i) {
      unmet = std::max(unmet, std::abs(m_unmet[p.firstRow[k] + i]));
    }
    if (unmet > kUnmet * scale) m_conflicting[p.order[k]] = 1;
  }
}

// Which constraints hold one another's duty is worked out anew only when other pivots vanish.
void ConstraintSystem::refreshRedundant(bool always) {
  if (always) leaveNet();  // conjugate gradients do not see what is held twice
  if (!m_singular) m_weakBlocks.clear();
  if (!always && m_weakBlocks == m_markedFor) return;
  m_markedFor = m_weakBlocks;
  std::fill(m_redundant.begin(), m_redundant.end(), 0);
  std::fill(m_group.begin(), m_group.end(), 0);
  // Pieces of the scene know nothing of one another: one vanished pivot of each at a time.
  const std::vector<int> piece = pieces();
  std::vector<std::size_t> done(m_pattern.blocks, 0);  // of each piece's vanished pivots
  std::vector<std::vector<int>> rounds;                // blocks
  for (const int weak : m_weakBlocks) {
    const int block = m_pattern.position[weak];
    const std::size_t round = done[piece[block]]++;
    if (round == rounds.size()) rounds.emplace_back();
    rounds[round].push_back(block);
  }
  std::vector<int> weakOf(m_pattern.blocks);  // of each piece; -1 for none
  for (const std::vector<int>& round : rounds) {
    std::fill(weakOf.begin(), weakOf.end(), -1);
    for (const int block : round) weakOf[piece[block]] = block;
    for (int i = 0; keepNullPart(round, i); ++i) joinSharers(piece, weakOf, i);
  }
}

// By elimination position: the last block of the connected piece that a block belongs to.
std::vector<int> ConstraintSystem::pieces() const {
  const BlockPattern& p = m_pattern;
  std::vector<int> piece(p.blocks);
  for (int k = p.blocks - 1; k >= 0; --k) {
    const bool last = p.columnStart[k] == p.columnStart[k + 1];
    piece[k] = last ? k : piece[p.entries[p.columnStart[k]].row];
  }
  return piece;
}

// The part of the unit vectors of these blocks' i-th rows that lies in the null space of N, left in
// m_residual; false when no block has such a row.
bool ConstraintSystem::keepNullPart(const std::vector<int>& blocks, int i) {
  const BlockPattern& p = m_pattern;
  std::fill(m_residual.begin(), m_residual.end(), 0.0);
  bool any = false;
  for (const int block : blocks) {
    if (i >= p.size[block]) continue;
    m_residual[p.firstRow[block] + i] = 1;
    any = true;
  }
  if (!any) return false;
  projectOntoRange(m_residual.data());
  for (double& x : m_residual) x = -x;
  for (const int block : blocks) {
    if (i < p.size[block]) m_residual[p.firstRow[block] + i] += 1;
  }
  return true;
}

// The constraints that a null vector touches hold one another's duty.
void ConstraintSystem::joinSharers(const std::vector<int>& piece, const std::vector<int>& weakOf,
                                   int i) {
  const BlockPattern& p = m_pattern;
  const auto rowsOf = [&](int b) { return std::span(&m_residual[p.firstRow[b]], p.size[b]); };
  Reals length(p.blocks, 0.0);  // of each piece's vector, squared
  for (int b = 0; b < p.blocks; ++b) {
    for (const double x : rowsOf(b)) length[piece[b]] += x * x;
  }
  for (int b = 0; b < p.blocks; ++b) {
    const int weak = weakOf[piece[b]];
    const double whole = std::sqrt(length[piece[b]]);
    if (weak < 0 || i >= p.size[weak] || whole < kShares) continue;
    const auto rows = rowsOf(b);
    if (std::any_of(rows.begin(), rows.end(),
                    [&](double x) { return std::abs(x) > kShares * whole; }))
      joinGroup(p.order[b], p.order[weak] + 1);
  }
}

void ConstraintSystem::joinGroup(int constraint, int group) {
  const int other = m_group[constraint];
  m_redundant[constraint] = 1;
  m_group[constraint] = group;
  if (other == 0 || other == group) return;
  std::replace(m_group.begin(), m_group.end(), other, group);
}

}  // namespace sinew
