#pragma once
#include <vector>

#include "core/scene/SceneEdit.h"
#include "ui/document/ObjectId.h"

namespace sinew::ui {

/// What of a scene can stand by itself: the selected things, the materials they are of, and the
/// constraints and forces that act on the selected parts alone.
Scene excerptOf(const Scene& scene, const Registry& registry,
                const std::vector<ObjectId>& selected);

/// What it takes to put an excerpt into a scene.
struct Insertion {
  std::vector<SceneEdit> edits;  ///< as one step
  std::vector<ObjectId> items;   ///< the new things, but materials
};

/// Under free names, and beside what is there if anything is in the way. Materials that are there
/// already are shared.
Insertion insertionOf(const Scene& excerpt, const Scene& into, const Registry& registry);

/// Copies of an excerpt in a row, as one step: each a shift [m] further on than the one before, the
/// first a shift from what was copied.
Insertion rowOf(const Scene& excerpt, const Scene& into, const Registry& registry,
                const Vec3& shift, int copies);

/// The shift [m] along x after which what is in an excerpt stands beside itself.
Vec3 shiftBeside(const Scene& excerpt, const Registry& registry);

}  // namespace sinew::ui
