#pragma once
#include <Eigen/Dense>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// Few contacts with exact Coulomb friction, all at once: for u = W λ + b, three rows for each,
///   0 ≤ λ_n ⟂ u_n ≥ 0,   |λ_t| ≤ μ λ_n,   u_t against λ_t where the limit is reached.
/// Newton's method on the projections (P. Alart, A. Curnier, Computer Methods in Applied Mechanics
/// and Engineering 92, 1991): what pushes, sticks or slides is guessed from λ, and the linear
/// system of that solved. Weights may be as uneven as they like, on which sweeps take forever. It
/// need not converge; the best that was met is kept. How many rounds all solves of a block may take
/// is counted: one that has no solution must not stop time.
class ConeNewton {
 public:
  /// W, b and μ of `contacts`; to be filled in.
  void begin(int contacts);
  Eigen::MatrixXd& responses() { return m_W; }   ///< [1/kg]
  Eigen::VectorXd& velocities() { return m_b; }  ///< [m/s] without impulses
  const Eigen::VectorXd& velocities() const { return m_b; }
  std::vector<double>& friction() { return m_friction; }
  /// Improves the impulses [N s]; returns by how much [m/s] the best of them miss.
  double solve(Eigen::VectorXd& impulses, double enough);

 private:
  enum class Does : char { Nothing, Sticks, Slides };
  double go(Eigen::VectorXd& impulses, double enough);
  double lookAt(const Eigen::VectorXd& impulses);
  void improve(Eigen::VectorXd& impulses);

  Eigen::MatrixXd m_W, m_reduced;
  Eigen::VectorXd m_b, m_u, m_rhs, m_best, m_met;
  std::vector<double> m_friction;
  double m_rubs = 1;  // share of it
  int m_roundsLeft = 0;
  std::vector<Does> m_does;
  std::vector<Eigen::Vector2d> m_along;  // of what slides, against its slip
  std::vector<double> m_share;           // likewise: the limit, of what would hold it
  std::vector<int> m_first;              // unknown of each contact that pushes
};

}  // namespace sinew
