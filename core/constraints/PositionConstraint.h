#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// A material point is held at a place in space that may be keyed.
///
///   g = x − p(t) = 0,   ġ = ẋ − ṗ,   g̈ = ẍ − p̈
/// so G = I, γ = −p̈. [Metaxas93] (13) with an explicit time; [MICADO08] "position".
ConstraintKind positionKind();

}  // namespace sinew
