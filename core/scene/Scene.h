#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/params/ParamValues.h"

namespace sinew {

/// A named thing of the scene: part, constraint, force, material, camera, light, marker, group,
/// rule of contact.
/// Its kind's ParamTable says which values it may hold.
struct Entity {
  std::string name;  ///< unique in its section; no / : [ ]
  std::string kind;  ///< snake_case; empty in sections of one kind only (cameras, ...)
  ParamValues values;
  bool operator==(const Entity&) const = default;
};

/// The sections of a scene that hold named entities, in file order.
enum class Section {
  Materials,
  Parts,
  Groups,
  Constraints,
  Forces,
  ContactRules,
  Markers,
  Cameras,
  Lights
};
inline constexpr int kSectionCount = 9;
const char* sectionKey(Section section);  ///< "parts", ...

/// The document: pure data, copied, compared with ==, saved, undone. No pointers into the
/// simulation. SI units, +Y up, right-handed. File format: docs/scene-format.md.
struct Scene {
  static constexpr int kVersion = 3;

  std::string notes;        ///< free text: what the scene shows
  ParamValues settings;     ///< table: settingsTable()
  ParamValues animation;    ///< table: animationTable()
  ParamValues environment;  ///< table: environmentTable()
  std::vector<Entity> sections[kSectionCount];

  std::vector<Entity>& operator[](Section s) { return sections[static_cast<int>(s)]; }
  const std::vector<Entity>& operator[](Section s) const { return sections[static_cast<int>(s)]; }
  const std::vector<Entity>& parts() const { return (*this)[Section::Parts]; }
  const std::vector<Entity>& constraints() const { return (*this)[Section::Constraints]; }
  const std::vector<Entity>& forces() const { return (*this)[Section::Forces]; }
  const Entity* find(Section section, std::string_view name) const;

  bool operator==(const Scene&) const = default;
};

}  // namespace sinew
