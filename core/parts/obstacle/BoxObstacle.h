#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// An impenetrable box, fixed or keyed: a step, a table, a wall with an edge. Material point:
/// [x, y, z] from its middle along its axes [m].
PartKind boxKind();

}  // namespace sinew
