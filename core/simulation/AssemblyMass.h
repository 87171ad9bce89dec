#pragma once
#include <vector>

#include "core/simulation/World.h"

namespace sinew {

/// Per part [kg]: what it weighs with all that constraints tie to it, and to that, and so on,
/// acting or not. What does not move freely ends it: two things hung from one wall do not hang
/// together.
std::vector<double> assemblyMasses(const std::vector<CompiledPart>& parts,
                                   const std::vector<CompiledConstraint>& constraints);

}  // namespace sinew
