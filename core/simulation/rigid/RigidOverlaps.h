#pragma once
#include <vector>

#include "core/contact/ContactMemory.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {

/// Pairs of rigid parts that overlap as a scene begins, in a world of analytic contact. `dynamics`
/// must have the parts there, at rest.
std::vector<Overlap> rigidOverlaps(const World& world, const SceneDynamics& dynamics);

}  // namespace sinew
