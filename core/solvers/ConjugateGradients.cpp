#include "core/solvers/ConjugateGradients.h"

#include <algorithm>
#include <iterator>

namespace sinew {
namespace {

/// Of the square of what was to be solved for: so much is left when half the rounds are over, or
/// the others will not do.
constexpr double kHalfway = 1e-8;

using Edges = std::vector<std::pair<std::int32_t, std::int32_t>>;

double innerProduct(const Reals& a, const Reals& b) {
  Eigen::Map<const Eigen::VectorXd> left(a.data(), static_cast<Eigen::Index>(a.size()));
  Eigen::Map<const Eigen::VectorXd> right(b.data(), static_cast<Eigen::Index>(b.size()));
  return left.dot(right);
}

void addTimes(Reals& out, double factor, const Reals& x) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += factor * x[i];
}

}  // namespace

void ConjugateGradients::compile(const std::vector<std::int32_t>& sizes, const Edges& edges,
                                 const std::vector<std::int32_t>& groups) {
  Edges within;
  std::copy_if(edges.begin(), edges.end(), std::back_inserter(within),
               [&](const auto& edge) { return groups[edge.first] == groups[edge.second]; });
  m_loose = makeBlockPattern(sizes, within);
  m_pattern = unfilledPattern(m_loose, edges);
  m_factor.setPattern(&m_loose);
  m_values.assign(m_pattern.storage + 1, 0);  // one more for multiplySymmetric()
  m_copies.clear();
  for (int k = 0; k < m_loose.blocks; ++k) {
    const std::int32_t size = m_loose.size[k];
    m_copies.push_back({m_pattern.diagonal[k], m_loose.diagonal[k], size * size});
    for (int e = m_loose.columnStart[k]; e < m_loose.columnStart[k + 1]; ++e) {
      const auto [row, to] = m_loose.entries[e];
      bool transposed = false;
      const std::int32_t from = m_pattern.find(m_loose.order[row], m_loose.order[k], transposed);
      if (from >= 0) m_copies.push_back({from, to, size * m_loose.size[row]});
    }
  }
  for (Reals* x : {&m_solution, &m_residual, &m_direction, &m_product, &m_preconditioned}) {
    x->assign(m_pattern.rows, 0);
  }
}

// Measured: factors take rows³, rounds what N has numbers, which in nets is rows^1.5 and more.
int ConjugateGradients::mostRounds() const {
  constexpr double kRowsSquared = 3000;
  return static_cast<int>(static_cast<double>(m_pattern.rows) * m_pattern.rows / kRowsSquared);
}

bool ConjugateGradients::factorise() {
  m_rounds = 0;
  m_factor.clear();
  for (const Copy& copy : m_copies) {
    std::copy_n(m_values.data() + copy.from, copy.size, m_factor.values() + copy.to);
  }
  return m_factor.factorise();
}

bool ConjugateGradients::solve(double* x) {
  std::fill(m_solution.begin(), m_solution.end(), 0.0);
  std::copy_n(x, m_pattern.rows, m_residual.begin());
  m_direction = m_residual;
  m_factor.solve(m_direction.data());
  double remaining = innerProduct(m_residual, m_direction);
  // Squares of what is left, when done and when half the rounds are.
  const double enough = kTolerance * kTolerance * remaining, halfway = kHalfway * remaining;
  const int most = mostRounds() - m_rounds;
  for (int round = 0; remaining > enough; ++round, ++m_rounds) {
    if (round >= most || (2 * round >= most && remaining > halfway)) return false;
    multiplySymmetric(m_pattern, m_values.data(), m_direction.data(), m_product.data());
    const double along = remaining / innerProduct(m_direction, m_product);
    addTimes(m_solution, along, m_direction);
    addTimes(m_residual, -along, m_product);
    m_preconditioned = m_residual;
    m_factor.solve(m_preconditioned.data());
    const double before = remaining;
    remaining = innerProduct(m_residual, m_preconditioned);
    const double turn = remaining / before;
    for (std::size_t i = 0; i < m_direction.size(); ++i) {
      m_direction[i] = m_preconditioned[i] + turn * m_direction[i];
    }
  }
  if (!(remaining >= 0)) return false;  // not a number, or not definite
  std::copy(m_solution.begin(), m_solution.end(), x);
  return true;
}

}  // namespace sinew
