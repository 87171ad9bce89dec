#pragma once
#include "core/contact/ContactMemory.h"
#include "core/simulation/World.h"

namespace sinew {

/// Takes out of what contact remembers whatever is not about parts and vertices that are in the
/// world. True if there was nothing to take out.
bool keepFitting(ContactMemory& memory, const World& world);
/// Whether there is nothing like that in a State.
bool contactsFit(const State& state, const World& world);
/// Takes out what is about pairs that answer each other in another way in the world.
void keepAnswering(ContactMemory& memory, const World& world);

}  // namespace sinew
