#include "core/forces/Wind.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

Vec3 valueAt(const Curve& curve, double time) {
  const auto value = curve.at(time).value;
  return {value[0], value[1], value[2]};
}

// ∫ of the curve between two times with no key between them, by Gauss's rule of two points: exact
// for cubics, and never at the ends, where it may jump.
Vec3 integral(const Curve& curve, double from, double to) {
  const double middle = 0.5 * (from + to), aside = 0.5 * (to - from) / std::sqrt(3.0);
  return 0.5 * (to - from) * (valueAt(curve, middle - aside) + valueAt(curve, middle + aside));
}

// Gusts of 1 m/s, or none at all where none are ever asked for.
Turbulence::Spec evenGusts(const Wind::Spec& spec) {
  const bool blow =
      std::ranges::any_of(spec.gusts.keys, [](const Curve::Key& key) { return key.value[0] > 0; });
  return {blow ? 1.0 : 0.0, spec.eddies, spec.seed};
}

}  // namespace

Wind::Path::Path(Curve rate) : m_rate(std::move(rate)) {
  m_since.push_back(0);
  m_to.push_back(Vec3::Zero());
  for (const Curve::Key& key : m_rate.keys) {
    if (key.time <= 0) continue;
    m_to.push_back(m_to.back() + integral(m_rate, m_since.back(), key.time));
    m_since.push_back(key.time);
  }
}

Vec3 Wind::Path::rateAt(double time) const {
  return valueAt(m_rate, time);
}

// Not since the first key: a later key must not change what was before it.
Vec3 Wind::Path::until(double time) const {
  const auto after = std::upper_bound(m_since.begin(), m_since.end(), time);
  const std::size_t last = after == m_since.begin() ? 0 : after - m_since.begin() - 1;
  return m_to[last] + integral(m_rate, m_since[last], time);
}

Wind::Wind(Spec spec)
    : m_mean(std::move(spec.mean)), m_strength(spec.gusts), m_gusts(evenGusts(spec)) {}

// Gusts keep their shape while the mean wind carries them (Taylor's hypothesis). Eddies turn as
// fast as they blow, so keyed ones turn with the sum of their strength over time, never backwards.
Wind::Instant Wind::at(double time) const {
  Instant instant;
  instant.m_mean = m_mean.rateAt(time);
  instant.m_strength = m_strength.rateAt(time).x();
  if (m_gusts.still() || instant.m_strength <= 0) return instant;
  instant.m_gusts = &m_gusts;
  instant.m_turned = m_strength.until(time).x();
  instant.m_drift = m_mean.until(time);
  return instant;
}

Vec3 Wind::Instant::at(const Vec3& place) const {
  if (!m_gusts) return m_mean;
  return m_mean + m_strength * m_gusts->at(place - m_drift, m_turned);
}

void Wind::eventTimes(double from, double to, std::vector<double>& out) const {
  m_mean.rate().eventTimes(from, to, out);
  m_strength.rate().eventTimes(from, to, out);
}

}  // namespace sinew
