#include "core/parts/superquadric/NodeFactor.h"

namespace sinew {

void NodeFactor::analyse(const SurfaceNodes& nodes) {
  std::vector<Eigen::Triplet<double>> pattern;
  nodes.membrane().eachEntry([&](int rowSlot, int columnSlot, double) {
    pattern.emplace_back(nodes.points().pointAtSlot(rowSlot),
                         nodes.points().pointAtSlot(columnSlot), 1);
  });
  m_matrix.resize(nodes.count(), nodes.count());
  m_matrix.setFromTriplets(pattern.begin(), pattern.end());
  m_cholesky.analyzePattern(m_matrix);
}

void NodeFactor::factorise(const SurfaceNodes& nodes, double inertia, double stiffness) {
  if (inertia == m_inertia && stiffness == m_stiffness) return;
  if (m_matrix.size() == 0) analyse(nodes);
  m_inertia = inertia;
  m_stiffness = stiffness;
  nodes.membrane().eachEntry([&](int rowSlot, int columnSlot, double value) {
    const int row = nodes.points().pointAtSlot(rowSlot),
              column = nodes.points().pointAtSlot(columnSlot);
    const double mass = row == column ? inertia * nodes.mass(row) : 0;
    m_matrix.coeffRef(row, column) = mass + stiffness * value;
  });
  m_cholesky.factorize(m_matrix);
  keepFactor();
}

void NodeFactor::keepFactor() {
  const auto& L = m_cholesky.matrixL().nestedExpression();
  const auto& order = m_cholesky.permutationP().indices();
  m_order.assign(order.data(), order.data() + order.size());
  m_start.clear();
  m_row.clear();
  m_value.clear();
  m_inverse.clear();
  for (Eigen::Index j = 0; j < L.outerSize(); ++j) {
    m_start.push_back(static_cast<int>(m_row.size()));
    for (Matrix::InnerIterator at(L, j); at; ++at) {
      if (at.row() == j) {
        m_inverse.push_back(1 / at.value());
        continue;
      }
      m_row.push_back(static_cast<int>(at.row()));
      m_value.push_back(at.value());
    }
  }
  m_start.push_back(static_cast<int>(m_row.size()));
}

// OPTIMIZATION: most solves are of one; it stays in registers for as long as it is worked on. Where
// nothing has come to yet, as above the few rows that most of them load, there is nothing to do.
void NodeFactor::solveOne(Lanes* x) const {
  const int n = size();
  for (int j = 0; j < n; ++j) {
    if (x[j][0] == 0 && x[j][1] == 0 && x[j][2] == 0) continue;
    const Lanes from = m_inverse[j] * x[j];
    x[j] = from;
    for (int k = m_start[j]; k < m_start[j + 1]; ++k) x[m_row[k]] -= m_value[k] * from;
  }
  for (int j = n - 1; j >= 0; --j) {
    Lanes even = x[j], odd{};
    int k = m_start[j];
    for (; k + 1 < m_start[j + 1]; k += 2) {
      even -= m_value[k] * x[m_row[k]];
      odd -= m_value[k + 1] * x[m_row[k + 1]];
    }
    if (k < m_start[j + 1]) even -= m_value[k] * x[m_row[k]];
    x[j] = m_inverse[j] * (even + odd);
  }
}

void NodeFactor::solve(Lanes* x, int lanes) const {
  if (lanes == 1) return solveOne(x);
  const int n = size();
  for (int j = 0; j < n; ++j) {
    Lanes* from = x + static_cast<std::ptrdiff_t>(j) * lanes;
    for (int l = 0; l < lanes; ++l) from[l] *= m_inverse[j];
    for (int k = m_start[j]; k < m_start[j + 1]; ++k) {
      Lanes* to = x + static_cast<std::ptrdiff_t>(m_row[k]) * lanes;
      for (int l = 0; l < lanes; ++l) to[l] -= m_value[k] * from[l];
    }
  }
  for (int j = n - 1; j >= 0; --j) {
    Lanes* to = x + static_cast<std::ptrdiff_t>(j) * lanes;
    for (int k = m_start[j]; k < m_start[j + 1]; ++k) {
      const Lanes* from = x + static_cast<std::ptrdiff_t>(m_row[k]) * lanes;
      for (int l = 0; l < lanes; ++l) to[l] -= m_value[k] * from[l];
    }
    for (int l = 0; l < lanes; ++l) to[l] *= m_inverse[j];
  }
}

}  // namespace sinew
