#include "ui/document/WeakerForces.h"

#include <algorithm>

#include "core/scene/SceneJson.h"

namespace sinew::ui {
namespace {

bool actsOn(const std::string& part, const Entity& force) {
  const auto& entries = force.values.entries();
  return std::any_of(entries.begin(), entries.end(), [&part](const auto& entry) {
    const auto* point = std::get_if<MaterialPoint>(&entry.second.content);
    return point != nullptr && point->part == part;
  });
}

void scale(Value& value, double share) {
  if (auto* number = std::get_if<double>(&value.content)) *number *= share;
  if (auto* vector = std::get_if<Vec3>(&value.content)) *vector *= share;
  if (auto* curve = std::get_if<Curve>(&value.content)) {
    for (Curve::Key& key : curve->keys) {
      for (double& component : key.value) component *= share;
      if (!key.slopes) continue;
      for (auto* slope : {&key.slopes->before, &key.slopes->after})
        for (double& component : *slope) component *= share;
    }
  }
}

}  // namespace

std::vector<SceneEdit> weakerForcesOn(const std::string& part, double share, const Scene& scene,
                                      const Registry& registry) {
  std::vector<SceneEdit> edits;
  for (const Entity& force : scene.forces()) {
    const ParamTable* table = entityTable(registry, Section::Forces, force.kind);
    if (table == nullptr || !actsOn(part, force)) continue;
    for (const ParamSpec& spec : *table) {
      const Value* given = force.values.find(spec.key);
      if (given == nullptr || spec.unit != "N") continue;
      Value weaker = *given;
      scale(weaker, share);
      edits.emplace_back(SetParam{"forces/" + force.name, spec.key, std::move(weaker)});
    }
  }
  return edits;
}

}  // namespace sinew::ui
