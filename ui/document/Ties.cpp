#include "ui/document/Ties.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/scene/References.h"
#include "core/scene/SceneJson.h"
#include "ui/document/Addition.h"

namespace sinew::ui {
namespace {

/// Names of the parts that an entity takes hold of, in the order of its parameters.
std::vector<std::string> partsHeld(Entity entity, Section section, const Registry& registry) {
  std::vector<std::string> names;
  const ParamTable* table = entityTable(registry, section, entity.kind);
  if (table == nullptr) return names;
  changeReferences(entity.values, *table, [&](Section to, std::string& name) {
    if (to == Section::Parts && std::ranges::find(names, name) == names.end())
      names.push_back(name);
  });
  return names;
}

}  // namespace

std::vector<ObjectId> tiesOf(const Scene& scene, const Registry& registry, const ObjectId& thing) {
  std::vector<ObjectId> ties;
  const Entity* entity = scene.find(thing.section, thing.name);
  if (entity == nullptr) return ties;
  if (thing.section == Section::Constraints || thing.section == Section::Forces) {
    for (std::string& name : partsHeld(*entity, thing.section, registry))
      ties.push_back({Section::Parts, std::move(name)});
  }
  if (thing.section != Section::Parts) return ties;
  for (const Section section : {Section::Constraints, Section::Forces}) {
    for (const Entity& tie : scene[section]) {
      const auto held = partsHeld(tie, section, registry);
      if (std::ranges::find(held, thing.name) != held.end()) ties.push_back({section, tie.name});
    }
  }
  return ties;
}

std::set<std::string> heldInSpace(const Scene& scene, const Registry& registry) {
  std::vector<std::string> reached;  // whose ties are still to be followed
  std::map<std::string, std::vector<std::string>> tied;
  for (const Entity& constraint : scene.constraints()) {
    const auto names = partsHeld(constraint, Section::Constraints, registry);
    if (names.size() == 1) reached.push_back(names.front());
    for (const std::string& name : names)
      for (const std::string& other : names) tied[name].push_back(other);
  }
  std::map<std::string, bool> prescribed;  // by kind
  for (const Entity& part : scene.parts()) {
    const auto [kind, isNew] = prescribed.try_emplace(part.kind, false);
    if (isNew) kind->second = isPrescribed(registry, part.kind);
    if (kind->second) reached.push_back(part.name);
  }
  std::set<std::string> held;
  while (!reached.empty()) {
    const std::string name = std::move(reached.back());
    reached.pop_back();
    if (!held.insert(name).second) continue;
    for (const std::string& other : tied[name]) reached.push_back(other);
  }
  return held;
}

}  // namespace sinew::ui
