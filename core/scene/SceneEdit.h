#pragma once
#include <optional>
#include <string>
#include <variant>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// Sets one parameter. `object` is "settings", "animation", "environment" or "SECTION/NAME".
struct SetParam {
  std::string object;
  std::string key;
  std::optional<Value> value;  ///< none: back to the default
  bool operator==(const SetParam&) const = default;
};

/// Puts an entity into its section, before the one at `index`.
struct AddEntity {
  Section section = Section::Parts;
  std::size_t index = 0;
  Entity entity;
  bool operator==(const AddEntity&) const = default;
};

/// Takes an entity out. What refers to it stays and is reported by checkReferences.
struct RemoveEntity {
  Section section = Section::Parts;
  std::string name;
  bool operator==(const RemoveEntity&) const = default;
};

/// Gives an entity another name, and everything that refers to it too.
struct RenameEntity {
  Section section = Section::Parts;
  std::string from;
  std::string to;
  bool operator==(const RenameEntity&) const = default;
};

/// One change of a scene, as a value: undone, logged, sent to a running simulation.
using SceneEdit = std::variant<SetParam, AddEntity, RemoveEntity, RenameEntity>;

/// Changes the scene and returns the edit that changes it back; on failure the scene is as before.
/// Values must have been validated (readValue).
Result<SceneEdit> applyEdit(Scene& scene, const SceneEdit& edit, const Registry& registry);

/// Values and table of an object named as in SetParam.
struct SceneObject {
  ParamValues* values = nullptr;
  const ParamTable* table = nullptr;
};
Result<SceneObject> findObject(Scene& scene, std::string_view object, const Registry& registry);

}  // namespace sinew
