#pragma once
#include <vector>

#include "core/registry/Registry.h"
#include "ui/document/ObjectId.h"

namespace sinew::ui {

/// The constraints and forces that take hold of a part, and for those the parts that they take hold
/// of: what one looks for next to a thing that is selected.
std::vector<ObjectId> tiesOf(const Scene& scene, const Registry& registry, const ObjectId& thing);

}  // namespace sinew::ui
