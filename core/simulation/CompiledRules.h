#pragma once
#include "core/contact/PairRules.h"
#include "core/simulation/World.h"

namespace sinew {

/// The rules of contact of a world whose parts are compiled, for pairs of them. Where contact is
/// `solved` for, what is to be sticky is solid and does not slide.
PairRules compiledRules(const World& world, bool solved);

}  // namespace sinew
