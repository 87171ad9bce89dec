#include "core/params/Curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew {
namespace {

double secant(const Curve& curve, std::size_t i, std::size_t component) {
  const Curve::Key& a = curve.keys[i];
  const Curve::Key& b = curve.keys[i + 1];
  return (b.value[component] - a.value[component]) / (b.time - a.time);
}

/// Slope of the smooth segments at key i where none is set. Catmull–Rom, but zero at extrema, at
/// the ends and next to a jump, and never more than three times a neighbouring secant: Fritsch and
/// Carlson's sufficient condition for a cubic Hermite segment to stay between its two keys.
double foundSlope(const Curve& curve, std::size_t i, std::size_t component) {
  if (i == 0 || i + 1 >= curve.keys.size()) return 0;
  const Interpolation before = curve.keys[i - 1].toNext;
  const Interpolation after = curve.keys[i].toNext;
  if (before == Interpolation::Step || after == Interpolation::Step) return 0;
  const double left = secant(curve, i - 1, component);
  const double right = secant(curve, i, component);
  if (left * right <= 0) return 0;
  double slope = 0;
  if (before == Interpolation::Linear) {
    slope = left;  // leave a straight segment along its own direction
  } else if (after == Interpolation::Linear) {
    slope = right;
  } else {
    const Curve::Key& a = curve.keys[i - 1];
    const Curve::Key& b = curve.keys[i + 1];
    slope = (b.value[component] - a.value[component]) / (b.time - a.time);
  }
  const double limit = 3 * std::min(std::abs(left), std::abs(right));
  return std::clamp(slope, -limit, limit);
}

double slopeAfter(const Curve& curve, std::size_t i, std::size_t component) {
  const auto& set = curve.keys[i].slopes;
  return set ? set->after[component] : foundSlope(curve, i, component);
}

double slopeBefore(const Curve& curve, std::size_t i, std::size_t component) {
  const auto& set = curve.keys[i].slopes;
  return set ? set->before[component] : foundSlope(curve, i, component);
}

struct Cubic {
  double value, rate, acceleration;
};

/// A smooth segment: y = y0 + m τ + c τ² + d τ³, τ [s] after its first key.
struct Hermite {
  double y0, m, c, d;

  /// Between y0 and y1 with slopes m0, m1 over h seconds; c and d follow from the values at τ = h.
  Hermite(const std::array<double, 4>& ends, double h) : y0(ends[0]), m(ends[2]) {
    const double mean = (ends[1] - y0) / h, m1 = ends[3];
    c = (3 * mean - 2 * m - m1) / h;
    d = (m + m1 - 2 * mean) / (h * h);
  }
  Cubic at(double tau) const {
    return {y0 + tau * (m + tau * (c + tau * d)), m + tau * (2 * c + 3 * d * tau),
            2 * c + 6 * d * tau};
  }
};

Hermite segment(const Curve& curve, std::size_t i, std::size_t c) {
  const Curve::Key &from = curve.keys[i], &to = curve.keys[i + 1];
  return Hermite(
      {from.value[c], to.value[c], slopeAfter(curve, i, c), slopeBefore(curve, i + 1, c)},
      to.time - from.time);
}

}  // namespace

Curve::Sample Curve::at(double time) const {
  Sample sample;
  if (keys.empty()) return sample;
  const auto next = std::upper_bound(keys.begin(), keys.end(), time,
                                     [](double t, const Key& key) { return t < key.time; });
  if (next == keys.begin() || next == keys.end()) {
    sample.value = next == keys.begin() ? keys.front().value : keys.back().value;
    return sample;
  }
  const auto i = static_cast<std::size_t>(next - keys.begin()) - 1;
  const Key& key = keys[i];
  if (key.toNext == Interpolation::Step) {
    sample.value = key.value;
    return sample;
  }
  const double tau = time - key.time, s = tau / (next->time - key.time);
  for (std::size_t c = 0; c < static_cast<std::size_t>(components); ++c) {
    if (key.toNext == Interpolation::Linear) {
      sample.rate[c] = secant(*this, i, c);
      sample.value[c] = key.value[c] + s * (next->value[c] - key.value[c]);
      continue;
    }
    const Cubic cubic = segment(*this, i, c).at(tau);
    sample.value[c] = cubic.value;
    sample.rate[c] = cubic.rate;
    sample.acceleration[c] = cubic.acceleration;
  }
  return sample;
}

Curve::Slopes Curve::slopesAt(std::size_t key) const {
  Slopes slopes;
  for (std::size_t c = 0; c < static_cast<std::size_t>(components); ++c) {
    slopes.before[c] = slopeBefore(*this, key, c);
    slopes.after[c] = slopeAfter(*this, key, c);
  }
  return slopes;
}

std::pair<double, double> Curve::rangeFrom(std::size_t key, std::size_t component) const {
  const double from = keys[key].value[component];
  if (key + 1 >= keys.size() || keys[key].toNext == Interpolation::Step) return {from, from};
  const double to = keys[key + 1].value[component];
  std::pair<double, double> range = std::minmax(from, to);
  if (keys[key].toNext == Interpolation::Linear) return range;
  const Hermite y = segment(*this, key, component);
  const auto include = [&](double tau) {
    if (!(tau > 0 && tau < keys[key + 1].time - keys[key].time)) return;
    const double value = y.at(tau).value;
    range = {std::min(range.first, value), std::max(range.second, value)};
  };
  // y' = m + 2 c τ + 3 d τ² = 0, by the form that loses no digits.
  const double spread = y.c * y.c - 3 * y.d * y.m;
  if (spread < 0) return range;
  const double q = -(y.c + std::copysign(std::sqrt(spread), y.c));
  include(y.m / q);
  include(q / (3 * y.d));
  return range;
}

void Curve::eventTimes(double from, double to, std::vector<double>& out) const {
  // Smooth segments meet with equal slopes but unequal curvatures, so every key counts.
  if (keys.size() < 2) return;
  for (const Key& key : keys)
    if (key.time > from && key.time <= to) out.push_back(key.time);
}

}  // namespace sinew
