#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// Two material points stay together and their directions along each other, or one is held so in
/// space: a branch that grows out of a rope, a stalk out of a surface, a clamp.
///
///   g = (x_A − x_B, alignment of d_A with d_B)   five rows, the last two in rad
/// [MICADO08] §5. DEPARTURE: the two directions across the tangent only, as in orientation.
ConstraintKind fusionKind();

}  // namespace sinew
