#pragma once
#include "core/registry/Registry.h"

namespace sinew {

/// Its radii on the middle section and at the upper pole, tapers and twist half-way up to that, the
/// bend at the lower pole: all on the surface it starts with.
std::vector<PartHandle> handlesOfSuperquadric(const ParamReader& values);

/// Its radii, and its shears by how much further across than along they then lead.
Fitted scaledSuperquadric(const ParamReader& values, const Vec3& factors);

}  // namespace sinew
