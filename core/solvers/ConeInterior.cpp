#include "core/solvers/ConeInterior.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr int kIterations = 40;
constexpr double kEnough = 1e-11;  // of the complementarity that it begins with

}  // namespace

void ConeInterior::multiply(const Eigen::VectorXd& x, Eigen::VectorXd& out) {
  out.noalias() = m_P * x;
}

bool ConeInterior::factorise(std::span<const ConeScaling> scaling) {
  m_system = m_P;
  for (std::size_t c = 0; c < scaling.size(); ++c) {
    m_system.block<3, 3>(3 * c, 3 * c) += scaling[c].inverseSquare();
  }
  m_factor.compute(m_system);
  return m_factor.info() == Eigen::Success;
}

void ConeInterior::solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) {
  x = m_factor.solve(b);
}

// In units in which every cone is a right circular one, and every contact answers alike.
void ConeInterior::solve(const Eigen::MatrixXd& W, const Eigen::VectorXd& b,
                         std::span<const double> friction, std::span<const double> widened,
                         Eigen::VectorXd& impulses) {
  const int count = static_cast<int>(friction.size());
  m_units.resize(3 * count);
  m_q = b;
  for (int c = 0; c < count; ++c) {
    const double own = W(3 * c, 3 * c), unit = own > 0 ? 1 / std::sqrt(own) : 1;
    m_units[3 * c] = unit / std::max(friction[c], kLeastFriction);
    m_units.segment<2>(3 * c + 1).setConstant(unit);
    m_q[3 * c] += widened[c];
  }
  m_P = m_units.asDiagonal() * W * m_units.asDiagonal();
  m_q = m_q.cwiseProduct(m_units);
  m_method.begin(m_q);
  const double atFirst = m_method.complementarity();
  for (int i = 0; i < kIterations; ++i) {
    if (m_method.complementarity() <= kEnough * atFirst || !m_method.improve(*this)) break;
  }
  impulses = m_method.x().cwiseProduct(m_units);
}

}  // namespace sinew
