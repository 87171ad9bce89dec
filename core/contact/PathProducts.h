#pragma once
#include "core/contact/PointPath.h"

namespace sinew {

/// A vector's course over a step, by component.
template <int Degree>
using VectorCourse = std::array<Bernstein<Degree>, 3>;

template <int Degree>
Bernstein<Degree> sum(const Bernstein<Degree>& a, double scale, const Bernstein<Degree>& b) {
  Bernstein<Degree> out = a;
  for (std::size_t k = 0; k < out.c.size(); ++k) out.c[k] += scale * b.c[k];
  return out;
}

/// From one point to another.
inline VectorCourse<3> between(const PointPath& from, const PointPath& to) {
  VectorCourse<3> out;
  for (int axis = 0; axis < 3; ++axis) out[axis] = along(Vec3::Unit(axis), to, from);
  return out;
}

inline VectorCourse<6> cross(const VectorCourse<3>& a, const VectorCourse<3>& b) {
  VectorCourse<6> out;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = sum(a[j] * b[k], -1, a[k] * b[j]);
  }
  return out;
}

template <int A, int B>
Bernstein<A + B> dot(const VectorCourse<A>& a, const VectorCourse<B>& b) {
  Bernstein<A + B> out = a[0] * b[0];
  for (int axis = 1; axis < 3; ++axis) out = sum(out, 1, a[axis] * b[axis]);
  return out;
}

}  // namespace sinew
