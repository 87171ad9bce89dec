#pragma once
#include <string>
#include <vector>

#include "ui/document/ObjectId.h"

namespace sinew::ui {

/// The parts among these things and those of groups among them, each once, in this order.
std::vector<std::string> partsOf(const Scene& scene, const std::vector<ObjectId>& things);

/// What mirrors and turned copies go by [m]: the pivot of the one group that is selected, if it was
/// given one, else the world's origin.
Vec3 centreFor(const Scene& scene, const std::vector<ObjectId>& selected);

}  // namespace sinew::ui
