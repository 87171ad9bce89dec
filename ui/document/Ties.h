#pragma once
#include <set>
#include <string>
#include <vector>

#include "core/registry/Registry.h"
#include "ui/document/ObjectId.h"

namespace sinew::ui {

/// The constraints and forces that take hold of a part, and for those the parts that they take hold
/// of: what one looks for next to a thing that is selected.
std::vector<ObjectId> tiesOf(const Scene& scene, const Registry& registry, const ObjectId& thing);

/// The parts that constraints hold in space, or on what stands or goes by keys, also through
/// others: none of them falls without end.
std::set<std::string> heldInSpace(const Scene& scene, const Registry& registry);

}  // namespace sinew::ui
