#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// A keyed force [N] in world axes at a material point: [Metaxas93] f_q = Lᵀ f, §3.
/// With a second point it acts there in reverse, so that the pair pushes nothing away.
ForceKind pointForceKind();

}  // namespace sinew
