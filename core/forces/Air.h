#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// The air round everything: wind, drag and buoyancy on the surfaces of parts.
ForceKind airKind();

}  // namespace sinew
