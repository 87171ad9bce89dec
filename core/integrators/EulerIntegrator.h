#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// First-order integrator with a fixed step.
///
/// Paper: [Metaxas93] §6.2, "we integrate using the Euler method".
///   forward        y(t+h) = y + h ẏ(t), multipliers at the acceleration level    (as the paper)
///   semi_implicit  v(t+h) = v + h v̇, q(t+h) = q moved along v(t+h)              (default)
/// DEPARTURE: the semi-implicit form is the default: forward Euler gains energy at every swing and
/// blows up on long chains, semi-implicit Euler keeps it bounded at the same cost.
IntegratorKind eulerKind();

}  // namespace sinew
