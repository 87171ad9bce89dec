#pragma once
#include <optional>
#include <set>
#include <string>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// Whether a part or a rule of contact says that the simulation ignores it.
bool isIgnored(const Entity& entity);

/// What of a scene the simulation leaves out: parts and rules of contact that are ignored, and what
/// cannot be without those parts. Refers to the registry; to the scene only while it is made.
class LeftOut {
 public:
  LeftOut(const Scene& scene, const Registry& registry);

  bool none() const { return m_parts.empty() && !m_anyRule; }
  /// The part, or rule, on whose account an entity is left out, which may be itself; none if it
  /// takes part.
  std::optional<std::string> because(Section section, const Entity& entity) const;
  /// The scene that is simulated. Lists in it no longer name what is left out.
  Scene takenFrom(Scene scene) const;

 private:
  std::optional<std::string> lostBy(Section section, const Entity& entity,
                                    const ParamTable& table) const;
  void clearReferences(Entity& entity, const ParamTable& table) const;

  const Registry& m_registry;
  std::set<std::string> m_parts;
  bool m_anyRule = false;  // is ignored
};

/// The scene as it is simulated: without what is left out.
Scene simulatedScene(const Scene& scene, const Registry& registry);

}  // namespace sinew
