#pragma once
#include <string>

#include "core/simulation/StepReport.h"
#include "core/simulation/World.h"

namespace sinew {

/// What to try when a run of this world diverged: the end of a sentence.
std::string adviceOn(const StepReport& diverged, const World& world);

}  // namespace sinew
