#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// Second-order integrator with a fixed step that takes the internal forces of parts at its end, as
/// implicit Euler does, and the last step into account, so that swings live on.
///
///   (y′ − y)/h = (1 − β) (y − y₋)/h₋ + β ẏ′,   β = (1 + ω)/(1 + 2ω),   ω = h/h₋
///
/// the backward differentiation formula for steps that vary; β = 2/3 for equal ones. Without a past
/// (at the start, after keys and jumps) it is implicit Euler, β = 1. Its stiff limit forgets
/// (amplification → 0), so that multipliers of hard constraints do not oscillate, as those of a
/// midpoint rule would; a vibration ω_v loses (ω_v h)⁴/4 of its amplitude in a step.
///
/// The configuration has no differences y − y₋, but a mean velocity between them, which with the
/// mean rate of v makes up the memory: h₋, then ν, then v̇.
IntegratorKind bdf2Kind();

}  // namespace sinew
