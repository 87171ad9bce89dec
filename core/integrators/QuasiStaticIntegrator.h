#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// No inertia: at every frame, key and jump the scene stands still where, after as many passes as
/// there is time for, all forces balance,
///   K Δq = Q + Jᵀλ,  J Δq = C* − g
/// ([MICADO08] eq. 2 with the mass left out), found by repeated steps of implicit Euler from rest.
/// DEPARTURE: these keep M/H² beside K, so that what nothing holds does not fly off; H grows from
/// pass to pass as long as parts go on the same way (pseudo-transient continuation). Friction holds
/// against M/H² too, so that what it alone carries along with keyed parts lags behind them.
IntegratorKind quasiStaticKind();

}  // namespace sinew
