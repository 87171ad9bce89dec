#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// No inertia: at every frame, key and jump the scene stands still where all forces balance,
///   K Δq = Q + Jᵀλ,  J Δq = C* − g
/// ([MICADO08] eq. 2 with the mass left out), found by repeated steps of implicit Euler from rest.
/// DEPARTURE: these keep M/H² beside K, so that what nothing holds does not fly off; H grows from
/// pass to pass as long as parts go on the same way (pseudo-transient continuation).
IntegratorKind quasiStaticKind();

}  // namespace sinew
