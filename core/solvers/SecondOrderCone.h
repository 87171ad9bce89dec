#pragma once
#include <algorithm>
#include <cmath>

#include "core/math/Types.h"

namespace sinew {

/// The circular cone { x : x₀ ≥ |(x₁, x₂)| } and its Jordan algebra, as interior point methods use
/// it (F. Alizadeh, D. Goldfarb, Mathematical Programming 95, 2003).
namespace cone {

inline double determinant(const Vec3& v) {
  return v[0] * v[0] - v[1] * v[1] - v[2] * v[2];
}
inline Vec3 mirrored(const Vec3& v) {
  return {v[0], -v[1], -v[2]};
}
inline Vec3 product(const Vec3& a, const Vec3& b) {
  Vec3 out;
  out[0] = a.dot(b);
  out.tail<2>() = a[0] * b.tail<2>() + b[0] * a.tail<2>();
  return out;
}
inline Vec3 quotient(const Vec3& by, const Vec3& v) {
  Vec3 out;
  out[0] = (by[0] * v[0] - by.tail<2>().dot(v.tail<2>())) / determinant(by);
  out.tail<2>() = (v.tail<2>() - out[0] * by.tail<2>()) / by[0];
  return out;
}

/// How far one may go from within the cone along a way before one leaves it.
inline double wayToSurface(const Vec3& from, const Vec3& way) {
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

}  // namespace cone

/// Nesterov and Todd's scaling of a point and a dual one in the cone: S z = S⁻¹ x.
class ConeScaling {
 public:
  ConeScaling() = default;
  ConeScaling(const Vec3& x, const Vec3& z) {
    const double ofX = std::sqrt(cone::determinant(x)), ofZ = std::sqrt(cone::determinant(z));
    const Vec3 unitX = x / ofX, unitZ = z / ofZ;
    const double twice = 2 * std::sqrt(0.5 * (1 + unitX.dot(unitZ)));
    m_size = std::sqrt(ofX / ofZ);
    m_point = (unitX + cone::mirrored(unitZ)) / twice;
    m_scaled = apply(z);
  }

  const Vec3& scaled() const { return m_scaled; }  ///< S z
  Vec3 apply(const Vec3& v) const {
    const double side = m_point.tail<2>().dot(v.tail<2>());
    Vec3 out;
    out[0] = m_point[0] * v[0] + side;
    out.tail<2>() = v.tail<2>() + (v[0] + side / (1 + m_point[0])) * m_point.tail<2>();
    return m_size * out;
  }
  Vec3 applyInverse(const Vec3& v) const {
    const double side = m_point.tail<2>().dot(v.tail<2>());
    Vec3 out;
    out[0] = m_point[0] * v[0] - side;
    out.tail<2>() = v.tail<2>() + (side / (1 + m_point[0]) - v[0]) * m_point.tail<2>();
    return out / m_size;
  }
  Mat3 square() const { return m_size * m_size * squareOf(m_point); }  ///< S²
  Mat3 inverseSquare() const {
    return squareOf(cone::mirrored(m_point)) / (m_size * m_size);
  }  ///< S⁻²

 private:
  static Mat3 squareOf(const Vec3& point) {
    Mat3 out = 2 * point * point.transpose();
    out.diagonal() -= Vec3(1, -1, -1);
    return out;
  }

  double m_size = 1;             // β
  Vec3 m_point = Vec3::UnitX();  // w̄
  Vec3 m_scaled = Vec3::Zero();
};

}  // namespace sinew
