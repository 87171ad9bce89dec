#pragma once
#include <set>
#include <string>

#include "core/scene/Scene.h"

namespace sinew {

/// Whether somebody has locked it, so that the window refuses to change it.
bool isLocked(const Entity& entity);

/// The first group of a part that is locked; null: none is.
const Entity* lockedGroupOf(const Scene& scene, const std::string& part);
/// The first group of a part that is hidden at a time [s]; null: none is.
const Entity* hiddenGroupOf(const Scene& scene, const std::string& part, double time);
/// Parts that are hidden with a group of theirs then.
std::set<std::string> hiddenWithGroups(const Scene& scene, double time);

}  // namespace sinew
