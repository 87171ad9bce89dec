#pragma once
#include <string>
#include <vector>

#include "core/simulation/World.h"

namespace sinew {

/// Sentences, without their stops, on what a scene asks of contact and does not get.
std::vector<std::string> remarkOnContact(const World& world);

}  // namespace sinew
