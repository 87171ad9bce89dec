#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// An impenetrable rod with round ends along its y axis, fixed or keyed: a pole, a rail, a limb.
/// Material point: [x, y, z] from its middle along its axes [m].
PartKind capsuleKind();

}  // namespace sinew
