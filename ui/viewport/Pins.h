#pragma once
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Hands that hold something by themselves, as the newest picture has them.
std::vector<ForceArrow> pinsIn(const Snapshot& snapshot);
/// The one that is shown nearest to a place, where it holds or where it is, if one is near.
std::optional<ForceArrow> pinNear(const ViewWork& work, const QPointF& place);
/// A ringed dot where each holds something, with a line to where the hand is.
void markPins(const Snapshot& snapshot, OverlayLook& look);

}  // namespace sinew::ui
