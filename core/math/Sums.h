#pragma once
#include <numeric>

#include "core/math/Types.h"

namespace sinew {

/// Σ aᵢ bᵢ, in order.
inline double dot(const Reals& a, const Reals& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// sum += factor x
inline void addTo(Reals& sum, double factor, const Reals& x) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * x[i];
}

}  // namespace sinew
