#include "core/parts/superquadric/SuperquadricShape.h"

#include <algorithm>
#include <numbers>

namespace sinew {
namespace {

using Lane = Eigen::Array<double, MaterialPoints::kLane, 1>;
using ConstLaneMap = Eigen::Map<const Lane, Eigen::Aligned32>;
using LaneMap = Eigen::Map<Lane, Eigen::Aligned32>;

constexpr double kAngleSnap = 1e-7;  ///< [rad]

/// f, g, ζ of a material point at the present exponents.
template <class T>
struct Primitive {
  T f, g, zeta;
};

template <class T>
Primitive<T> primitive(const ShapePoint& at, const GlobalValues<T>& now, const ShapeSpec& spec) {
  using std::exp;
  const T e1 = now[Global::Exponent1] - spec.rest[Global::Exponent1];
  const T e2 = now[Global::Exponent2] - spec.rest[Global::Exponent2];
  return {at.f * exp(e1 * at.logCosU + e2 * at.logCosV),
          at.g * exp(e1 * at.logCosU + e2 * at.logSinV), at.zeta * exp(e1 * at.logSinU)};
}

template <class T>
Triple<T> affine(const SectionColumns<T>& c, T f, T g) {
  return {c.c0[0] + f * c.c1[0] + g * c.c2[0], c.c0[1] + f * c.c1[1] + g * c.c2[1],
          c.c0[2] + f * c.c1[2] + g * c.c2[2]};
}

/// ∂s/∂(parameter) at a point of a section.
template <class T>
Triple<T> column(const CrossSection<T>& section, const Primitive<T>& e, const ShapePoint& at,
                 Global::Param parameter) {
  if (parameter == Global::Exponent1) {
    // d|w|^ε/dε = |w|^ε log|w|: f, g scale with log|cos u|, ζ with log|sin u|.
    const Triple<T> slope = affine(section.byZeta, e.f, e.g);
    const T df = e.f * at.logCosU, dg = e.g * at.logCosU, dz = e.zeta * at.logSinU;
    Triple<T> out;
    for (std::size_t i = 0; i < 3; ++i) {
      out[i] = slope[i] * dz + section.shape.c1[i] * df + section.shape.c2[i] * dg;
    }
    return out;
  }
  if (parameter == Global::Exponent2) {
    const T df = e.f * at.logCosV, dg = e.g * at.logSinV;
    Triple<T> out;
    for (std::size_t i = 0; i < 3; ++i) {
      out[i] = section.shape.c1[i] * df + section.shape.c2[i] * dg;
    }
    return out;
  }
  return affine(section.by[parameter], e.f, e.g);
}

/// Columns `first`… of `out` at a row's slots ← c₀ + f c₁ + g c₂, four slots at a time.
template <class Matrix>
void fillRow(const MaterialPoints& points, const MaterialPoints::Row& row, const SectionNumbers& c,
             Matrix& out, int first) {
  for (int axis = 0; axis < 3; ++axis) {
    double* to = out.col(first + axis).data();
    const auto k = static_cast<std::size_t>(axis);
    for (int i = row.first; i < row.first + row.slots; i += MaterialPoints::kLane) {
      LaneMap(to + i) =
          c[0][k] + ConstLaneMap(points.f() + i) * c[1][k] + ConstLaneMap(points.g() + i) * c[2][k];
    }
  }
}

SectionNumbers valuesOf(const SectionColumns<double>& c) {
  return {c.c0, c.c1, c.c2};
}

SectionNumbers ratesOf(const SectionColumns<Dual>& c) {
  SectionNumbers out;
  for (std::size_t i = 0; i < 3; ++i) {
    out[0][i] = c.c0[i].rate;
    out[1][i] = c.c1[i].rate;
    out[2][i] = c.c2[i].rate;
  }
  return out;
}

struct SnappedAngle {
  double cosine, sine;
};

SnappedAngle snapped(double angle) {
  SnappedAngle a{std::cos(angle), std::sin(angle)};
  if (std::abs(a.cosine) < kAngleSnap) a = {0, a.sine > 0 ? 1.0 : -1.0};
  if (std::abs(a.sine) < kAngleSnap) a = {a.cosine > 0 ? 1.0 : -1.0, 0};
  return a;
}

double signedPower(double base, double exponent) {
  return base == 0 ? 0.0 : std::copysign(std::pow(std::abs(base), exponent), base);
}

double logOrZero(double x) {
  return x == 0 ? 0.0 : std::log(std::abs(x));
}

}  // namespace

SuperquadricShape::SuperquadricShape(ShapeSpec spec) : m_spec(std::move(spec)) {
  const auto moves = [&](Global::Param p) {
    return std::find(m_spec.moving.begin(), m_spec.moving.end(), p) != m_spec.moving.end();
  };
  m_fixed = {m_spec.scale, m_spec.bendCentre, m_spec.bendExtent,
             m_spec.rest[Global::Twist] != 0 || moves(Global::Twist),
             m_spec.rest[Global::Bend] != 0 || moves(Global::Bend)};
  m_exponentsMove = moves(Global::Exponent1) || moves(Global::Exponent2);
}

void SuperquadricShape::restValues(double* qs) const {
  for (const Global::Param p : m_spec.moving) *qs++ = m_spec.rest[p];
}

GlobalValues<double> SuperquadricShape::values(const double* qs) const {
  GlobalValues<double> all = m_spec.rest;
  for (const Global::Param p : m_spec.moving) all[p] = *qs++;
  return all;
}

GlobalValues<Dual> SuperquadricShape::values(const double* qs, const double* rates) const {
  GlobalValues<Dual> all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = m_spec.rest[i];
  for (const Global::Param p : m_spec.moving) all[p] = {*qs++, *rates++};
  return all;
}

ShapePoint SuperquadricShape::surfacePoint(double u, double v) const {
  const SnappedAngle a = snapped(u), b = snapped(v);
  const double e1 = m_spec.rest[Global::Exponent1], e2 = m_spec.rest[Global::Exponent2];
  const double ring = signedPower(a.cosine, e1);
  return {ring * signedPower(b.cosine, e2),
          ring * signedPower(b.sine, e2),
          signedPower(a.sine, e1),
          logOrZero(a.cosine),
          logOrZero(a.sine),
          logOrZero(b.cosine),
          logOrZero(b.sine)};
}

double SuperquadricShape::reach(const double* qs) const {
  const GlobalValues<double> p = values(qs);
  const double length = m_fixed.scale * std::abs(p[Global::Radius3]);
  const double wide =
      m_fixed.scale * std::abs(p[Global::Radius1]) * (1 + std::abs(p[Global::Taper1]));
  const double deep =
      m_fixed.scale * std::abs(p[Global::Radius2]) * (1 + std::abs(p[Global::Taper2]));
  const double sheared = length * std::hypot(p[Global::Shear1], p[Global::Shear2]);
  // A bend keeps the axis' length but swings its ends about the bend's centre.
  const double axis = length * (1 + (m_fixed.bends ? 2 * std::abs(m_fixed.bendCentre) : 0));
  return axis + std::hypot(wide, deep) + sheared;
}

Vec3 SuperquadricShape::place(const ShapePoint& point, const double* qs) const {
  const GlobalValues<double> now = values(qs);
  const Primitive<double> e = m_exponentsMove ? primitive(point, now, m_spec)
                                              : Primitive<double>{point.f, point.g, point.zeta};
  const Triple<double> s = affine(placeSection(m_fixed, now, e.zeta), e.f, e.g);
  return {s[0], s[1], s[2]};
}

void SuperquadricShape::differentiate(const ShapePoint& point, const double* qs,
                                      const double* rates, ShapeJet& out) const {
  const GlobalValues<Dual> now = values(qs, rates);
  const Primitive<Dual> e = m_exponentsMove ? primitive(point, now, m_spec)
                                            : Primitive<Dual>{point.f, point.g, point.zeta};
  CrossSection<Dual> section;
  evaluateSection(m_fixed, now, e.zeta, section);
  const Triple<Dual> s = affine(section.shape, e.f, e.g);
  out.s = Vec3(s[0].value, s[1].value, s[2].value);
  out.curve.setZero();
  out.J.resize(3, moving());
  for (int k = 0; k < moving(); ++k) {
    const Triple<Dual> c = column(section, e, point, m_spec.moving[static_cast<std::size_t>(k)]);
    for (int i = 0; i < 3; ++i) {
      out.J(i, k) = c[static_cast<std::size_t>(i)].value;
      out.curve[i] += c[static_cast<std::size_t>(i)].rate * rates[k];
    }
  }
}

template <class T>
T SuperquadricShape::heightOf(const MaterialPoints::Row& row, const GlobalValues<T>& now) const {
  if (!m_exponentsMove) return T(row.zeta);
  ShapePoint axis;
  axis.zeta = row.zeta;
  axis.logSinU = row.logSinU;
  return primitive(axis, now, m_spec).zeta;
}

ShapeField SuperquadricShape::makeField(const MaterialPoints& points) const {
  ShapeField field;
  field.s.setZero(points.slots(), 3);
  field.curve.setZero(points.slots(), 3);
  field.J.setZero(points.slots(), 3 * moving());
  if (m_exponentsMove) field.Jdot.setZero(points.slots(), 3 * moving());
  field.rowRates.resize(points.rows().size() * m_spec.moving.size());
  return field;
}

void SuperquadricShape::place(const MaterialPoints& points, const double* qs, Field& s) const {
  const GlobalValues<double> now = values(qs);
  for (const MaterialPoints::Row& row : points.rows()) {
    const SectionColumns<double> section = placeSection(m_fixed, now, heightOf(row, now));
    if (!m_exponentsMove) {
      fillRow(points, row, valuesOf(section), s, 0);
      continue;
    }
    for (int i = row.first; i < row.first + row.slots; ++i) {
      const auto e = primitive(points.atSlot(row, i), now, m_spec);
      const Triple<double> at = affine(section, e.f, e.g);
      s.row(i) << at[0], at[1], at[2];
    }
  }
}

void SuperquadricShape::sample(const MaterialPoints& points, const double* qs,
                               ShapeField& out) const {
  const GlobalValues<double> now = values(qs);
  CrossSection<double> section;
  for (const MaterialPoints::Row& row : points.rows()) {
    evaluateSection(m_fixed, now, heightOf(row, now), section);
    if (!m_exponentsMove) {
      fillRow(points, row, valuesOf(section.shape), out.s, 0);
      for (int k = 0; k < moving(); ++k) {
        const auto p = static_cast<std::size_t>(m_spec.moving[static_cast<std::size_t>(k)]);
        fillRow(points, row, valuesOf(section.by[p]), out.J, 3 * k);
      }
      continue;
    }
    for (int i = row.first; i < row.first + row.slots; ++i) {
      const ShapePoint at = points.atSlot(row, i);
      const auto e = primitive(at, now, m_spec);
      const Triple<double> s = affine(section.shape, e.f, e.g);
      out.s.row(i) << s[0], s[1], s[2];
      for (int k = 0; k < moving(); ++k) {
        const auto c = column(section, e, at, m_spec.moving[static_cast<std::size_t>(k)]);
        out.J.row(i).segment<3>(3 * k) << c[0], c[1], c[2];
      }
    }
  }
}

void SuperquadricShape::sampleRates(const MaterialPoints& points, const double* qs,
                                    const double* rates, ShapeField& out) const {
  const GlobalValues<Dual> now = values(qs, rates);
  if (m_exponentsMove) return sampleRatesSlotwise(points, now, rates, out);
  CrossSection<Dual> section;
  SectionNumbers* columns = out.rowRates.data();
  for (const MaterialPoints::Row& row : points.rows()) {
    evaluateSection(m_fixed, now, Dual(row.zeta), section);
    SectionNumbers sum{};
    for (int k = 0; k < moving(); ++k, ++columns) {
      const auto p = static_cast<std::size_t>(m_spec.moving[static_cast<std::size_t>(k)]);
      *columns = ratesOf(section.by[p]);
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) sum[i][j] += rates[k] * (*columns)[i][j];
      }
    }
    fillRow(points, row, sum, out.curve, 0);
  }
}

void SuperquadricShape::sampleRatesSlotwise(const MaterialPoints& points,
                                            const GlobalValues<Dual>& now, const double* rates,
                                            ShapeField& out) const {
  CrossSection<Dual> section;
  for (const MaterialPoints::Row& row : points.rows()) {
    evaluateSection(m_fixed, now, heightOf(row, now), section);
    for (int k = 0; k < moving(); ++k) {
      const Global::Param p = m_spec.moving[static_cast<std::size_t>(k)];
      for (int i = row.first; i < row.first + row.slots; ++i) {
        const ShapePoint at = points.atSlot(row, i);
        const auto c = column(section, primitive(at, now, m_spec), at, p);
        out.Jdot.row(i).segment<3>(3 * k) << c[0].rate, c[1].rate, c[2].rate;
      }
    }
  }
  out.curve.setZero();
  for (int k = 0; k < moving(); ++k) out.curve += rates[k] * out.Jdot.middleCols<3>(3 * k);
}

void SuperquadricShape::addRateTransposed(const MaterialPoints& points, const ShapeField& field,
                                          const Field& F, double* out) const {
  if (m_exponentsMove) {
    for (int k = 0; k < moving(); ++k) {
      out[k] += field.Jdot.middleCols<3>(3 * k).cwiseProduct(F).sum();
    }
    return;
  }
  // J̇ = ċ₀ + f ċ₁ + g ċ₂ on each section, so F enters by its moments 1, f, g there.
  const SectionNumbers* columns = field.rowRates.data();
  for (const MaterialPoints::Row& row : points.rows()) {
    std::array<Lane, 9> sums;
    sums.fill(Lane::Zero());
    for (int i = row.first; i < row.first + row.slots; i += MaterialPoints::kLane) {
      const ConstLaneMap f(points.f() + i), g(points.g() + i);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const ConstLaneMap force(F.col(static_cast<int>(axis)).data() + i);
        sums[axis] += force;
        sums[3 + axis] += f * force;
        sums[6 + axis] += g * force;
      }
    }
    Eigen::Matrix<double, 9, 1> moments;
    for (int i = 0; i < 9; ++i) moments[i] = sums[static_cast<std::size_t>(i)].sum();
    for (int k = 0; k < moving(); ++k, ++columns) {
      out[k] += Eigen::Map<const Eigen::Matrix<double, 9, 1>>((*columns)[0].data()).dot(moments);
    }
  }
}

}  // namespace sinew
