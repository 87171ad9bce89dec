#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// Pressure inside a closed part: held, or that of gas that is shut in.
ForceKind pressureKind();

}  // namespace sinew
