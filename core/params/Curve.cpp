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

/// Slope of the smooth segments at key i. Catmull–Rom, but zero at extrema, at the ends and next
/// to a jump, and never more than three times a neighbouring secant: Fritsch and Carlson's
/// sufficient condition for a cubic Hermite segment to stay between its two keys.
double slopeAt(const Curve& curve, std::size_t i, std::size_t component) {
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

struct Cubic {
  double value, rate, acceleration;
};

/// Cubic Hermite between y0 and y1 with slopes m0, m1 over h seconds, at fraction s of it.
Cubic hermite(const std::array<double, 4>& ends, double h, double s) {
  const auto [y0, y1, m0, m1] = ends;
  // y = y0 + m0 τ + c τ² + d τ³ with τ = s h; c and d follow from the values at τ = h.
  const double mean = (y1 - y0) / h;
  const double c = (3 * mean - 2 * m0 - m1) / h;
  const double d = (m0 + m1 - 2 * mean) / (h * h);
  const double tau = s * h;
  return {y0 + tau * (m0 + tau * (c + tau * d)), m0 + tau * (2 * c + 3 * d * tau),
          2 * c + 6 * d * tau};
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
  const double h = next->time - key.time;
  const double s = (time - key.time) / h;
  for (std::size_t c = 0; c < static_cast<std::size_t>(components); ++c) {
    if (key.toNext == Interpolation::Linear) {
      sample.rate[c] = secant(*this, i, c);
      sample.value[c] = key.value[c] + s * (next->value[c] - key.value[c]);
      continue;
    }
    const Cubic cubic = hermite(
        {key.value[c], next->value[c], slopeAt(*this, i, c), slopeAt(*this, i + 1, c)}, h, s);
    sample.value[c] = cubic.value;
    sample.rate[c] = cubic.rate;
    sample.acceleration[c] = cubic.acceleration;
  }
  return sample;
}

void Curve::eventTimes(double from, double to, std::vector<double>& out) const {
  // Smooth segments meet with equal slopes but unequal curvatures, so every key counts.
  if (keys.size() < 2) return;
  for (const Key& key : keys)
    if (key.time > from && key.time <= to) out.push_back(key.time);
}

}  // namespace sinew
