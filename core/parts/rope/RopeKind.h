#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// Ropes, cables, cords and rods (Rope.h).
PartKind ropeKind();

}  // namespace sinew
