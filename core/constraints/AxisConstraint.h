#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// A material point stays on a straight line: one of space, which may be keyed, or one that a part
/// carries along the direction at another material point.
///
///   g_i = e_iᵀ(x_A − p),  i = 1, 2,   e_i across d (CrossAxes)
///   p = origin(t), d = direction(t)  or  p = x_B, d = d_B;  [MICADO08] "axis".
ConstraintKind axisKind();

}  // namespace sinew
