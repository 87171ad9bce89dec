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
    constexpr double kS1 = -1.0 / 6, kS2 = 1.0 / 120, kS3 = -1.0 / 5040, kS4 = 1.0 / 362880,
                     kS5 = -1.0 / 39916800;
    constexpr double kC1 = -1.0 / 2, kC2 = 1.0 / 24, kC3 = -1.0 / 720, kC4 = 1.0 / 40320,
                     kC5 = -1.0 / 3628800;
    sinc = 1 + x * (kS1 + x * (kS2 + x * (kS3 + x * (kS4 + x * kS5))));
    cosine = 1 + x * (kC1 + x * (kC2 + x * (kC3 + x * (kC4 + x * kC5))));
  } else {
    const double angle = std::sqrt(x);
    sinc = std::sin(angle) / angle;
    cosine = std::cos(angle);
  }
  const Quat step(cosine, sinc * half.x(), sinc * half.y(), sinc * half.z());
  Quat result = step * rotation;
  // One Newton step towards unit length keeps rounding from adding up over millions of steps.
  const double w = result.w(), a = result.x(), b = result.y(), c = result.z();
  result.coeffs() *= 1.5 - 0.5 * (w * w + a * a + b * b + c * c);
  return result;
}

/// ∂θ/∂turn where turned(rotation, turn + δ) is turned(…, turn) turned by θ more [world axes]: the
/// left Jacobian of SO(3), I + (1 − cos φ)/φ² [turn]× + (φ − sin φ)/φ³ [turn]×², φ = |turn|.
inline Mat3 turnedFurther(const Vec3& turn) {
  const double x = turn.squaredNorm();
  double first = 0.5 - x * (1.0 / 24 - x / 720), second = 1.0 / 6 - x * (1.0 / 120 - x / 5040);
  if (x > 1e-3) {
    const double angle = std::sqrt(x);
    first = (1 - std::cos(angle)) / x;
    second = (angle - std::sin(angle)) / (x * angle);
  }
  const Mat3 across = skew(turn);
  return Mat3::Identity() + first * across + second * across * across;
}

}  // namespace sinew
