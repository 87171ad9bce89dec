#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// The deformable superquadric of Metaxas93 §2–3: rigid, with global deformations, or with global
/// and local ones, as each part's parameter `motion` says.
PartKind superquadricKind();

}  // namespace sinew
