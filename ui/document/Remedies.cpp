#include "ui/document/Remedies.h"

#include <algorithm>

#include "core/scene/ConstraintFit.h"
#include "core/scene/SceneJson.h"
#include "ui/document/Keys.h"
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

/// Of what acts already when it begins to repeat others: it makes way for them.
Remedy switchOffThen(const Entity& entity, const Registry& registry, double time) {
  Remedy remedy{Remedy::Kind::SwitchOffThen, entity.name, {}, time};
  const ConstraintKind* kind = registry.constraint(entity.kind);
  const ParamSpec* spec = kind ? findParam(kind->table, "activation") : nullptr;
  if (!spec || time <= 0) return remedy;
  const Value* given = entity.values.find("activation");
  const Value always(true), &now = given ? *given : always;
  if (valueAt(now, *spec, time - 2 * kSameTime) != always) return remedy;
  Curve keyed = std::get<Curve>((isKeyed(now) ? now : withKeyAt(now, *spec, 0)).content);
  std::erase_if(keyed.keys, [&](const Curve::Key& key) { return key.time >= time - kSameTime; });
  if (!keyed.keys.empty()) keyed.keys.back().toNext = Interpolation::Step;
  keyed.keys.push_back({time, {0}, Interpolation::Step});
  remedy.edits = {SetParam{"constraints/" + entity.name, "activation", Value(std::move(keyed))}};
  return remedy;
}

Remedy remove(const Entity& entity, const Scene& scene, const Registry& registry) {
  Removal removal = removalOf(scene, registry, {{Section::Constraints, entity.name}});
  return {Remedy::Kind::Delete, entity.name, std::move(removal.edits)};
}

/// The last ones were added last: those before them were enough.
std::vector<const Entity*> entitiesOf(const std::vector<std::string>& names, const Scene& scene) {
  std::vector<const Entity*> entities;
  for (const std::string& name : names)
    if (const Entity* entity = scene.find(Section::Constraints, name)) entities.push_back(entity);
  std::ranges::reverse(entities);
  entities.resize(std::min(entities.size(), kMostNamed));
  return entities;
}

}  // namespace

std::vector<Remedy> remediesFor(const Finding& finding, const Scene& scene,
                                const Registry& registry) {
  const bool open = finding.kind == Finding::Kind::Conflicting;
  const std::vector<const Entity*> concerned = entitiesOf(finding.constraints, scene);
  const std::vector<const Entity*> spare = open ? concerned : entitiesOf(finding.spare, scene);
  std::vector<Remedy> remedies;
  for (const Entity* entity : concerned)
    if (open) remedies.push_back(holdAsItBegins(*entity, scene, registry));
  if (spare.empty())
    for (const Entity* entity : entitiesOf(finding.spareThen, scene))
      remedies.push_back(switchOffThen(*entity, registry, finding.time));
  for (const Entity* entity : spare) remedies.push_back(switchOff(*entity));
  for (const Entity* entity : spare) remedies.push_back(remove(*entity, scene, registry));
  std::erase_if(remedies, [](const Remedy& remedy) { return remedy.edits.empty(); });
  return remedies;
}

}  // namespace sinew::ui
