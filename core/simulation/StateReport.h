#pragma once
#include "core/simulation/SceneDynamics.h"

namespace sinew {

/// Fills everything of a report that follows from a state, which `dynamics` has just evaluated:
/// time, counts, residuals, flags, contacts, energies, momenta. Leaves what only the step itself
/// knows (size, error, timings, redundancy, status) as it is.
void reportState(const World& world, const State& state, const SceneDynamics& dynamics,
                 StepReport& report);

/// Norm [N] of a constraint's multipliers, among those of all.
double multiplierNorm(const CompiledConstraint& constraint, std::span<const double> multipliers);

}  // namespace sinew
