#pragma once
#include <array>
#include <cmath>

#include "core/math/Dual.h"
#include "core/parts/superquadric/GlobalParams.h"

namespace sinew {

// The reference shape s = T(e) of Metaxas93 eqs. (4)–(5), cross-section by cross-section.
//
// With ζ = S_u^ε₁ the height in units of a·a₃, every deformation is affine across a section:
//
//   s(f, g, ζ) = s₀(ζ) + f s₁(ζ) + g s₂(ζ)
//
// The deformations are composed in this order, each in the frame of what came before:
//   primitive  (x, y, z) = a (a₁ f, a₂ g, a₃ ζ)
//   taper      x ← x (1 + t₁ ζ),  y ← y (1 + t₂ ζ)
//   twist      (x, y) turned about z by τ ζ / 2
//   shear      x ← x + h₁ z,  y ← y + h₂ z
//   bend       the z axis becomes a plane curve of the same length whose tangent leans by φ(ζ)
//              towards +x; sections stay flat and square to it:
//              (x, y, z) ← (a a₃ X(ζ) + x cos φ,  y,  a a₃ Z(ζ) − x sin φ)
//              φ = θ Ψ((ζ − ζ₀)/w),  X = ∫ sin φ dζ,  Z = ζ₀ + ∫ cos φ dζ,  both from ζ₀
//              Ψ is odd, ±½ beyond ±1, and twice continuously differentiable.
// X and Z are eight-point Gauss sums over the bent stretch: the map is defined by the sums, so
// its derivatives are exact whatever the sums' distance from the integrals.

template <class T>
using Triple = std::array<T, 3>;

/// s₀, s₁, s₂ of one cross-section, or a derivative of them.
template <class T>
struct SectionColumns {
  Triple<T> c0{}, c1{}, c2{};
};

/// A cross-section and its first derivatives. With T = Dual everything carries its rate as well.
template <class T>
struct CrossSection {
  SectionColumns<T> shape;
  SectionColumns<T> byZeta;                          ///< at fixed f, g
  std::array<SectionColumns<T>, Global::kCount> by;  ///< by each global parameter but exponents
};

namespace section_detail {

inline constexpr std::array<double, 8> kGaussAt = {
    0.019855071751231884, 0.10166676129318664, 0.2372337950418355, 0.4082826787521751,
    0.5917173212478249,   0.7627662049581645,  0.8983332387068134, 0.9801449282487681};
inline constexpr std::array<double, 8> kGaussWeight = {
    0.05061426814518813, 0.11119051722668724, 0.15685332293894363, 0.18134189168918100,
    0.18134189168918100, 0.15685332293894363, 0.11119051722668724, 0.05061426814518813};

/// Ψ(η) for |η| ≤ 1.
template <class T>
T bendProfile(T eta) {
  const T e2 = eta * eta;
  return (15.0 / 16) * (eta * (1.0 - e2 * (2.0 / 3 - 0.2 * e2)));
}

/// Ψ′(η) for |η| ≤ 1.
template <class T>
T bendProfileSlope(T eta) {
  const T inner = 1.0 - eta * eta;
  return (15.0 / 16) * (inner * inner);
}

/// The bent axis at ζ, in units of a·a₃: X, Z − ζ₀, their derivatives by θ, φ and its derivatives.
template <class T>
struct BentAxis {
  T x, z, xByTheta, zByTheta;
  T profile, phiByZeta;
  SinCos<T> phi;
};

template <class T>
BentAxis<T> bentAxis(T zeta, T theta, double centre, double extent) {
  const T eta = (zeta - centre) / extent;
  const bool beyond = std::abs(valueOf(eta)) > 1;
  const T end = beyond ? T(valueOf(eta) > 0 ? 1.0 : -1.0) : eta;
  BentAxis<T> axis{};
  for (std::size_t i = 0; i < kGaussAt.size(); ++i) {
    const T psi = bendProfile(end * kGaussAt[i]);
    const SinCos<T> phi = sinCos(theta * psi);
    axis.x += kGaussWeight[i] * phi.sin;
    axis.z += kGaussWeight[i] * phi.cos;
    axis.xByTheta += kGaussWeight[i] * (psi * phi.cos);
    axis.zByTheta -= kGaussWeight[i] * (psi * phi.sin);
  }
  const T length = extent * end;
  axis.profile = bendProfile(end);
  axis.phi = sinCos(theta * axis.profile);
  axis.x = axis.x * length;
  axis.z = axis.z * length;
  axis.xByTheta = axis.xByTheta * length;
  axis.zByTheta = axis.zByTheta * length;
  if (beyond) {
    const T straight = zeta - centre - length;
    axis.x += straight * axis.phi.sin;
    axis.z += straight * axis.phi.cos;
    axis.xByTheta += straight * (axis.profile * axis.phi.cos);
    axis.zByTheta -= straight * (axis.profile * axis.phi.sin);
    axis.phiByZeta = T(0.0);
  } else {
    axis.phiByZeta = theta * bendProfileSlope(end) / extent;
  }
  return axis;
}

/// A straight axis: what bentAxis gives for θ = 0 that cannot move.
template <class T>
BentAxis<T> straightAxis(T zeta, double centre) {
  BentAxis<T> axis{};
  axis.z = zeta - centre;
  axis.phi = {T(0.0), T(1.0)};
  return axis;
}

/// A vector (x, y) of the unbent section, carried by the bend.
template <class T>
Triple<T> carried(const SinCos<T>& phi, T x, T y) {
  return {x * phi.cos, y, -(x * phi.sin)};
}

}  // namespace section_detail

/// What of a shape never changes while it moves.
struct SectionFixed {
  double scale = 1, bendCentre = 0, bendExtent = 0.5;
  bool twists = false, bends = false;  ///< nonzero or able to move
};

/// Evaluates a cross-section at height ζ with all derivatives.
template <class T>
void evaluateSection(const SectionFixed& fixed, const GlobalValues<T>& p, T zeta,
                     CrossSection<T>& out) {
  using section_detail::carried;
  const double a = fixed.scale;
  const T k1 = 1.0 + p[Global::Taper1] * zeta, k2 = 1.0 + p[Global::Taper2] * zeta;
  const SinCos<T> turn =
      fixed.twists ? sinCos(0.5 * (p[Global::Twist] * zeta)) : SinCos<T>{T(0.0), T(1.0)};
  const T w1 = a * p[Global::Radius1], w2 = a * p[Global::Radius2], length = a * p[Global::Radius3];
  const auto axis = fixed.bends ? section_detail::bentAxis<T>(zeta, p[Global::Bend],
                                                              fixed.bendCentre, fixed.bendExtent)
                                : section_detail::straightAxis<T>(zeta, fixed.bendCentre);
  const SinCos<T>& phi = axis.phi;

  // Before the bend: section vectors s₁ = (x1, y1), s₂ = (x2, y2), centre (x0, …).
  const T x1 = w1 * k1 * turn.cos, y1 = w1 * k1 * turn.sin;
  const T x2 = -(w2 * k2 * turn.sin), y2 = w2 * k2 * turn.cos;
  const T hx = p[Global::Shear1] * zeta, hy = p[Global::Shear2] * zeta;
  const T x0 = length * hx;

  Triple<T> centre = carried(phi, hx, hy);  // by a₃, but for the factor a
  centre[0] += axis.x;
  centre[2] += axis.z + fixed.bendCentre;
  out.shape.c0 = {length * centre[0], length * centre[1], length * centre[2]};
  out.shape.c1 = carried(phi, x1, y1);
  out.shape.c2 = carried(phi, x2, y2);

  out.by[Global::Radius1].c1 = carried(phi, a * k1 * turn.cos, a * k1 * turn.sin);
  out.by[Global::Radius2].c2 = carried(phi, -(a * k2 * turn.sin), a * k2 * turn.cos);
  out.by[Global::Radius3].c0 = {a * centre[0], a * centre[1], a * centre[2]};
  out.by[Global::Taper1].c1 = carried(phi, w1 * zeta * turn.cos, w1 * zeta * turn.sin);
  out.by[Global::Taper2].c2 = carried(phi, -(w2 * zeta * turn.sin), w2 * zeta * turn.cos);
  const T halfZeta = 0.5 * zeta;
  out.by[Global::Twist].c1 = carried(phi, -(halfZeta * y1), halfZeta * x1);
  out.by[Global::Twist].c2 = carried(phi, -(halfZeta * y2), halfZeta * x2);
  out.by[Global::Shear1].c0 = carried(phi, length * zeta, T(0.0));
  out.by[Global::Shear2].c0 = carried(phi, T(0.0), length * zeta);
  const T leanX = -(axis.profile * phi.sin), leanZ = -(axis.profile * phi.cos);
  out.by[Global::Bend].c0 = {length * axis.xByTheta + x0 * leanX, T(0.0),
                             length * axis.zByTheta + x0 * leanZ};
  out.by[Global::Bend].c1 = {x1 * leanX, T(0.0), x1 * leanZ};
  out.by[Global::Bend].c2 = {x2 * leanX, T(0.0), x2 * leanZ};

  // By ζ: taper, twist and shear change the section vectors, the bend leans them.
  const T halfTwist = fixed.twists ? 0.5 * p[Global::Twist] : T(0.0);
  const T dx1 = w1 * p[Global::Taper1] * turn.cos - halfTwist * y1;
  const T dy1 = w1 * p[Global::Taper1] * turn.sin + halfTwist * x1;
  const T dx2 = -(w2 * p[Global::Taper2] * turn.sin) - halfTwist * y2;
  const T dy2 = w2 * p[Global::Taper2] * turn.cos + halfTwist * x2;
  const T& rate = axis.phiByZeta;
  const auto derived = [&](T x, T dx, T dy) {
    return Triple<T>{dx * phi.cos - x * rate * phi.sin, dy, -(dx * phi.sin) - x * rate * phi.cos};
  };
  out.byZeta.c0 = derived(x0, length * p[Global::Shear1], length * p[Global::Shear2]);
  out.byZeta.c0[0] += length * phi.sin;
  out.byZeta.c0[2] += length * phi.cos;
  out.byZeta.c1 = derived(x1, dx1, dy1);
  out.byZeta.c2 = derived(x2, dx2, dy2);
}

}  // namespace sinew
