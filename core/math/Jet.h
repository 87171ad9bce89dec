#pragma once
#include <cmath>

#include "core/math/Types.h"

namespace sinew {

/// A number that changes in time, with its first and second rate of change: arithmetic on jets
/// carries exact rates through any formula.
struct Jet {
  double value = 0;
  double rate = 0;          ///< [1/s]
  double acceleration = 0;  ///< [1/s²]
};

inline Jet operator+(const Jet& a, const Jet& b) {
  return {a.value + b.value, a.rate + b.rate, a.acceleration + b.acceleration};
}
inline Jet operator-(const Jet& a, const Jet& b) {
  return {a.value - b.value, a.rate - b.rate, a.acceleration - b.acceleration};
}
inline Jet operator*(const Jet& a, const Jet& b) {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate,
          a.acceleration * b.value + 2 * a.rate * b.rate + a.value * b.acceleration};
}
/// f(a), from f and its first two derivatives there.
inline Jet chain(const Jet& a, double f, double first, double second) {
  return {f, first * a.rate, second * a.rate * a.rate + first * a.acceleration};
}
inline Jet reciprocal(const Jet& a) {
  const double f = 1 / a.value;
  return chain(a, f, -f * f, 2 * f * f * f);
}
inline Jet squareRoot(const Jet& a) {
  const double f = std::sqrt(a.value);
  return chain(a, f, 0.5 / f, -0.25 / (f * a.value));
}

/// The same of a vector.
struct VectorJet {
  Vec3 value = Vec3::Zero(), rate = Vec3::Zero(), acceleration = Vec3::Zero();
};

inline VectorJet operator+(const VectorJet& a, const VectorJet& b) {
  return {a.value + b.value, a.rate + b.rate, a.acceleration + b.acceleration};
}
inline VectorJet operator-(const VectorJet& a, const VectorJet& b) {
  return {a.value - b.value, a.rate - b.rate, a.acceleration - b.acceleration};
}
inline VectorJet operator*(const Jet& a, const VectorJet& b) {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate,
          a.acceleration * b.value + 2 * a.rate * b.rate + a.value * b.acceleration};
}
inline Jet dot(const VectorJet& a, const VectorJet& b) {
  return {a.value.dot(b.value), a.rate.dot(b.value) + a.value.dot(b.rate),
          a.acceleration.dot(b.value) + 2 * a.rate.dot(b.rate) + a.value.dot(b.acceleration)};
}
inline VectorJet cross(const VectorJet& a, const VectorJet& b) {
  return {a.value.cross(b.value), a.rate.cross(b.value) + a.value.cross(b.rate),
          a.acceleration.cross(b.value) + 2 * a.rate.cross(b.rate) + a.value.cross(b.acceleration)};
}
inline VectorJet normalised(const VectorJet& a) {
  return reciprocal(squareRoot(dot(a, a))) * a;
}

}  // namespace sinew
