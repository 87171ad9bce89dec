#pragma once
#include <optional>
#include <set>
#include <string>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// Whether a part says that the simulation ignores it.
bool isIgnored(const Entity& part);

/// What of a scene the simulation leaves out: parts that are ignored, and what cannot be without
/// them. Refers to the registry; to the scene only while it is made.
class LeftOut {
 public:
  LeftOut(const Scene& scene, const Registry& registry);

  bool none() const { return m_parts.empty(); }
  /// The part on whose account an entity is left out, which may be itself; none if it takes part.
  std::optional<std::string> because(Section section, const Entity& entity) const;
  /// The scene that is simulated. Lists in it no longer name what is left out.
  Scene takenFrom(Scene scene) const;

 private:
  std::optional<std::string> lostBy(Section section, const Entity& entity,
                                    const ParamTable& table) const;
  void clearReferences(Entity& entity, const ParamTable& table) const;

  const Registry& m_registry;
  std::set<std::string> m_parts;
};

/// The scene as it is simulated: without what is left out.
Scene simulatedScene(const Scene& scene, const Registry& registry);

}  // namespace sinew
