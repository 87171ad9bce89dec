#pragma once
#include <numeric>

#include "core/math/Types.h"

namespace sinew {

/// Σ aᵢ bᵢ, in order.
inline double dot(const Reals& a, const Reals& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace sinew
