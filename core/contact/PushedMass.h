#pragma once
#include <span>

#include "core/model/Part.h"

namespace sinew {

/// Largest mean of the diagonal of L M⁻¹ Lᵀ [1/kg] over a sample of points: what the lightest of
/// them puts against a push. 0 for a part that does not move. `scratch` holds any natural pose.
double inverseMassAgainstPush(const Part& part, const PartScratch& scratch,
                              std::span<const ResolvedPoint> points);

}  // namespace sinew
