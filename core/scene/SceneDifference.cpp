#include "core/scene/SceneDifference.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/params/CurveDifference.h"
#include "core/scene/ContactRules.h"
#include "core/scene/LeftOut.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "core/scene/SimulationHash.h"

namespace sinew {
namespace {

constexpr std::array kSimulated = {Section::Parts, Section::Constraints, Section::Forces};

/// The parameters that all kinds of a section share. Those of them that are about the look go to
/// the picture by way of the scene; a kind's own may shape its mesh.
const ParamTable& sharedTable(Section section) {
  static const ParamTable parts = commonPartParams(), constraints = commonConstraintParams(),
                          forces = commonForceParams();
  if (section == Section::Parts) return parts;
  return section == Section::Constraints ? constraints : forces;
}

void eraseAll(ParamValues& values, const ParamTable& table, Effect effect) {
  for (const ParamSpec& spec : table) {
    if (spec.effect == effect) values.erase(spec.key);
  }
}

std::vector<Entity> compiledPart(const Scene& scene, Section section) {
  std::vector<Entity> entities = scene[section];
  for (Entity& entity : entities) eraseAll(entity.values, sharedTable(section), Effect::Look);
  return entities;
}

bool sameValue(const Value* a, const Value* b) {
  return a == nullptr || b == nullptr ? a == b : *a == *b;
}

/// Calls found(section, entity, key) for all that is said otherwise about the start of entities
/// that are in both scenes.
template <class Found>
void forStartDifferences(const Scene& a, const Scene& b, const Registry& registry, Found found) {
  for (const Section section : kSimulated) {
    for (const Entity& entity : a[section]) {
      const Entity* other = b.find(section, entity.name);
      const ParamTable* table = entityTable(registry, section, entity.kind);
      if (other == nullptr || table == nullptr || other->kind != entity.kind) continue;
      if (isIgnored(entity) || isIgnored(*other)) continue;
      for (const ParamSpec& spec : *table) {
        if (spec.effect != Effect::Start) continue;
        if (!sameValue(entity.values.find(spec.key), other->values.find(spec.key)))
          found(section, entity, spec.key);
      }
    }
  }
}

bool isKeyed(const Value* value) {
  return value != nullptr && std::holds_alternative<Curve>(value->content);
}

/// As the one of scenes, of the values that entities of one kind were given.
std::optional<double> firstDifferenceIn(const ParamValues& before, const ParamValues& after,
                                        const ParamTable& table) {
  double first = std::numeric_limits<double>::infinity();
  for (const ParamSpec& spec : table) {
    if (spec.effect == Effect::Look || spec.effect == Effect::Start) continue;
    const Value *a = before.find(spec.key), *b = after.find(spec.key);
    const bool bothGiven = a != nullptr && b != nullptr;
    if (bothGiven ? *a == *b : a == b) continue;
    // To give an optional one means something whatever its keys are.
    if (!(isKeyed(a) || isKeyed(b)) || (spec.optional && !bothGiven)) return std::nullopt;
    first = std::min(first, firstDifference(ParamReader(table, before).curve(spec.key),
                                            ParamReader(table, after).curve(spec.key)));
  }
  return first;
}

std::optional<double> firstDifferenceIn(const Entity& before, const Entity& after,
                                        const ParamTable* table) {
  if (before.name != after.name || before.kind != after.kind || table == nullptr) {
    return std::nullopt;
  }
  return firstDifferenceIn(before.values, after.values, *table);
}

}  // namespace

bool sameWorld(const Scene& a, const Scene& b, const Registry& registry) {
  const LeftOut fromA(a, registry), fromB(b, registry);
  if (!fromA.none() || !fromB.none())
    return sameWorld(fromA.takenFrom(a), fromB.takenFrom(b), registry);
  if (!(a.settings == b.settings) || contactRules(a) != contactRules(b)) return false;
  for (const Section section : kSimulated) {
    if (!(compiledPart(a, section) == compiledPart(b, section))) return false;
  }
  return true;
}

bool startDiffers(const Scene& a, const Scene& b, const Registry& registry) {
  bool any = false;
  forStartDifferences(a, b, registry,
                      [&any](Section, const Entity&, const std::string&) { any = true; });
  return any;
}

std::vector<std::string> startDifferences(const Scene& a, const Scene& b,
                                          const Registry& registry) {
  std::vector<std::string> paths;
  forStartDifferences(
      a, b, registry, [&paths](Section section, const Entity& entity, const std::string& key) {
        paths.push_back(std::string(sectionKey(section)) + "/" + entity.name + "/" + key);
      });
  if (!sameValue(a.settings.find("seed"), b.settings.find("seed")))
    paths.push_back("settings/seed");
  return paths;
}

std::uint64_t courseHash(const Scene& scene, const Registry& registry) {
  Scene course = scene;
  for (const Section section : kSimulated) {
    for (Entity& entity : course[section]) {
      const ParamTable* table = entityTable(registry, section, entity.kind);
      if (table != nullptr) eraseAll(entity.values, *table, Effect::Start);
    }
  }
  return simulationHash(course, registry);
}

std::optional<double> firstDifference(const Scene& before, const Scene& after,
                                      const Registry& registry) {
  const LeftOut fromA(before, registry), fromB(after, registry);
  if (!fromA.none() || !fromB.none())
    return firstDifference(fromA.takenFrom(before), fromB.takenFrom(after), registry);
  if (contactRules(before) != contactRules(after)) return std::nullopt;
  auto first = firstDifferenceIn(before.settings, after.settings, settingsTable());
  for (const Section section : kSimulated) {
    const std::vector<Entity>&a = before[section], &b = after[section];
    if (a.size() != b.size()) return std::nullopt;
    for (std::size_t i = 0; i < a.size() && first; ++i) {
      const auto since = firstDifferenceIn(a[i], b[i], entityTable(registry, section, b[i].kind));
      first = since ? std::optional(std::min(*first, *since)) : std::nullopt;
    }
  }
  return first;
}

}  // namespace sinew
