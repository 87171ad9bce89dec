#pragma once
#include <array>

#include "core/parts/superquadric/BentAxis.h"
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

namespace section_detail {

/// A section before the bend: s₁ = (x1, y1), s₂ = (x2, y2), centre length·(hx, hy); and the bend.
template <class T>
struct Unbent {
  T k1, k2, w1, w2, length;  ///< taper factors, a·a₁, a·a₂, a·a₃
  SinCos<T> turn;
  T x1, y1, x2, y2, hx, hy;
  BentAxis<T> axis;
  Triple<T> centre;  ///< of the bent section, in units of `length`
};

template <class T>
Unbent<T> unbent(const SectionFixed& fixed, const GlobalValues<T>& p, T zeta) {
  Unbent<T> u;
  const double a = fixed.scale;
  u.k1 = 1.0 + p[Global::Taper1] * zeta;
  u.k2 = 1.0 + p[Global::Taper2] * zeta;
  u.turn = fixed.twists ? sinCos(0.5 * (p[Global::Twist] * zeta)) : SinCos<T>{T(0.0), T(1.0)};
  u.w1 = a * p[Global::Radius1];
  u.w2 = a * p[Global::Radius2];
  u.length = a * p[Global::Radius3];
  u.axis = fixed.bends ? bentAxis(zeta, p[Global::Bend], fixed.bendCentre, fixed.bendExtent)
                       : straightAxis<T>(zeta, fixed.bendCentre);
  u.x1 = u.w1 * u.k1 * u.turn.cos;
  u.y1 = u.w1 * u.k1 * u.turn.sin;
  u.x2 = -(u.w2 * u.k2 * u.turn.sin);
  u.y2 = u.w2 * u.k2 * u.turn.cos;
  u.hx = p[Global::Shear1] * zeta;
  u.hy = p[Global::Shear2] * zeta;
  u.centre = carried(u.axis.phi, u.hx, u.hy);
  u.centre[0] += u.axis.x;
  u.centre[2] += u.axis.z + fixed.bendCentre;
  return u;
}

template <class T>
SectionColumns<T> shapeOf(const Unbent<T>& u) {
  return {{u.length * u.centre[0], u.length * u.centre[1], u.length * u.centre[2]},
          carried(u.axis.phi, u.x1, u.y1),
          carried(u.axis.phi, u.x2, u.y2)};
}

/// By ζ: taper, twist and shear change the section vectors, the bend leans them.
template <class T>
SectionColumns<T> derivativeByZeta(const SectionFixed& fixed, const GlobalValues<T>& p,
                                   const Unbent<T>& u) {
  const SinCos<T>& phi = u.axis.phi;
  const T halfTwist = fixed.twists ? 0.5 * p[Global::Twist] : T(0.0);
  const T dx1 = u.w1 * p[Global::Taper1] * u.turn.cos - halfTwist * u.y1;
  const T dy1 = u.w1 * p[Global::Taper1] * u.turn.sin + halfTwist * u.x1;
  const T dx2 = -(u.w2 * p[Global::Taper2] * u.turn.sin) - halfTwist * u.y2;
  const T dy2 = u.w2 * p[Global::Taper2] * u.turn.cos + halfTwist * u.x2;
  const T& rate = u.axis.phiByZeta;
  const auto derived = [&](T x, T dx, T dy) {
    return Triple<T>{dx * phi.cos - x * rate * phi.sin, dy, -(dx * phi.sin) - x * rate * phi.cos};
  };
  SectionColumns<T> out = {
      derived(u.length * u.hx, u.length * p[Global::Shear1], u.length * p[Global::Shear2]),
      derived(u.x1, dx1, dy1), derived(u.x2, dx2, dy2)};
  out.c0[0] += u.length * phi.sin;
  out.c0[2] += u.length * phi.cos;
  return out;
}

}  // namespace section_detail

/// The section's place at height ζ alone.
template <class T>
SectionColumns<T> placeSection(const SectionFixed& fixed, const GlobalValues<T>& p, T zeta) {
  return section_detail::shapeOf(section_detail::unbent(fixed, p, zeta));
}

/// A cross-section at height ζ with all derivatives. Columns that are zero stay as they are.
template <class T>
void evaluateSection(const SectionFixed& fixed, const GlobalValues<T>& p, T zeta,
                     CrossSection<T>& out) {
  using section_detail::carried;
  const auto u = section_detail::unbent(fixed, p, zeta);
  const SinCos<T>&phi = u.axis.phi, &turn = u.turn;
  const double a = fixed.scale;
  out.shape = section_detail::shapeOf(u);
  out.byZeta = section_detail::derivativeByZeta(fixed, p, u);

  out.by[Global::Radius1].c1 = carried(phi, a * u.k1 * turn.cos, a * u.k1 * turn.sin);
  out.by[Global::Radius2].c2 = carried(phi, -(a * u.k2 * turn.sin), a * u.k2 * turn.cos);
  out.by[Global::Radius3].c0 = {a * u.centre[0], a * u.centre[1], a * u.centre[2]};
  out.by[Global::Taper1].c1 = carried(phi, u.w1 * zeta * turn.cos, u.w1 * zeta * turn.sin);
  out.by[Global::Taper2].c2 = carried(phi, -(u.w2 * zeta * turn.sin), u.w2 * zeta * turn.cos);
  out.by[Global::Shear1].c0 = carried(phi, u.length * zeta, T(0.0));
  out.by[Global::Shear2].c0 = carried(phi, T(0.0), u.length * zeta);
  if (fixed.twists) {
    const T half = 0.5 * zeta;
    out.by[Global::Twist].c1 = carried(phi, -(half * u.y1), half * u.x1);
    out.by[Global::Twist].c2 = carried(phi, -(half * u.y2), half * u.x2);
  }
  if (fixed.bends) {
    const T leanX = -(u.axis.profile * phi.sin), leanZ = -(u.axis.profile * phi.cos);
    const T x0 = u.length * u.hx;
    out.by[Global::Bend].c0 = {u.length * u.axis.xByTheta + x0 * leanX, T(0.0),
                               u.length * u.axis.zByTheta + x0 * leanZ};
    out.by[Global::Bend].c1 = {u.x1 * leanX, T(0.0), u.x1 * leanZ};
    out.by[Global::Bend].c2 = {u.x2 * leanX, T(0.0), u.x2 * leanZ};
  }
}

}  // namespace sinew
