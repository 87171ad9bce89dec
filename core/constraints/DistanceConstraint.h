#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// Two material points, or a point and a place in space, keep a distance that may be keyed; or
/// have it as the most or the least (g ≤ 0 with the sign turned for the latter).
///
///   g = ‖d‖ − ℓ(t),  d = x_A − x_B,  n = d/‖d‖
///   ġ = nᵀḋ − ℓ̇
///   g̈ = nᵀ(ẍ_A − ẍ_B) + (‖ḋ‖² − (nᵀḋ)²)/‖d‖ − ℓ̈
/// so G_A = nᵀ, G_B = −nᵀ; [MICADO08] "distance" and "sphere".
/// Where the points coincide n is undefined; the world's up direction stands in for it.
ConstraintKind distanceKind();

}  // namespace sinew
