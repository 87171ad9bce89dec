#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// A point mass with a radius: weights, beads, chain links. Its only material point is [].
PartKind particleKind();

}  // namespace sinew
