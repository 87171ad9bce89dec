#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// Rigid boxes, balls, capsules, cylinders and wedges.
PartKind bodyKind();

}  // namespace sinew
