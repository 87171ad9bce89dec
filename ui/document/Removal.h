#pragma once
#include <vector>

#include "core/scene/SceneEdit.h"
#include "ui/document/ObjectId.h"

namespace sinew::ui {

/// What it takes to remove things from a scene so that nothing refers to what is gone.
struct Removal {
  std::vector<SceneEdit> edits;  ///< in the order to apply them
  std::vector<ObjectId> also;    ///< removed too, because they cannot be without
  bool empty() const { return edits.empty(); }
};

/// Things that need what is removed go as well; where a reference may be missing it is cleared.
Removal removalOf(const Scene& scene, const Registry& registry, const std::vector<ObjectId>& gone);

}  // namespace sinew::ui
