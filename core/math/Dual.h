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
/// Both at once. Deformations turn by small angles, where a series is several times cheaper than
/// the library and, below the threshold, exact to the last bits.
inline SinCos<double> sinCos(double angle) {
  const double x = angle * angle;
  if (x > 0.25) return {std::sin(angle), std::cos(angle)};
  return {
      angle * (1 - x * (1.0 / 6) *
                       (1 - x * (1.0 / 20) *
                                (1 - x * (1.0 / 42) *
                                         (1 - x * (1.0 / 72) *
                                                  (1 - x * (1.0 / 110) * (1 - x * (1.0 / 156))))))),
      1 - x * (1.0 / 2) *
              (1 -
               x * (1.0 / 12) *
                   (1 - x * (1.0 / 30) *
                            (1 - x * (1.0 / 56) * (1 - x * (1.0 / 90) * (1 - x * (1.0 / 132))))))};
}
inline SinCos<Dual> sinCos(Dual angle) {
  const auto [s, c] = sinCos(angle.value);
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
