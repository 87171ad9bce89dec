#include "core/math/Quantiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {
namespace {

constexpr int kPerOctave = 128;
constexpr int kOfZero = std::numeric_limits<int>::min();

int bucketOf(double value) {
  if (!(value > 0)) return kOfZero;
  int exponent = 0;
  const double share = std::frexp(value, &exponent);  // ½ to 1
  return kPerOctave * exponent + static_cast<int>(std::ceil((2 * share - 1) * kPerOctave));
}

double upperEnd(int bucket) {
  if (bucket == kOfZero) return 0;
  const int exponent = static_cast<int>(std::floor(static_cast<double>(bucket) / kPerOctave));
  const double within = static_cast<double>(bucket - kPerOctave * exponent) / kPerOctave;
  return std::ldexp(0.5 + 0.5 * within, exponent);
}

}  // namespace

void Quantiles::add(double value, double weight) {
  if (!std::isfinite(value)) return;
  m_max = std::max(m_max, value);
  if (!(weight > 0)) return;
  m_weights[bucketOf(value)] += weight;
  m_all += weight;
}

double Quantiles::at(double share) const {
  constexpr double kRounding = 1e-12;
  double above = 0;
  for (auto bucket = m_weights.rbegin(); bucket != m_weights.rend(); ++bucket) {
    above += bucket->second;
    if (above > (1 - share + kRounding) * m_all) return std::min(upperEnd(bucket->first), m_max);
  }
  return 0;
}

}  // namespace sinew
