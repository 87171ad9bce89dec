#pragma once
#include <cmath>

#include "core/math/Types.h"

namespace sinew {

// Rotations inside flat states: four numbers w, x, y, z of a unit quaternion, part to world.

inline Quat loadQuat(const double* q) {
  return {q[0], q[1], q[2], q[3]};
}

inline void storeQuat(const Quat& rotation, double* q) {
  q[0] = rotation.w();
  q[1] = rotation.x();
  q[2] = rotation.y();
  q[3] = rotation.z();
}

/// q̇ = ½ ω q for an angular velocity ω [rad/s] in world axes.
inline void quatRate(const Quat& rotation, const Vec3& omega, double* out) {
  storeQuat(Quat(0, 0.5 * omega.x(), 0.5 * omega.y(), 0.5 * omega.z()) * rotation, out);
}

/// `rotation` turned further by the rotation vector `turn` [rad, world axes]: exp(½ turn) rotation.
/// Turns of a time step are small, so a series replaces the sine and cosine; its remainder below
/// the threshold is under the rounding of a double.
inline Quat turned(const Quat& rotation, const Vec3& turn) {
  const Vec3 half = 0.5 * turn;
  const double x = half.squaredNorm();
  double sinc = 1, cosine = 1;
  if (x < 0.0625) {
    sinc = 1 - x / 6 * (1 - x / 20 * (1 - x / 42 * (1 - x / 72 * (1 - x / 110))));
    cosine = 1 - x / 2 * (1 - x / 12 * (1 - x / 30 * (1 - x / 56 * (1 - x / 90))));
  } else {
    const double angle = std::sqrt(x);
    sinc = std::sin(angle) / angle;
    cosine = std::cos(angle);
  }
  const Quat step(cosine, sinc * half.x(), sinc * half.y(), sinc * half.z());
  Quat result = step * rotation;
  // One Newton step towards unit length keeps rounding from adding up over millions of steps.
  result.coeffs() *= 1.5 - 0.5 * result.squaredNorm();
  return result;
}

}  // namespace sinew
