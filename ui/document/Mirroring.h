#pragma once
#include "core/scene/Mirroring.h"
#include "ui/document/Copying.h"

namespace sinew::ui {

/// The mirror that fits what is selected: through the pivot of the one group that is, if it was
/// given one, else through the world's origin.
Mirror mirrorFor(const Scene& scene, const std::vector<ObjectId>& selected, int axis);

/// What it takes to add the mirror image of what is selected.
struct MirrorAddition {
  Insertion insertion;
  std::vector<std::string> no;      ///< parts that have no mirror image
  std::vector<std::string> untied;  ///< what would find no hold on the other side, and is left out
};
MirrorAddition mirrorAddition(const Scene& scene, const Registry& registry,
                              const std::vector<ObjectId>& selected, int axis);

/// wing_r of wing_l, leftHand of rightHand; any other name as it is.
std::string nameInMirror(const std::string& name);

}  // namespace sinew::ui
