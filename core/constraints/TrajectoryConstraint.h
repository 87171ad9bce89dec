#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// A point is led along a path: one drawn in space, or the length of another part, a rail or a
/// rope, which feels it.
///
///   g = x − p(s(t)),  s = L · along(t)                 the path p of length L [m] in space
///   g = x_a − x_b(s(t)),  s = N · along(t)             the track x_b of part b, N places long
///   ẋ_b at s(t) = (ẋ_b) + x_b′ ṡ,  ẍ_b likewise = (ẍ_b) + 2 ẋ_b′ ṡ + x_b″ ṡ² + x_b′ s̈
/// [MICADO08] §4.1 (7) moves a point by the violation E_p it is given; here E_p runs along a path.
ConstraintKind trajectoryKind();

}  // namespace sinew
