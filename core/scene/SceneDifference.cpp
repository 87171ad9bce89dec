#include "core/scene/SceneDifference.h"

#include <array>

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

bool sameStart(const Entity& a, const Entity& b, const ParamTable& table) {
  for (const ParamSpec& spec : table) {
    if (spec.effect != Effect::Start) continue;
    const Value* first = a.values.find(spec.key);
    const Value* second = b.values.find(spec.key);
    if ((first == nullptr) != (second == nullptr)) return false;
    if (first != nullptr && !(*first == *second)) return false;
  }
  return true;
}

}  // namespace

bool sameWorld(const Scene& a, const Scene& b, const Registry& registry) {
  const LeftOut fromA(a, registry), fromB(b, registry);
  if (!fromA.none() || !fromB.none())
    return sameWorld(fromA.takenFrom(a), fromB.takenFrom(b), registry);
  if (!(a.settings == b.settings)) return false;
  for (const Section section : kSimulated) {
    if (!(compiledPart(a, section) == compiledPart(b, section))) return false;
  }
  return true;
}

bool startDiffers(const Scene& a, const Scene& b, const Registry& registry) {
  for (const Section section : kSimulated) {
    for (const Entity& entity : a[section]) {
      const Entity* other = b.find(section, entity.name);
      const ParamTable* table = entityTable(registry, section, entity.kind);
      if (other == nullptr || table == nullptr || other->kind != entity.kind) continue;
      if (isIgnored(entity) || isIgnored(*other)) continue;
      if (!sameStart(entity, *other, *table)) return true;
    }
  }
  return false;
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

}  // namespace sinew
