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
/// that one constraint ties, all that constraints bring to one place on a part or in space, up to
/// their thickness and `range` [m], and on obstacles those that something is pinned to. Parts that
/// may slide along each other pass through each other: their places move.
Ties addTied(const World& world, std::span<const std::unique_ptr<PartScratch>> scratch,
             double range, PassThrough& out);

}  // namespace sinew
