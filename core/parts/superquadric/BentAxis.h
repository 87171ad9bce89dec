#pragma once
#include <array>
#include <cmath>

#include "core/math/Dual.h"
#include "core/math/Types.h"

namespace sinew {

/// The bent axis at height ζ, in units of a·a₃ (see SectionMap.h): X, Z − ζ₀, their derivatives by
/// θ, Ψ, φ and ∂φ/∂ζ.
template <class T>
struct BentAxis {
  T x, z, xByTheta, zByTheta;
  T profile, phiByZeta;
  SinCos<T> phi;
};

namespace bend_detail {

using Gauss = Eigen::Array<double, 8, 1>;

inline const std::array<double, 8> kGaussAt = {
    0.019855071751231884, 0.10166676129318664, 0.2372337950418355, 0.4082826787521751,
    0.5917173212478249,   0.7627662049581645,  0.8983332387068134, 0.9801449282487681};
inline const std::array<double, 8> kGaussWeight = {
    0.05061426814518813, 0.11119051722668724, 0.15685332293894363, 0.18134189168918100,
    0.18134189168918100, 0.15685332293894363, 0.11119051722668724, 0.05061426814518813};

/// Ψ(η) for |η| ≤ 1.
template <class T>
T profile(T eta) {
  const T e2 = eta * eta;
  return (15.0 / 16) * (eta * (1.0 - e2 * (2.0 / 3 - 0.2 * e2)));
}

/// Ψ′(η) for |η| ≤ 1.
template <class T>
T profileSlope(T eta) {
  const T inner = 1.0 - eta * eta;
  return (15.0 / 16) * (inner * inner);
}

/// Sine and cosine of eight angles of at most `largest`.
inline void sinCos8(const Gauss& angle, double largest, Gauss& sine, Gauss& cosine) {
  if (largest > 0.5) {
    for (int i = 0; i < 8; ++i) {
      sine[i] = std::sin(angle[i]);
      cosine[i] = std::cos(angle[i]);
    }
    return;
  }
  const Gauss x = angle * angle;
  Gauss s = 1 - x * (1.0 / 156), c = 1 - x * (1.0 / 132);
  for (const double k : {1.0 / 110, 1.0 / 72, 1.0 / 42, 1.0 / 20, 1.0 / 6}) s = 1 - x * k * s;
  for (const double k : {1.0 / 90, 1.0 / 56, 1.0 / 30, 1.0 / 12, 1.0 / 2}) c = 1 - x * k * c;
  sine = angle * s;
  cosine = c;
}

/// Everything at a height that does not move, second derivatives by θ included.
struct AxisSums {
  double x, z, xByTheta, zByTheta, xBySquare, zBySquare;
  double profile, slope;  ///< Ψ, ∂Ψ/∂ζ
  SinCos<double> phi;
};

inline AxisSums axisSums(double zeta, double theta, double centre, double extent) {
  const double eta = (zeta - centre) / extent;
  const double end = eta > 1 ? 1 : eta < -1 ? -1 : eta, length = extent * end;
  AxisSums a;
  a.profile = profile(end);
  a.slope = end == eta ? profileSlope(end) / extent : 0;
  a.phi = sinCos(theta * a.profile);
  const Gauss at = end * Eigen::Map<const Gauss>(kGaussAt.data());
  const Gauss e2 = at * at, psi = (15.0 / 16) * at * (1 - e2 * (2.0 / 3 - 0.2 * e2));
  Gauss sine, cosine;
  sinCos8(theta * psi, std::abs(theta * a.profile), sine, cosine);
  const Gauss weight = length * Eigen::Map<const Gauss>(kGaussWeight.data());
  const Gauss first = weight * psi, second = first * psi;
  const double beyond = zeta - centre - length, p = a.profile;
  a.x = (weight * sine).sum() + beyond * a.phi.sin;
  a.z = (weight * cosine).sum() + beyond * a.phi.cos;
  a.xByTheta = (first * cosine).sum() + beyond * p * a.phi.cos;
  a.zByTheta = -(first * sine).sum() - beyond * p * a.phi.sin;
  a.xBySquare = -(second * sine).sum() - beyond * p * p * a.phi.sin;
  a.zBySquare = -(second * cosine).sum() - beyond * p * p * a.phi.cos;
  return a;
}

inline BentAxis<double> carry(const AxisSums& a, double theta) {
  return {a.x, a.z, a.xByTheta, a.zByTheta, a.profile, theta * a.slope, a.phi};
}

inline BentAxis<Dual> carry(const AxisSums& a, Dual theta) {
  const double rate = theta.rate, turn = a.profile * rate;
  return {{a.x, a.xByTheta * rate},
          {a.z, a.zByTheta * rate},
          {a.xByTheta, a.xBySquare * rate},
          {a.zByTheta, a.zBySquare * rate},
          a.profile,
          {theta.value * a.slope, rate * a.slope},
          {{a.phi.sin, a.phi.cos * turn}, {a.phi.cos, -a.phi.sin * turn}}};
}

}  // namespace bend_detail

/// At a height that moves along with the exponents.
inline BentAxis<Dual> movingBentAxis(Dual zeta, Dual theta, double centre, double extent) {
  using namespace bend_detail;
  const Dual eta = (zeta - centre) / extent;
  const bool beyond = std::abs(eta.value) > 1;
  const Dual end = beyond ? Dual(eta.value > 0 ? 1.0 : -1.0) : eta;
  BentAxis<Dual> axis{};
  for (std::size_t i = 0; i < kGaussAt.size(); ++i) {
    const Dual psi = profile(end * kGaussAt[i]);
    const SinCos<Dual> phi = sinCos(theta * psi);
    axis.x += kGaussWeight[i] * phi.sin;
    axis.z += kGaussWeight[i] * phi.cos;
    axis.xByTheta += kGaussWeight[i] * (psi * phi.cos);
    axis.zByTheta -= kGaussWeight[i] * (psi * phi.sin);
  }
  const Dual length = extent * end, straight = zeta - centre - length;
  axis.profile = profile(end);
  axis.phi = sinCos(theta * axis.profile);
  axis.x = axis.x * length + straight * axis.phi.sin;
  axis.z = axis.z * length + straight * axis.phi.cos;
  axis.xByTheta = axis.xByTheta * length + straight * (axis.profile * axis.phi.cos);
  axis.zByTheta = axis.zByTheta * length - straight * (axis.profile * axis.phi.sin);
  axis.phiByZeta = beyond ? Dual(0.0) : theta * profileSlope(end) / extent;
  return axis;
}

inline BentAxis<double> bentAxis(double zeta, double theta, double centre, double extent) {
  return bend_detail::carry(bend_detail::axisSums(zeta, theta, centre, extent), theta);
}

inline BentAxis<Dual> bentAxis(Dual zeta, Dual theta, double centre, double extent) {
  if (zeta.rate != 0) return movingBentAxis(zeta, theta, centre, extent);
  return bend_detail::carry(bend_detail::axisSums(zeta.value, theta.value, centre, extent), theta);
}

/// A straight axis that cannot bend.
template <class T>
BentAxis<T> straightAxis(T zeta, double centre) {
  BentAxis<T> axis{};
  axis.z = zeta - centre;
  axis.phi = {T(0.0), T(1.0)};
  return axis;
}

}  // namespace sinew
