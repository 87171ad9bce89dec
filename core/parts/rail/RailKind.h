#pragma once
#include "core/registry/Registry.h"

namespace sinew {

constexpr int kRailRings = 12;  ///< of the tube it is drawn as, from point to point

PartKind railKind();

}  // namespace sinew
