#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/scene/SceneEdit.h"

namespace sinew {

/// What makes a scene start out as it is now.
struct NewStart {
  std::vector<SceneEdit> edits;
  std::vector<std::string> kept;  ///< parts that cannot say where they are, and start as before
};

/// For the parts of these names, or for all if there are none. `configuration` holds q of all parts
/// of the scene, one after the other; fails if it is of another scene.
Result<NewStart> startAt(const Scene& scene, const Registry& registry,
                         std::span<const double> configuration,
                         const std::vector<std::string>& names);

}  // namespace sinew
