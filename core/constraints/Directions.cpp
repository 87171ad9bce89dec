#include "core/constraints/Directions.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

// An axis along which nothing is drawn: opposite to it the axes across would jump.
const Vec3 kAxis = Vec3(-0.48, 0.36, 0.8);
const std::array<Vec3, 2> kAcross = {Vec3(0.6, 0.8, 0), Vec3(-0.64, 0.48, -0.6)};

/// f = θ/sin θ with its first two derivatives by c = cos θ.
struct AngleOverSine {
  double f, first, second;
};

// For small angles by its series in s = 1 − c, Σ a_n sⁿ with a_n = a_{n−1} n/(2n + 1).
AngleOverSine seriesOf(double s) {
  constexpr int kTerms = 16;
  AngleOverSine sum{0, 0, 0};
  double a = 1, power = 1, before = 0, beforeThat = 0;  // sⁿ, sⁿ⁻¹, sⁿ⁻²
  for (int n = 0; n < kTerms; ++n) {
    if (n > 0) a *= n / (2.0 * n + 1);
    sum.f += a * power;
    sum.first -= a * n * before;
    sum.second += a * n * (n - 1) * beforeThat;
    beforeThat = before;
    before = power;
    power *= s;
  }
  return sum;
}

AngleOverSine angleOverSine(double c) {
  constexpr double kSmall = 0.05, kFlat = 1e-6;
  if (1 - c < kSmall) return seriesOf(1 - c);
  const double sine = std::max(std::sqrt(std::max(1 - c * c, 0.0)), kFlat);
  const double angle = std::atan2(sine, c), cube = sine * sine * sine;
  return {angle / sine, (angle * c - sine) / cube,
          (angle * (1 + 2 * c * c) - 3 * c * sine) / (cube * sine * sine)};
}

}  // namespace

std::vector<MaterialPoint> oneOrTwo(const ParamReader& params, std::string_view first,
                                    std::string_view second) {
  std::vector<MaterialPoint> anchors = {params.materialPoint(first)};
  if (params.given(second)) anchors.push_back(params.materialPoint(second));
  return anchors;
}

VectorJet positionOf(const PointSample& sample) {
  return {sample.position, sample.velocity, Vec3::Zero()};
}

VectorJet directionOf(const PointSample& sample) {
  return {sample.direction, sample.turning, Vec3::Zero()};
}

void setRow(int row, const Jet& g, ConstraintRows& out) {
  const auto i = static_cast<std::size_t>(row);
  out.g[i] = g.value;
  out.rate[i] = g.rate;
  out.gamma[i] = g.acceleration;
}

bool areOpposite(std::span<const PointSample> points) {
  return points[0].direction.dot(points[1].direction) < 0;
}

CrossAxes::CrossAxes(const VectorJet& d) : m_length(d.value.norm()), m_t(normalised(d)) {
  const VectorJet axis{kAxis, Vec3::Zero(), Vec3::Zero()};
  const Jet share = reciprocal(Jet{1, 0, 0} + dot(axis, m_t));
  for (std::size_t i = 0; i < 2; ++i) {
    const VectorJet across{kAcross[i], Vec3::Zero(), Vec3::Zero()};
    m_e[i] = across - (dot(across, m_t) * share) * (axis + m_t);
  }
}

Vec3 CrossAxes::gradientAlong(const Vec3& w) const {
  const Vec3& t = m_t.value;
  return (w - t * t.dot(w)) / m_length;
}

Vec3 CrossAxes::gradient(int i, const Vec3& w) const {
  const Vec3 &t = m_t.value, &r = kAcross[static_cast<std::size_t>(i)];
  const double share = 1 / (1 + kAxis.dot(t)), lean = share * (kAxis + t).dot(w);
  return gradientAlong(-lean * r + r.dot(t) * share * (lean * kAxis - w));
}

std::array<Vec3, 2> Alignment::addRows(const VectorJet& d, const CrossAxes& axes, int first,
                                       ConstraintRows& out, ConstraintRows::Gradient& turned) {
  VectorJet u = normalised(d);
  // Turned right round any way is as short; without a choice nothing would ever turn.
  constexpr double kOpposite = -1 + 1e-12, kAside = 1e-5;
  if (dot(u, axes.along()).value < kOpposite) {
    u.value = (u.value + kAside * axes.across(0).value).normalized();
  }
  const Jet cosine = dot(u, axes.along());
  const AngleOverSine angle = angleOverSine(cosine.value);
  const Jet scale = chain(cosine, angle.f, angle.first, angle.second);
  const double length = d.value.norm();
  const Vec3& t = axes.along().value;
  std::array<Vec3, 2> byAxis;
  for (int i = 0; i < 2; ++i) {
    const VectorJet& e = axes.across(i);
    const Jet part = dot(e, u), g = scale * part;
    setRow(first + i, g, out);
    const Vec3 byUnit = angle.f * e.value + angle.first * part.value * t;
    turned.row(first + i) = (byUnit - u.value * u.value.dot(byUnit)) / length;
    byAxis[static_cast<std::size_t>(i)] = angle.f * axes.gradient(i, u.value) +
                                          axes.gradientAlong(angle.first * part.value * u.value);
  }
  return byAxis;
}

}  // namespace sinew
