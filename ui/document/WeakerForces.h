#pragma once
#include <vector>

#include "core/scene/SceneEdit.h"

namespace sinew::ui {

/// What makes all forces on a part `share` of what they are, keyed ones at every key; empty when
/// none acts on it.
std::vector<SceneEdit> weakerForcesOn(const std::string& part, double share, const Scene& scene,
                                      const Registry& registry);

}  // namespace sinew::ui
