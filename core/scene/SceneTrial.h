#pragma once
#include <vector>

#include "core/registry/Registry.h"
#include "core/scene/Fault.h"
#include "core/scene/Scene.h"

namespace sinew {

/// What shows only when parts, constraints and forces are made: values that do not go together,
/// points that are not on their part. `known` are the faults found by then; what they point at is
/// left alone. The scene must keep its budget.
std::vector<Fault> tryMaking(const Scene& scene, const Registry& registry,
                             const std::vector<Fault>& known);

}  // namespace sinew
