#pragma once
#include <vector>

#include "core/math/Lanes.h"
#include "core/model/Part.h"
#include "core/parts/rope/BlockBand.h"

namespace sinew {

/// A section as it is now; symbols as in Rope.h, rates with a dot.
struct SectionState {
  Lanes t{}, m1{}, m2{};
  Lanes tRate{};                               ///< ṫ [1/s]
  Lanes curvature{};                           ///< k = K₁m₁ + K₂m₂ [1/u]
  double l = 1, lRate = 0;                     ///< ‖x′‖ [m/u], [m/(u s)]
  double inverse = 1;                          ///< 1/l
  double p = 0;                                ///< x″·t [m/u²]
  double K1 = 0, K2 = 0, tau = 0;              ///< [1/u]
  double K1Rate = 0, K2Rate = 0, tauRate = 0;  ///< [1/(u s)]
  double zeta = 0, spin = 0, spinSlope = 0;    ///< ζ, ω_t [rad/s], ω_t′ [rad/(s u)]
};

struct StretchState {
  Lanes t{}, xRate{};  ///< tangent, ẋ′
  double l = 1, lRate = 0;
};

struct RopeScratch final : PartScratch {
  std::vector<Lanes> x;     ///< [m] control points
  std::vector<Lanes> rate;  ///< [m/s] of control points; in the fourth lane η [rad/s] of the leg
  std::vector<SectionState> sections;
  std::vector<StretchState> stretch;
  BlockBand dynamics{0}, dynamicsFactor{0};  ///< M + h C + h² K
  mutable std::vector<Lanes> work, several;  ///< room for one vector, and for kTogether
};

inline const RopeScratch& ropeScratch(const PartScratch& scratch) {
  return static_cast<const RopeScratch&>(scratch);
}

/// Σ basis_k x_k over the four control points of a span.
inline Lanes sumOf(const std::array<double, 4>& basis, const Lanes* x) {
  return (basis[0] * x[0] + basis[1] * x[1]) + (basis[2] * x[2] + basis[3] * x[3]);
}
inline Lanes sumOf(const std::array<Lanes, 4>& basis, const Lanes* x) {
  return (basis[0] * x[0] + basis[1] * x[1]) + (basis[2] * x[2] + basis[3] * x[3]);
}
/// x, with this in the fourth lane in place of 0.
inline Lanes withSpin(Lanes x, double spin) {
  return x + Lanes{0, 0, 0, spin};
}

}  // namespace sinew
