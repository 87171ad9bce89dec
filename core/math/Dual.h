#pragma once
#include <cmath>

namespace sinew {

/// A number and its rate of change along one chosen direction (forward differentiation):
/// arithmetic on duals carries exact directional derivatives through any formula.
struct Dual {
  double value = 0;
  double rate = 0;

  Dual() = default;
  Dual(double constant) : value(constant) {}
  Dual(double v, double r) : value(v), rate(r) {}

  Dual& operator+=(Dual b) { return *this = Dual(value + b.value, rate + b.rate); }
  Dual& operator-=(Dual b) { return *this = Dual(value - b.value, rate - b.rate); }
};

inline Dual operator-(Dual a) {
  return {-a.value, -a.rate};
}
inline Dual operator+(Dual a, Dual b) {
  return {a.value + b.value, a.rate + b.rate};
}
inline Dual operator-(Dual a, Dual b) {
  return {a.value - b.value, a.rate - b.rate};
}
inline Dual operator*(Dual a, Dual b) {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate};
}
inline Dual operator*(double a, Dual b) {
  return {a * b.value, a * b.rate};
}
inline Dual operator*(Dual a, double b) {
  return {a.value * b, a.rate * b};
}
inline Dual operator/(Dual a, double b) {
  return {a.value / b, a.rate / b};
}

/// Sine and cosine of one angle.
template <class T>
struct SinCos {
  T sin, cos;
};
inline SinCos<double> sinCos(double angle) {
  return {std::sin(angle), std::cos(angle)};
}
inline SinCos<Dual> sinCos(Dual angle) {
  const double s = std::sin(angle.value), c = std::cos(angle.value);
  return {{s, c * angle.rate}, {c, -s * angle.rate}};
}
inline Dual exp(Dual a) {
  const double e = std::exp(a.value);
  return {e, e * a.rate};
}

inline double valueOf(double a) {
  return a;
}
inline double valueOf(Dual a) {
  return a.value;
}

}  // namespace sinew
