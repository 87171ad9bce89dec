#pragma once
#include <string>
#include <vector>

#include "ui/document/ObjectId.h"

namespace sinew::ui {

/// The parts among these things and those of groups among them, each once, in this order.
std::vector<std::string> partsOf(const Scene& scene, const std::vector<ObjectId>& things);

}  // namespace sinew::ui
