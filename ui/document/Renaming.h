#pragma once
#include <string>
#include <vector>

#include "core/scene/SceneEdit.h"
#include "ui/document/ObjectId.h"

namespace sinew::ui {

/// What gives a thing another name. A part without a colour of its own has one by its name, and
/// keeps it.
std::vector<SceneEdit> renamingOf(const Scene& scene, const Registry& registry, const ObjectId& id,
                                  const std::string& name);

}  // namespace sinew::ui
