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

}  // namespace

Wind::Wind(Curve mean, const Turbulence::Spec& gusts) : m_mean(std::move(mean)), m_gusts(gusts) {
  m_drift.push_back(Vec3::Zero());
  for (std::size_t i = 1; i < m_mean.keys.size(); ++i) {
    m_drift.push_back(m_drift.back() +
                      integral(m_mean, m_mean.keys[i - 1].time, m_mean.keys[i].time));
  }
}

// How far the wind has carried what floats in it: gusts keep their shape on the way (Taylor's
// hypothesis).
Vec3 Wind::drift(double time) const {
  const auto after = std::upper_bound(m_mean.keys.begin(), m_mean.keys.end(), time,
                                      [](double t, const Curve::Key& key) { return t < key.time; });
  const std::size_t key = after == m_mean.keys.begin() ? 0 : after - m_mean.keys.begin() - 1;
  return m_drift[key] + integral(m_mean, m_mean.keys[key].time, time);
}

Wind::Instant Wind::at(double time) const {
  Instant instant;
  instant.m_mean = valueAt(m_mean, time);
  if (m_gusts.still()) return instant;
  instant.m_gusts = &m_gusts;
  instant.m_time = time;
  instant.m_drift = drift(time);
  return instant;
}

Vec3 Wind::Instant::at(const Vec3& place) const {
  return m_gusts ? Vec3(m_mean + m_gusts->at(place - m_drift, m_time)) : m_mean;
}

void Wind::eventTimes(double from, double to, std::vector<double>& out) const {
  m_mean.eventTimes(from, to, out);
}

}  // namespace sinew
