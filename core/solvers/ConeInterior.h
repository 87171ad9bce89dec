#pragma once
#include <Eigen/Dense>
#include <span>

#include "core/solvers/InteriorPoint.h"

namespace sinew {

/// Pressing contacts whose friction acts on a cone with an inclined normal: the convex problem
///   λ ∈ K,  u = W λ + b,  u + s ∈ K*,  λ·(u + s) = 0
/// for given widenings s ≥ 0 along the normals. With s = μ |u_t| it is Coulomb's friction (G. De
/// Saxcé, Z.-Q. Feng, Mathematical and Computer Modelling 28, 1998). By an InteriorPoint.
class ConeInterior : private ConeMatrix {
 public:
  static constexpr double kLeastFriction = 1e-3;  ///< less makes cones too narrow, and counts as it

  /// Impulses [N s]; `widened` [m/s] is s of each contact.
  void solve(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, std::span<const double> friction,
             std::span<const double> widened, Eigen::VectorXd& impulses);

 private:
  void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& out) override;
  bool factorise(std::span<const ConeScaling> scaling) override;
  void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) override;

  InteriorPoint m_method{{}};
  Eigen::MatrixXd m_P, m_system;
  Eigen::LLT<Eigen::MatrixXd> m_factor;
  Eigen::VectorXd m_q, m_units;
};

}  // namespace sinew
