#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// A point pushes another one before it and lets it go: the string of a bow and the arrow's nock.
///
///   g_i = e_iᵀ w = 0,  i = 1, 2;   g₃ = tᵀ w ≤ 0;   w = x_A − x_B,  t the direction at B
/// A pushes B along t and never pulls. Once B is ahead by more than a little it has left for good.
/// [MICADO08] §7, the unilateral constraint of the bow.
ConstraintKind nockKind();

}  // namespace sinew
