#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// An impenetrable solid of any shape, read from a file, fixed or keyed: a bowl, a rock, a stair.
/// Material point: [x, y, z] as the file has it, before the solid is scaled.
PartKind meshKind();

}  // namespace sinew
