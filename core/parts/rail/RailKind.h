#pragma once
#include "core/registry/Registry.h"

namespace sinew {

constexpr std::uint32_t kRailSides = 12;  ///< of the tube it is drawn as
constexpr int kRailRings = 12;            ///< of it from point to point

PartKind railKind();

}  // namespace sinew
