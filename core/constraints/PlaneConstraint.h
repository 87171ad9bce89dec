#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// A material point stays in a plane: one of space, which may be keyed, or one that a part carries
/// across the direction at another material point.
///
///   g = nᵀ(x_A − p),   n = d/‖d‖,   p = origin(t), d = normal(t)  or  p = x_B, d = d_B
/// G_A = nᵀ, G_B = −nᵀ, D_B = (x_A − p)ᵀ(I − nnᵀ)/‖d‖; [MICADO08] "plane".
ConstraintKind planeConstraintKind();

}  // namespace sinew
