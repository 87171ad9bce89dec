#include "core/solvers/InteriorPoint.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr double kShortest = 1e-10;  // a step that is less is none

}  // namespace

void InteriorPoint::begin(const Eigen::VectorXd& q) {
  m_q = q;
  const double size = std::max(m_q.cwiseAbs().maxCoeff(), 1e-30);
  m_x.setZero(q.size());
  for (int n = 0; n < q.size(); n += 3) m_x[n] = size;
  m_z = m_x;
  m_dx.resize(q.size());
  m_dz.resize(q.size());
  m_scaling.resize(q.size() / 3);
  m_wanted.resize(q.size() / 3);
}

double InteriorPoint::complementarity() const {
  return m_x.dot(m_z) / static_cast<double>(m_scaling.size());
}

// Newton's step to where x∘z, as scaled, has changed by m_wanted.
void InteriorPoint::findStep(ConeMatrix& P) {
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    const ConeScaling& scaling = m_scaling[c];
    m_dz.segment<3>(3 * c) = scaling.applyInverse(cone::quotient(scaling.scaled(), m_wanted[c]));
  }
  m_rhs = m_dz - m_left;
  P.solve(m_rhs, m_dx);
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    m_dz.segment<3>(3 * c) -= m_scaling[c].inverseSquare() * m_dx.segment<3>(3 * c);
  }
}

double InteriorPoint::longestStep() const {
  double longest = 1 / m_pace.share;
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    for (const auto& [from, way] : {std::pair(&m_x, &m_dx), std::pair(&m_z, &m_dz)}) {
      const Vec3 at = from->segment<3>(3 * c), along = way->segment<3>(3 * c);
      longest = std::min(longest, cone::wayToSurface(at, along));
    }
  }
  return longest;
}

bool InteriorPoint::improve(ConeMatrix& P) {
  const double now = complementarity();
  P.multiply(m_x, m_left);
  m_left += m_q - m_z;
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    m_scaling[c] = ConeScaling(m_x.segment<3>(3 * c), m_z.segment<3>(3 * c));
    m_wanted[c] = -cone::product(m_scaling[c].scaled(), m_scaling[c].scaled());
  }
  if (!P.factorise(m_scaling)) return false;
  findStep(P);
  const double remains = std::pow(1 - std::min(1.0, longestStep()), 3);
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    const Vec3 dx = m_scaling[c].applyInverse(m_dx.segment<3>(3 * c));
    const Vec3 dz = m_scaling[c].apply(m_dz.segment<3>(3 * c));
    m_wanted[c] -= cone::product(dx, dz);
    m_wanted[c][0] += std::max(m_pace.centring, remains) * now;
  }
  findStep(P);
  if (!m_dx.allFinite() || !m_dz.allFinite()) return false;
  const double step = m_pace.share * longestStep();
  m_x += step * m_dx;
  m_z += step * m_dz;
  return step > kShortest;
}

}  // namespace sinew
