#pragma once
#include <QString>
#include <compare>
#include <string>

#include "core/scene/Scene.h"

namespace sinew::ui {

/// Names a thing of the scene for selection, panels and undo.
struct ObjectId {
  Section section = Section::Parts;
  std::string name;
  // clang-tidy takes the zero of a rewritten comparison for a pointer.
  auto operator<=>(const ObjectId&) const = default;  // NOLINT(modernize-use-nullptr)
  /// As SetParam::object wants it: "parts/wing_l".
  std::string path() const { return std::string(sectionKey(section)) + "/" + name; }
};

}  // namespace sinew::ui
