#pragma once
#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/solvers/SecondOrderCone.h"

namespace sinew {

/// P of an InteriorPoint: symmetric and positive semi-definite, three rows for each cone.
class ConeMatrix {
 public:
  ConeMatrix() = default;
  ConeMatrix(const ConeMatrix&) = delete;
  ConeMatrix& operator=(const ConeMatrix&) = delete;
  virtual ~ConeMatrix() = default;
  virtual void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& out) = 0;
  /// Of P + S⁻², with the scaling of each cone; false if it has no factor.
  virtual bool factorise(std::span<const ConeScaling> scaling) = 0;
  virtual void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) = 0;
};

/// Primal-dual interior point method with the scaling of Y. Nesterov and M. Todd (SIAM Journal on
/// Optimization 8, 1998) and the predictor and corrector of S. Mehrotra (SIAM Journal on
/// Optimization 2, 1992), for x, z in circular cones with
///   z = P x + q,   x·z = 0.
/// It needs no guess, and comes to an end whatever the weights, but not to the last digit.
class InteriorPoint {
 public:
  struct Pace {
    double share = 0.99;  ///< of the way to the nearest surface that a step goes
    double centring = 0;  ///< least share of the complementarity that a step leaves
  };
  explicit InteriorPoint(const Pace& pace) : m_pace(pace) {}

  void begin(const Eigen::VectorXd& q);
  /// q may change a little from step to step.
  Eigen::VectorXd& q() { return m_q; }
  const Eigen::VectorXd& x() const { return m_x; }
  /// x·z of a cone on average.
  double complementarity() const;
  /// Makes a step; returns whether that was one.
  bool improve(ConeMatrix& P);

 private:
  void findStep(ConeMatrix& P);
  double longestStep() const;

  Pace m_pace;
  Eigen::VectorXd m_q, m_x, m_z, m_dx, m_dz, m_left, m_rhs;
  std::vector<ConeScaling> m_scaling;
  std::vector<Vec3> m_wanted;
};

}  // namespace sinew
