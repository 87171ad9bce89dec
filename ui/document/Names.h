#pragma once
#include <string>

#include "core/scene/Scene.h"

namespace sinew::ui {

/// A name that no other thing of the section has: "rope", "rope_2", ...; after "rope_2" comes
/// "rope_3".
std::string freeName(const Scene& scene, Section section, const std::string& base);

}  // namespace sinew::ui
