#pragma once
#include "core/simulation/World.h"

namespace sinew {

/// [m] Gap below which parts push each other away: what the scene's settings say, or a share of how
/// thick the thinnest part that moves is, at most a centimetre. Of a rope that is a twentieth of
/// its diameter: a hundredth, as of any other part, would ask for needlessly short steps.
double contactRangeOf(const World& world);

}  // namespace sinew
