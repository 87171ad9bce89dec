#pragma once
#include "core/registry/Registry.h"

namespace sinew {

PartKind locatorKind();

}  // namespace sinew
