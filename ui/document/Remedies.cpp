#include "ui/document/Remedies.h"

#include <algorithm>

#include "core/scene/ConstraintFit.h"
#include "core/scene/SceneJson.h"
#include "ui/document/Removal.h"

namespace sinew::ui {
namespace {

constexpr std::size_t kMostNamed = 3;  // constraints of one finding that remedies are offered for

/// Its places and lengths taken from where its points begin: what it asks for then holds at once.
Remedy holdAsItBegins(const Entity& entity, const Scene& scene, const Registry& registry) {
  Remedy remedy{Remedy::Kind::HoldAsItBegins, entity.name, {}};
  const std::string object = "constraints/" + entity.name;
  for (auto& [key, value] : fitToStart(entity, scene, registry)) {
    const Value* given = entity.values.find(key);
    if (given == nullptr || *given != value)
      remedy.edits.emplace_back(SetParam{object, key, std::move(value)});
  }
  return remedy;
}

Remedy switchOff(const Entity& entity) {
  return {Remedy::Kind::SwitchOff,
          entity.name,
          {SetParam{"constraints/" + entity.name, "activation", Value(false)}}};
}

Remedy remove(const Entity& entity, const Scene& scene, const Registry& registry) {
  Removal removal = removalOf(scene, registry, {{Section::Constraints, entity.name}});
  return {Remedy::Kind::Delete, entity.name, std::move(removal.edits)};
}

}  // namespace

std::vector<Remedy> remediesFor(const Finding& finding, const Scene& scene,
                                const Registry& registry) {
  std::vector<const Entity*> concerned;
  for (const std::string& name : finding.constraints)
    if (const Entity* entity = scene.find(Section::Constraints, name)) concerned.push_back(entity);
  // The last ones were added last: those before them were enough.
  std::ranges::reverse(concerned);
  concerned.resize(std::min(concerned.size(), kMostNamed));
  std::vector<Remedy> remedies;
  const bool open = finding.kind == Finding::Kind::Conflicting;
  for (const Entity* entity : concerned)
    if (open) remedies.push_back(holdAsItBegins(*entity, scene, registry));
  for (const Entity* entity : concerned) remedies.push_back(switchOff(*entity));
  for (const Entity* entity : concerned) remedies.push_back(remove(*entity, scene, registry));
  std::erase_if(remedies, [](const Remedy& remedy) { return remedy.edits.empty(); });
  return remedies;
}

}  // namespace sinew::ui
