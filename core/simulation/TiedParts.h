#pragma once
#include <memory>
#include <span>

#include "core/contact/PassThrough.h"
#include "core/simulation/World.h"

namespace sinew {

/// Parts that the scene's author lets pass through each other: `passes_through`, `contact_group`.
void addChosen(const World& world, PassThrough& out);

/// Parts whose joints need them to overlap, with the world at `scratch`: those that a constraint
/// ties together, and all that constraints bring to one place, on a part or in space, up to their
/// thickness and `range` [m]; likewise obstacles that things are pinned to.
void addTied(const World& world, std::span<const std::unique_ptr<PartScratch>> scratch,
             double range, PassThrough& out);

}  // namespace sinew
