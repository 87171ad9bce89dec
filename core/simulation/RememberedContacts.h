#pragma once
#include "core/simulation/World.h"

namespace sinew {

/// Whether what contact remembers in a State is about parts and vertices that are in the world.
bool contactsFit(const State& state, const World& world);

}  // namespace sinew
