#pragma once
#include "core/contact/PairRules.h"
#include "core/simulation/World.h"

namespace sinew {

/// The rules of contact of a world whose parts are compiled, for pairs of them.
PairRules compiledRules(const World& world);

}  // namespace sinew
