#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/simulation/World.h"

namespace sinew {

/// Sentences, without their stops, on parts that overlap at the start by more than contact can
/// part.
std::vector<std::string> remarkOnOverlaps(std::shared_ptr<const World> world);

}  // namespace sinew
