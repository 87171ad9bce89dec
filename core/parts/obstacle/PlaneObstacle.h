#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// An impenetrable half-space bounded by a plane, fixed or keyed: the ground, a wall, the swatter
/// of [Metaxas93] Fig. 4(g). It has no coordinates of its own; its place and normal are curves.
/// Material point: [x, z] metres on the plane from its origin, along its own two axes.
PartKind planeKind();

}  // namespace sinew
