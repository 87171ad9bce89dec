#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// Two material points stay together.
///
/// Paper: [Metaxas93] §6.1, eq. (29).
///   g = x_A − x_B = 0,   ġ = ẋ_A − ẋ_B,   g̈ = ẍ_A − ẍ_B            (29)
/// so G_A = I, G_B = −I, γ = 0. Feels no common motion of its two parts.
ConstraintKind pointToPointKind();

}  // namespace sinew
