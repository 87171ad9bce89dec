#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/scene/SceneEdit.h"
#include "core/scene/WorldValues.h"
#include "ui/document/ObjectId.h"

namespace sinew::ui {

/// What an excerpt may have to do with parts that are not in it.
enum class Others {
  None,        ///< it can stand by itself, in any scene
  MayBeNamed,  ///< lists may name them: whom it passes through
  MayBeTied,   ///< what takes hold of them at points belongs to it too
};

/// The selected things of a scene, the parts of selected groups, the materials they are of, and the
/// constraints and forces that act on these parts alone.
Scene excerptOf(const Scene& scene, const Registry& registry, const std::vector<ObjectId>& selected,
                Others others = Others::None);

/// What it takes to put an excerpt into a scene.
struct Insertion {
  std::vector<SceneEdit> edits;  ///< as one step
  std::vector<ObjectId> items;   ///< the new things, but materials that came with others
};

/// Under free names, and beside what is there if anything is in the way. Materials that are there
/// already are shared, but those that are copied for themselves.
Insertion insertionOf(const Scene& excerpt, const Scene& into, const Registry& registry);

/// The same with its middle above a place [m], on which it stands; what moves just above it.
Insertion insertionAt(const Scene& excerpt, const Scene& into, const Registry& registry,
                      const Vec3& place);

/// Under the names that `naming` makes of theirs, where these are free, and where it is.
using Naming = std::function<std::string(const std::string&)>;
Insertion insertionInPlace(const Scene& excerpt, const Scene& into, const Registry& registry,
                           const Naming& naming);

/// Copies of an excerpt in a row, as one step: each where `stride` takes the one before, the first
/// where it takes what was copied.
Insertion rowOf(const Scene& excerpt, const Scene& into, const Registry& registry,
                const RigidMotion& stride, int copies);

/// The shift [m] along x after which what is in an excerpt stands beside itself.
Vec3 shiftBeside(const Scene& excerpt, const Registry& registry);

}  // namespace sinew::ui
