#pragma once
#include "core/base/Result.h"
#include "core/simulation/Command.h"
#include "core/simulation/World.h"

namespace sinew {

/// Whether a command can be meant for a world: its hand, part and point are there, its numbers
/// finite.
Result<void> checkCommand(const Command& command, const World& world);

}  // namespace sinew
