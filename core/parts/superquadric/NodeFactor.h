#pragma once
#include <Eigen/SparseCholesky>

#include "core/math/Lanes.h"
#include "core/parts/superquadric/SurfaceNodes.h"

namespace sinew {

/// Inertia and membrane of a part's nodes together, D = a M_n + b K [kg], one sparse matrix for all
/// three components, and its Cholesky factor L Lᵀ in an order of little fill. D stays as it is from
/// step to step, and so does the factor.
class NodeFactor {
 public:
  /// Nothing is done when it is factored for these already.
  void factorise(const SurfaceNodes& nodes, double inertia, double stiffness);

  int size() const { return static_cast<int>(m_inverse.size()); }
  /// The row of a node in what solve() takes.
  int row(int node) const { return m_order[static_cast<std::size_t>(node)]; }
  /// x ← D⁻¹ x for 4 × lanes columns; those of row i begin at x[i · lanes].
  void solve(Lanes* x, int lanes) const;
  /// Numbers below the diagonal of L, for tests of how cost grows.
  std::size_t fill() const { return m_value.size(); }

 private:
  using Matrix = Eigen::SparseMatrix<double>;
  void analyse(const SurfaceNodes& nodes);
  void keepFactor();
  void solveOne(Lanes* x) const;

  double m_inertia = 0, m_stiffness = 0;
  Matrix m_matrix;
  Eigen::SimplicialLLT<Matrix, Eigen::Lower> m_cholesky;
  std::vector<int> m_order;
  // L by columns, its diagonal apart and inverted.
  std::vector<int> m_start, m_row;
  std::vector<double> m_value, m_inverse;
};

}  // namespace sinew
