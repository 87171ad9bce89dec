#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// First-order integrator with a fixed step that takes the internal forces of parts at its end, so
/// that stiff ones set no limit to it.
///
/// Paper: [MICADO08] §2, linearised implicit Euler on [K Jᵀ; J 0][Δx; −λ] = [F; E] (2).
/// DEPARTURE: the mass and stiffness of each part are factored by themselves and the multipliers
/// solved for by their Schur complement, instead of one banded LU of everything. What of a rope
/// swings is damped less, and islands keep an account of their energy (IslandEnergies).
IntegratorKind implicitEulerKind();

}  // namespace sinew
