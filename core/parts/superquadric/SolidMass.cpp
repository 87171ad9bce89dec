#include "core/parts/superquadric/SolidMass.h"

#include <algorithm>
#include <cmath>

#include "core/math/Quadrature.h"

namespace sinew {
namespace {

Vec3 vec(const Triple<double>& t) {
  return {t[0], t[1], t[2]};
}

double det(const Vec3& a, const Vec3& b, const Vec3& c) {
  return a.cross(b).dot(c);
}

/// A thin slice of the rest solid: where it is, and the moments ∫df dg, ∫f² df dg, ∫g² df dg of
/// its superellipse (odd ones vanish), all times the slice's thickness dζ.
struct Slice {
  double zeta = 0;
  double area = 0, ff = 0, gg = 0;
  double ring = 0;     ///< largest f and g
  Vec3 s0, s1, s2;     ///< s = s0 + f s1 + g s2
  double density = 0;  ///< det ∂s/∂(f, g, ζ) = density + f alongF + g alongG
  double alongF = 0, alongG = 0;
};

/// Area and second moment of the superellipse |f|^{2/ε} + |g|^{2/ε} ≤ 1 (Dirichlet's integral).
std::array<double, 2> superellipseMoments(double e) {
  const double half = std::tgamma(e / 2);
  return {e * e * half * half / std::tgamma(e + 1),
          e * e * std::tgamma(1.5 * e) * half / std::tgamma(2 * e + 1)};
}

/// Heights where the integrand is not smooth.
std::vector<double> breaks(const SuperquadricShape& shape) {
  std::vector<double> at = {-1, 0, 1};
  if (shape.fixed().bends) {
    for (double side : {-1.0, 1.0}) {
      const double edge = shape.spec().bendCentre + side * shape.spec().bendExtent;
      if (std::abs(edge) < 1) at.push_back(edge);
    }
  }
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  return at;
}

Slice sliceAt(const SuperquadricShape& shape, double zeta, double distanceToPole, double weight,
              const std::array<double, 2>& moments) {
  const double e1 = shape.spec().rest[Global::Exponent1];
  // C_u^ε₁ squared, from ζ = S_u^ε₁, without cancellation near the poles.
  const double ring2 = std::pow(-std::expm1(2 / e1 * std::log1p(-distanceToPole)), e1);
  Slice slice;
  slice.zeta = zeta;
  slice.area = weight * moments[0] * ring2;
  slice.ff = slice.gg = weight * moments[1] * ring2 * ring2;
  slice.ring = std::sqrt(ring2);
  CrossSection<double> section;
  evaluateSection(shape.fixed(), shape.spec().rest, zeta, section);
  slice.s0 = vec(section.shape.c0);
  slice.s1 = vec(section.shape.c1);
  slice.s2 = vec(section.shape.c2);
  slice.density = det(slice.s1, slice.s2, vec(section.byZeta.c0));
  slice.alongF = det(slice.s1, slice.s2, vec(section.byZeta.c1));
  slice.alongG = det(slice.s1, slice.s2, vec(section.byZeta.c2));
  return slice;
}

std::vector<Slice> slices(const SuperquadricShape& shape) {
  const auto moments = superellipseMoments(shape.spec().rest[Global::Exponent2]);
  const std::vector<double> at = breaks(shape);
  std::vector<Slice> all;
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    for (const QuadratureSample& p : tanhSinh(at[i], at[i + 1])) {
      const double toPole = at[i] == -1      ? p.fromStart
                            : at[i + 1] == 1 ? p.toEnd
                                             : 1 - std::abs(p.x);
      all.push_back(sliceAt(shape, p.x, toPole, p.weight, moments));
    }
  }
  return all;
}

/// The smallest density on the slice's rim is negative.
bool foldsOver(const Slice& slice, double exponent2) {
  const double scale = std::abs(slice.density) + std::abs(slice.alongF) + std::abs(slice.alongG);
  for (int i = 0; i < 16; ++i) {
    const double v = i * std::acos(-1.0) / 8;
    const double f = std::copysign(std::pow(std::abs(std::cos(v)), exponent2), std::cos(v));
    const double g = std::copysign(std::pow(std::abs(std::sin(v)), exponent2), std::sin(v));
    const double at = slice.density + slice.ring * (f * slice.alongF + g * slice.alongG);
    if (at < -1e-12 * scale) return true;
  }
  return false;
}

Mat3 symmetric(const Vec3& a, const Vec3& b) {
  return a * b.transpose() + b * a.transpose();
}

double halfLogOrZero(double x) {
  return x == 0 ? 0.0 : 0.5 * std::log(x);
}

/// Finds u, v of a point inside the solid (they are those of the surface point on the same ray).
ShapePoint insidePoint(double f, double g, double zeta, const GlobalValues<double>& rest) {
  const double e1 = rest[Global::Exponent1], e2 = rest[Global::Exponent2];
  const double pf = std::pow(std::abs(f), 2 / e2), pg = std::pow(std::abs(g), 2 / e2);
  const double ring = std::pow(pf + pg, e2 / e1), pz = std::pow(std::abs(zeta), 2 / e1);
  return {f,
          g,
          zeta,
          halfLogOrZero(ring / (ring + pz)),
          halfLogOrZero(pz / (ring + pz)),
          pf == 0 ? 0.0 : halfLogOrZero(pf / (pf + pg)),
          pg == 0 ? 0.0 : halfLogOrZero(pg / (pf + pg))};
}

/// Mean and spread of f and g over a section.
struct SectionSpread {
  double f, g, sigmaF, sigmaG;
};

SectionSpread spreadOf(const Slice& slice, double correction) {
  const double second = correction * slice.ff / slice.area;
  const double f = slice.alongF / slice.density * second, g = slice.alongG / slice.density * second;
  return {f, g, std::sqrt(std::max(0.0, second - f * f)), std::sqrt(std::max(0.0, second - g * g))};
}

bool exponentsMove(const ShapeSpec& spec) {
  return std::any_of(spec.moving.begin(), spec.moving.end(), [](Global::Param p) {
    return p == Global::Exponent1 || p == Global::Exponent2;
  });
}

}  // namespace

SolidMoments solidMoments(const SuperquadricShape& shape) {
  SolidMoments out;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const Slice& s : slices(shape)) {
    const double whole = s.density * s.area, f = s.alongF * s.ff, g = s.alongG * s.gg;
    out.volume += whole;
    first += whole * s.s0 + f * s.s1 + g * s.s2;
    second += whole * s.s0 * s.s0.transpose() + f * symmetric(s.s0, s.s1) +
              g * symmetric(s.s0, s.s2) + s.density * s.ff * s.s1 * s.s1.transpose() +
              s.density * s.gg * s.s2 * s.s2.transpose();
    out.foldsOver = out.foldsOver || foldsOver(s, shape.spec().rest[Global::Exponent2]);
  }
  out.centroid = first / out.volume;
  second -= out.volume * out.centroid * out.centroid.transpose();
  out.inertia = second.trace() * Mat3::Identity() - second;
  return out;
}

MassPoints solidMassPoints(const SuperquadricShape& shape, double mass, int stations) {
  Reals at, weights;
  double volume = 0, secondMoment = 0;
  for (const Slice& s : slices(shape)) {
    at.push_back(s.zeta);
    weights.push_back(std::max(0.0, s.density * s.area));
    volume += weights.back();
    secondMoment += s.density * s.ff;
  }
  const std::vector<GaussNode> rule = gaussRule(at, weights, stations);
  const auto moments = superellipseMoments(shape.spec().rest[Global::Exponent2]);
  std::vector<Slice> sections;
  double sampled = 0;
  for (const GaussNode& node : rule) {
    sections.push_back(sliceAt(shape, node.x, 1 - std::abs(node.x), 1, moments));
    sampled += node.weight * sections.back().ff / sections.back().area;
  }
  // The Gauss rule fits the sections' areas; their second moments fall off faster towards the
  // poles, and one common factor makes the total right.
  const double correction = secondMoment / sampled;
  MassPoints out;
  const double reach = std::sqrt(2.0);  // four points at ±√2 σ have the spread σ on each axis
  for (std::size_t i = 0; i < rule.size(); ++i) {
    const SectionSpread s = spreadOf(sections[i], correction);
    const double zeta = sections[i].zeta;
    const auto& rest = shape.spec().rest;
    const std::array<ShapePoint, 4> points = {insidePoint(s.f + reach * s.sigmaF, s.g, zeta, rest),
                                              insidePoint(s.f - reach * s.sigmaF, s.g, zeta, rest),
                                              insidePoint(s.f, s.g + reach * s.sigmaG, zeta, rest),
                                              insidePoint(s.f, s.g - reach * s.sigmaG, zeta, rest)};
    const double quarter = 0.25 * mass * rule[i].weight / volume;
    if (!exponentsMove(shape.spec())) {
      out.points.addRow(points);
      out.mass.insert(out.mass.end(), 4, quarter);
      continue;
    }
    // Each point has its own u, so its height answers in its own way to a change of ε₁.
    for (const ShapePoint& p : points) {
      out.points.addRow({&p, 1});
      out.mass.insert(out.mass.end(), {quarter, 0, 0, 0});
    }
  }
  return out;
}

}  // namespace sinew
