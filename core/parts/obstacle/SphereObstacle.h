#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// An impenetrable ball, fixed or keyed. Material point: [x, y, z] from its centre [m].
PartKind sphereKind();

}  // namespace sinew
