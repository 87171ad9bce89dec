#pragma once
// Distances and crossings for tests of contact, written to be right rather than quick and without
// any of the code of contact.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "core/math/Types.h"

namespace sinew::test {

using SlowBox = Eigen::AlignedBox3d;
using Corners = std::array<Vec3, 3>;

inline SlowBox boxOf(std::span<const Vec3> points) {
  SlowBox box;
  for (const Vec3& x : points) box.extend(x);
  return box;
}

inline SlowBox grownBy(const SlowBox& box, double margin) {
  return {box.min() - Vec3::Constant(margin), box.max() + Vec3::Constant(margin)};
}

inline double pointToSegment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 edge = b - a;
  const double square = edge.squaredNorm();
  const double t = square > 0 ? std::clamp(edge.dot(p - a) / square, 0.0, 1.0) : 0.0;
  return (a + t * edge - p).norm();
}

/// Of two segments: where the lines are nearest, if that is on both, or else at one of the ends.
/// Each candidate is the distance of two points on them, so none can be too small.
inline double slowDistance(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  double nearest = std::min({pointToSegment(a, c, d), pointToSegment(b, c, d),
                             pointToSegment(c, a, b), pointToSegment(d, a, b)});
  const Vec3 e = b - a, f = d - c, r = c - a;
  const double ee = e.squaredNorm(), ff = f.squaredNorm(), ef = e.dot(f);
  const double determinant = ee * ff - ef * ef;
  if (!(determinant > 0)) return nearest;
  const double s = (r.dot(e) * ff - r.dot(f) * ef) / determinant;
  const double t = (r.dot(e) * ef - r.dot(f) * ee) / determinant;
  if (s < 0 || s > 1 || t < 0 || t > 1) return nearest;
  return std::min(nearest, (a + s * e - c - t * f).norm());
}

inline double pointToFace(const Vec3& p, const Corners& t) {
  double nearest = std::min({pointToSegment(p, t[0], t[1]), pointToSegment(p, t[1], t[2]),
                             pointToSegment(p, t[2], t[0])});
  const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]).normalized();
  for (int i = 0; i < 3; ++i) {
    if (normal.dot((t[(i + 1) % 3] - t[i]).cross(p - t[i])) < 0) return nearest;
  }
  return normal.isZero(0) ? nearest : std::min(nearest, std::abs(normal.dot(p - t[0])));
}

/// Whether the segment from a to b passes through the triangle.
inline bool passes(const Vec3& a, const Vec3& b, const Corners& t) {
  const auto side = [](const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
    return (q - p).cross(r - p).dot(s - p);
  };
  const double before = side(t[0], t[1], t[2], a), after = side(t[0], t[1], t[2], b);
  if (before * after >= 0) return false;
  const double u = side(a, b, t[0], t[1]), v = side(a, b, t[1], t[2]), w = side(a, b, t[2], t[0]);
  return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

/// The angle [sr] under which a face is seen from p, < 0 from its outer side. Of a closed net they
/// add up to 4π inside and to nothing outside.
inline double solidAngle(const Vec3& p, const Corners& t) {
  const Vec3 a = t[0] - p, b = t[1] - p, c = t[2] - p;
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  return 2 * std::atan2(a.dot(b.cross(c)),
                        la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

/// Of points, edges and faces that do not pass through each other; one to three corners each.
inline double slowDistance(std::span<const Vec3> p, std::span<const Vec3> q) {
  double nearest = (p[0] - q[0]).norm();
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < q.size(); ++j) {
      nearest =
          std::min(nearest, slowDistance(p[i], p[(i + 1) % p.size()], q[j], q[(j + 1) % q.size()]));
    }
  }
  const auto corners = [&nearest](std::span<const Vec3> points, std::span<const Vec3> face) {
    if (face.size() < 3) return;
    for (const Vec3& x : points) {
      nearest = std::min(nearest, pointToFace(x, {face[0], face[1], face[2]}));
    }
  };
  corners(p, q);
  corners(q, p);
  return nearest;
}

/// Whether all p are farther than `margin` from all q along one of the axes: most are.
inline bool aside(std::span<const Vec3> p, std::span<const Vec3> q, double margin) {
  for (int axis = 0; axis < 3; ++axis) {
    double lowP = p[0][axis], highP = lowP, lowQ = q[0][axis], highQ = lowQ;
    for (const Vec3& x : p) lowP = std::min(lowP, x[axis]), highP = std::max(highP, x[axis]);
    for (const Vec3& x : q) lowQ = std::min(lowQ, x[axis]), highQ = std::max(highQ, x[axis]);
    if (lowP > highQ + margin || lowQ > highP + margin) return true;
  }
  return false;
}

}  // namespace sinew::test
