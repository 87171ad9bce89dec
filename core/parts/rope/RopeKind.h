#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// Ropes, cables, cords and rods (Rope.h).
PartKind ropeKind();

/// Vertices round the drawn tube.
inline constexpr int kRopeSides = 12;

}  // namespace sinew
