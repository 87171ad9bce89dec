#pragma once
#include <cstdint>
#include <random>

#include "core/math/Types.h"

namespace sinew::test {

/// Random numbers that are the same with every standard library.
class Seeded {
 public:
  explicit Seeded(std::uint64_t seed) : m_random(seed) {}

  double uniform(double from, double to) {
    return from + (to - from) * (static_cast<double>(m_random() >> 11) * 0x1p-53);
  }
  /// Each component in [−size, size].
  Vec3 vector(double size) {
    const double x = uniform(-size, size), y = uniform(-size, size);
    return {x, y, uniform(-size, size)};
  }
  int below(int count) { return static_cast<int>(m_random() % static_cast<std::uint64_t>(count)); }

 private:
  std::mt19937_64 m_random;
};

}  // namespace sinew::test
