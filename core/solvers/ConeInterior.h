#pragma once
#include <Eigen/Dense>
#include <span>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// Pressing contacts whose friction acts on a cone with an inclined normal: the convex problem
///   λ ∈ K,  u = W λ + b,  u + s ∈ K*,  λ·(u + s) = 0
/// for given widenings s ≥ 0 along the normals. With s = μ |u_t| it is Coulomb's friction (G. De
/// Saxcé, Z.-Q. Feng, Mathematical and Computer Modelling 28, 1998). By a primal-dual interior
/// point method with Nesterov and Todd's scaling: it needs no guess and comes to an end whatever
/// the masses, but not to the last digit.
class ConeInterior {
 public:
  static constexpr double kLeastFriction = 1e-3;  ///< less makes cones too narrow, and counts as it

  /// Impulses [N s]; `widened` [m/s] is s of each contact.
  void solve(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, std::span<const double> friction,
             std::span<const double> widened, Eigen::VectorXd& impulses);

 private:
  /// Nesterov and Todd's of one cone: S z = S⁻¹ x.
  struct Scaling {
    double size = 1;             // β
    Vec3 point = Vec3::Zero();   // w̄
    Vec3 scaled = Vec3::Zero();  // S z
    Vec3 apply(const Vec3& v) const;
    Vec3 applyInverse(const Vec3& v) const;
    Mat3 inverseSquare() const;
  };

  void prepare(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, std::span<const double> friction,
               std::span<const double> widened);
  void scale();
  bool improve(double complementarity);
  void findStep();
  double longestStep() const;

  Eigen::MatrixXd m_P, m_system;
  Eigen::LLT<Eigen::MatrixXd> m_factor;
  Eigen::VectorXd m_q, m_x, m_z, m_dx, m_dz, m_units, m_left;
  std::vector<Scaling> m_scaling;
  std::vector<Vec3> m_wanted;
};

}  // namespace sinew
