#include "core/scene/LeftOut.h"

#include <algorithm>
#include <array>

#include "core/scene/SceneJson.h"

namespace sinew {
namespace {

constexpr std::array kReferring = {Section::Parts, Section::Groups, Section::Constraints,
                                   Section::Forces, Section::ContactRules};

/// The part that a value names; none if it names none.
const std::string* partNamed(const Value& value, const ParamSpec& spec) {
  if (spec.type == ParamType::Point) return &std::get<MaterialPoint>(value.content).part;
  return spec.type == ParamType::PartRef ? &std::get<std::string>(value.content) : nullptr;
}

}  // namespace

bool isIgnored(const Entity& entity) {
  const Value* value = entity.values.find("ignored");
  const bool* ignored = value == nullptr ? nullptr : std::get_if<bool>(&value->content);
  return ignored != nullptr && *ignored;
}

LeftOut::LeftOut(const Scene& scene, const Registry& registry) : m_registry(registry) {
  m_anyRule = std::ranges::any_of(scene[Section::ContactRules], isIgnored);
  for (const Entity& part : scene.parts())
    if (isIgnored(part)) m_parts.insert(part.name);
  // Parts that cannot be without those, and without these, ...
  std::size_t before = 0;
  while (before != m_parts.size()) {
    before = m_parts.size();
    for (const Entity& part : scene.parts())
      if (because(Section::Parts, part)) m_parts.insert(part.name);
  }
}

std::optional<std::string> LeftOut::because(Section section, const Entity& entity) const {
  if (none()) return std::nullopt;
  if (section == Section::Parts && m_parts.contains(entity.name)) return entity.name;
  if (section == Section::ContactRules && isIgnored(entity)) return entity.name;
  const bool simulated = section == Section::Parts || section == Section::Constraints ||
                         section == Section::Forces || section == Section::ContactRules;
  const ParamTable* table = entityTable(m_registry, section, entity.kind);
  return simulated && table != nullptr ? lostBy(section, entity, *table) : std::nullopt;
}

// A list of what a force acts on that loses all it named is not one that names nothing: that means
// all there are.
std::optional<std::string> LeftOut::lostBy(Section section, const Entity& entity,
                                           const ParamTable& table) const {
  for (const auto& [key, value] : entity.values.entries()) {
    const ParamSpec* spec = findParam(table, key);
    if (spec == nullptr) continue;
    const auto* list = std::get_if<ValueList>(&value.content);
    const bool empties =
        list != nullptr && !list->empty() && std::ranges::all_of(*list, [&](const Value& each) {
          const std::string* name = partNamed(each, spec->item.front());
          return name != nullptr && m_parts.contains(*name);
        });
    // A rule may be about what is of a material besides.
    const Value* of = section != Section::ContactRules
                          ? nullptr
                          : entity.values.find(key == "parts" ? "material" : "other_material");
    const bool besides = of != nullptr && !std::get<std::string>(of->content).empty();
    if (empties && section != Section::Parts && !besides)
      return *partNamed(list->front(), spec->item.front());
    const std::string* name = partNamed(value, *spec);
    const bool needed = spec->required || spec->type == ParamType::Point;
    if (name != nullptr && needed && m_parts.contains(*name)) return *name;
  }
  return std::nullopt;
}

void LeftOut::clearReferences(Entity& entity, const ParamTable& table) const {
  for (const ParamSpec& spec : table) {
    const Value* value = entity.values.find(spec.key);
    if (value == nullptr) continue;
    const auto isLost = [this](const Value& each, const ParamSpec& of) {
      const std::string* name = partNamed(each, of);
      return name != nullptr && m_parts.contains(*name);
    };
    if (const auto* list = std::get_if<ValueList>(&value->content)) {
      ValueList left = *list;
      std::erase_if(left, [&](const Value& each) { return isLost(each, spec.item.front()); });
      entity.values.set(spec, std::move(left));
    } else if (isLost(*value, spec)) {
      entity.values.erase(spec.key);
    }
  }
}

Scene LeftOut::takenFrom(Scene scene) const {
  if (none()) return scene;
  for (const Section section : kReferring) {
    std::erase_if(scene[section],
                  [&](const Entity& entity) { return because(section, entity).has_value(); });
    for (Entity& entity : scene[section]) {
      const ParamTable* table = entityTable(m_registry, section, entity.kind);
      if (table != nullptr) clearReferences(entity, *table);
    }
  }
  return scene;
}

Scene simulatedScene(const Scene& scene, const Registry& registry) {
  return LeftOut(scene, registry).takenFrom(scene);
}

}  // namespace sinew
