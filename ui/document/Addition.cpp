#include "ui/document/Addition.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/scene/SceneJson.h"

namespace sinew::ui {
namespace {

template <class Kinds>
void append(std::vector<Addable>& addables, Section section, const Kinds& kinds) {
  for (const KindInfo& kind : kinds) addables.push_back({section, kind.name, kind.label, kind.doc});
}

bool needsPart(const ParamSpec& spec) {
  return spec.required && (spec.type == ParamType::Point || spec.type == ParamType::PartRef);
}

/// A point that the part has: parts differ in how many coordinates a point of theirs takes.
std::vector<double> firstPointOf(const Scene& scene, const Registry& registry,
                                 const std::string& name) {
  const Entity* entity = scene.find(Section::Parts, name);
  const PartKind* kind = entity == nullptr ? nullptr : registry.part(entity->kind);
  if (kind == nullptr) return {};
  const auto part = kind->create(ParamReader(kind->table, entity->values));
  if (!part) return {};
  constexpr std::size_t kMostCoordinates = 3;
  for (std::vector<double> at; at.size() <= kMostCoordinates; at.push_back(0))
    if ((*part)->resolve(at)) return at;
  return {};
}

/// "rope", "rope_2", ...
std::string freeName(const Scene& scene, Section section, const std::string& base) {
  std::string name = base;
  for (int n = 2; scene.find(section, name) != nullptr; ++n) name = fmt::format("{}_{}", base, n);
  return name;
}

/// "cameras" -> "camera"
std::string singular(Section section) {
  std::string word = sectionKey(section);
  word.pop_back();
  return word;
}

}  // namespace

std::vector<Addable> addablesOf(const Registry& registry, Section section) {
  std::vector<Addable> addables;
  switch (section) {
    case Section::Parts:
      append(addables, section, registry.parts());
      break;
    case Section::Constraints:
      append(addables, section, registry.constraints());
      break;
    case Section::Forces:
      append(addables, section, registry.forces());
      break;
    default:
      addables.push_back({section, {}, singular(section), {}});
  }
  return addables;
}

std::size_t partsNeeded(const Registry& registry, const Addable& addable) {
  const ParamTable* table = entityTable(registry, addable.section, addable.kind);
  return table == nullptr ? 0 : static_cast<std::size_t>(std::ranges::count_if(*table, needsPart));
}

std::optional<AddEntity> additionTo(const Scene& scene, const Registry& registry,
                                    const Addable& addable, const std::vector<ObjectId>& selected) {
  const ParamTable* table = entityTable(registry, addable.section, addable.kind);
  if (table == nullptr) return std::nullopt;
  AddEntity addition{addable.section, scene[addable.section].size(), {{}, addable.kind, {}}};
  const std::string& base = addable.kind.empty() ? addable.label : addable.kind;
  addition.entity.name = freeName(scene, addable.section, base);
  const auto isPart = [](const ObjectId& id) { return id.section == Section::Parts; };
  auto part = std::ranges::find_if(selected, isPart);
  for (const ParamSpec& spec : *table) {
    if (!needsPart(spec)) continue;
    if (part == selected.end()) return std::nullopt;
    addition.entity.values.set(
        spec, spec.type == ParamType::Point
                  ? Value(MaterialPoint{part->name, firstPointOf(scene, registry, part->name)})
                  : Value(part->name));
    part = std::find_if(part + 1, selected.end(), isPart);
  }
  return addition;
}

}  // namespace sinew::ui
