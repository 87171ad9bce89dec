#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// The direction at a material point, a rope's tangent or the way out of a surface, points where it
/// is told: along one of space, which may be keyed, or that of another material point.
///
///   ‖g‖ = angle between the two [rad], two rows (Directions.h, Alignment); [MICADO08] (4).
ConstraintKind orientationKind();

}  // namespace sinew
