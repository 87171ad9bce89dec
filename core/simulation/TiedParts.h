#pragma once
#include <memory>
#include <span>

#include "core/contact/PassThrough.h"
#include "core/contact/Tie.h"
#include "core/simulation/World.h"

namespace sinew {

/// Parts that the scene's author lets pass through each other: `passes_through`, `contact_group`.
void addChosen(const World& world, PassThrough& out);

/// Places that constraints bring together, with the world at `scratch` where it starts: the two
/// that one constraint ties, all that come to one place, those that come to two places of one part,
/// or of space, so near each other that they meet there, by their thickness and `range` [m], and on
/// obstacles those that something is pinned to. There are about as many as constraints.
/// To `out` are added parts that may slide along each other, for their places move, and crowds:
/// more parts at one place than can be looked at in pairs.
Ties addTied(const World& world, std::span<const std::unique_ptr<PartScratch>> scratch,
             double range, PassThrough& out);

}  // namespace sinew
