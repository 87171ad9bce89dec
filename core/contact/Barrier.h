#pragma once
#include <limits>

namespace sinew {

/// A spring that sets in at a gap r and stiffens without bound as the gap closes.
///
///   E = k r² (1/s − 1)³,  F = −E′ = 3 k r (1/s − 1)²/s²,  E″ = 6 k (1 − s)(2 − s)/s⁵,  s = gap/r
///
/// Twice continuously differentiable at s = 1, convex. With a slower growth, such as a logarithm's
/// or 1/s, a blow of 200 m/s would be turned round within nanometres, in steps of picoseconds.
struct Barrier {
  double range = 0;      ///< r [m]
  double stiffness = 0;  ///< k [N/m]; E″ = 1.3 k at s = 0.89, 144 k at s = ½

  double energy(double gap) const;  ///< [J]
  double force(double gap) const;   ///< [N] apart
  double slope(double gap) const;   ///< E″ [N/m]
  /// Mean of the force on the way from one gap to another [N], (E(from) − E(to)) / (to − from):
  /// what does exactly the work that is stored.
  double meanForce(double from, double to) const;
  /// What it stores on that way [J]; without bound where the gap closes.
  double stored(double from, double to) const;
  double meanSlope(double from, double to) const;  ///< −∂/∂to of that [N/m]
};

inline double Barrier::energy(double gap) const {
  const double s = gap / range, beyond = 1 / s - 1;
  return s < 1 ? stiffness * range * range * beyond * beyond * beyond : 0;
}

inline double Barrier::force(double gap) const {
  const double s = gap / range, beyond = 1 / s - 1;
  return s < 1 ? 3 * stiffness * range * beyond * beyond / (s * s) : 0;
}

inline double Barrier::slope(double gap) const {
  const double s = gap / range;
  return s < 1 ? 6 * stiffness * (1 - s) * (2 - s) / (s * s * s * s * s) : 0;
}

// Without the difference of two energies that are nearly the same.
inline double Barrier::meanForce(double from, double to) const {
  const double s0 = from / range, s1 = to / range, u0 = 1 / s0 - 1, u1 = 1 / s1 - 1;
  if (s0 < 1 && s1 < 1) return stiffness * range * (u0 * u0 + u0 * u1 + u1 * u1) / (s0 * s1);
  return s0 < 1 || s1 < 1 ? (energy(from) - energy(to)) / (to - from) : 0;
}

inline double Barrier::stored(double from, double to) const {
  return to > 0 ? meanForce(from, to) * (from - to) : std::numeric_limits<double>::infinity();
}

inline double Barrier::meanSlope(double from, double to) const {
  const double s0 = from / range, s1 = to / range, u0 = 1 / s0 - 1, u1 = 1 / s1 - 1;
  if (s0 < 1 && s1 < 1) {
    return stiffness / (s0 * s1 * s1) * ((u0 + 2 * u1) / s1 + u0 * u0 + u0 * u1 + u1 * u1);
  }
  return s0 < 1 || s1 < 1 ? (meanForce(from, to) - force(to)) / (to - from) : 0;
}

}  // namespace sinew
