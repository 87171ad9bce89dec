#include "core/solvers/ConeInterior.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr int kIterations = 40;
constexpr double kEnough = 1e-11;  // of the complementarity that it begins with
constexpr double kShort = 0.99;    // of the way to the cone's surface
constexpr double kTiny = 1e-10;    // step that is none

double determinant(const Vec3& v) {
  return v[0] * v[0] - v[1] * v[1] - v[2] * v[2];
}
Vec3 mirrored(const Vec3& v) {
  return {v[0], -v[1], -v[2]};
}
// Products and quotients of the cone's Jordan algebra.
Vec3 product(const Vec3& a, const Vec3& b) {
  Vec3 out;
  out[0] = a.dot(b);
  out.tail<2>() = a[0] * b.tail<2>() + b[0] * a.tail<2>();
  return out;
}
Vec3 quotient(const Vec3& by, const Vec3& v) {
  Vec3 out;
  out[0] = (by[0] * v[0] - by.tail<2>().dot(v.tail<2>())) / determinant(by);
  out.tail<2>() = (v.tail<2>() - out[0] * by.tail<2>()) / by[0];
  return out;
}

// How far one may go from within the cone along a way before one leaves it.
double wayToSurface(const Vec3& from, const Vec3& way) {
  const double a = determinant(way), b = mirrored(from).dot(way), c = determinant(from);
  double longest = way[0] < 0 ? -from[0] / way[0] : 1e300;
  const double under = b * b - a * c;
  if (under < 0) return longest;
  const double root = std::sqrt(under);
  const double sum = b > 0 ? -b - root : -b + root;
  for (const double t : {c / sum, sum / a}) {
    if (std::isfinite(t) && t > 0) longest = std::min(longest, t);
  }
  return longest;
}

}  // namespace

Vec3 ConeInterior::Scaling::apply(const Vec3& v) const {
  const double side = point.tail<2>().dot(v.tail<2>());
  Vec3 out;
  out[0] = point[0] * v[0] + side;
  out.tail<2>() = v.tail<2>() + (v[0] + side / (1 + point[0])) * point.tail<2>();
  return size * out;
}

Vec3 ConeInterior::Scaling::applyInverse(const Vec3& v) const {
  const double side = point.tail<2>().dot(v.tail<2>());
  Vec3 out;
  out[0] = point[0] * v[0] - side;
  out.tail<2>() = v.tail<2>() + (side / (1 + point[0]) - v[0]) * point.tail<2>();
  return out / size;
}

Mat3 ConeInterior::Scaling::inverseSquare() const {
  const Vec3 other = mirrored(point);
  Mat3 out = 2 * other * other.transpose();
  out.diagonal() -= Vec3(1, -1, -1);
  return out / (size * size);
}

// In units in which every cone is a right circular one, and every contact answers alike.
void ConeInterior::prepare(const Eigen::MatrixXd& W, const Eigen::VectorXd& b,
                           std::span<const double> friction, std::span<const double> widened) {
  const int count = static_cast<int>(friction.size());
  m_units.resize(3 * count);
  m_q = b;
  for (int c = 0; c < count; ++c) {
    const double own = W(3 * c, 3 * c), unit = own > 0 ? 1 / std::sqrt(own) : 1;
    m_units[3 * c] = unit / std::max(friction[c], kLeastFriction);
    m_units.segment<2>(3 * c + 1).setConstant(unit);
    m_q[3 * c] += widened[c];
  }
  m_q = m_q.cwiseProduct(m_units);
  m_P = m_units.asDiagonal() * W * m_units.asDiagonal();
  const double size = std::max(m_q.cwiseAbs().maxCoeff(), 1e-30);
  m_x.setZero(3 * count);
  for (int c = 0; c < count; ++c) m_x[3 * c] = size;
  m_z = m_x;
  m_dx.resize(3 * count);
  m_dz.resize(3 * count);
  m_scaling.resize(count);
  m_wanted.resize(count);
}

void ConeInterior::scale() {
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    const Vec3 x = m_x.segment<3>(3 * c), z = m_z.segment<3>(3 * c);
    const double ofX = std::sqrt(determinant(x)), ofZ = std::sqrt(determinant(z));
    const Vec3 unitX = x / ofX, unitZ = z / ofZ;
    const double twice = 2 * std::sqrt(0.5 * (1 + unitX.dot(unitZ)));
    m_scaling[c].size = std::sqrt(ofX / ofZ);
    m_scaling[c].point = (unitX + mirrored(unitZ)) / twice;
    m_scaling[c].scaled = m_scaling[c].apply(z);
  }
}

// Newton's step to where x∘z, as scaled, has changed by m_wanted.
void ConeInterior::findStep() {
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    const Scaling& scaling = m_scaling[c];
    m_dz.segment<3>(3 * c) = scaling.applyInverse(quotient(scaling.scaled, m_wanted[c]));
  }
  m_dx = m_factor.solve(m_dz - m_left);
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    m_dz.segment<3>(3 * c) -= m_scaling[c].inverseSquare() * m_dx.segment<3>(3 * c);
  }
}

double ConeInterior::longestStep() const {
  double longest = 1 / kShort;
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    longest = std::min(longest, wayToSurface(m_x.segment<3>(3 * c), m_dx.segment<3>(3 * c)));
    longest = std::min(longest, wayToSurface(m_z.segment<3>(3 * c), m_dz.segment<3>(3 * c)));
  }
  return longest;
}

// Mehrotra's predictor and corrector. Returns whether it has made a step.
bool ConeInterior::improve(double complementarity) {
  scale();
  m_left = m_P * m_x + m_q - m_z;
  m_system = m_P;
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    m_system.block<3, 3>(3 * c, 3 * c) += m_scaling[c].inverseSquare();
    m_wanted[c] = -product(m_scaling[c].scaled, m_scaling[c].scaled);
  }
  m_factor.compute(m_system);
  if (m_factor.info() != Eigen::Success) return false;
  findStep();
  const double centred = std::pow(1 - std::min(1.0, longestStep()), 3) * complementarity;
  for (std::size_t c = 0; c < m_scaling.size(); ++c) {
    const Scaling& scaling = m_scaling[c];
    m_wanted[c] -= product(scaling.applyInverse(m_dx.segment<3>(3 * c)),
                           scaling.apply(m_dz.segment<3>(3 * c)));
    m_wanted[c][0] += centred;
  }
  findStep();
  const double step = kShort * longestStep();
  if (!m_dx.allFinite() || !m_dz.allFinite()) return false;
  m_x += step * m_dx;
  m_z += step * m_dz;
  return step > kTiny;
}

void ConeInterior::solve(const Eigen::MatrixXd& W, const Eigen::VectorXd& b,
                         std::span<const double> friction, std::span<const double> widened,
                         Eigen::VectorXd& impulses) {
  prepare(W, b, friction, widened);
  const double count = static_cast<double>(friction.size());
  const double atFirst = m_x.dot(m_z) / count;
  for (int i = 0; i < kIterations; ++i) {
    const double complementarity = m_x.dot(m_z) / count;
    if (complementarity <= kEnough * atFirst || !improve(complementarity)) break;
  }
  impulses = m_x.cwiseProduct(m_units);
}

}  // namespace sinew
