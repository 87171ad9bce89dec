#include <utility>

#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "core/scene/ValueJson.h"

namespace sinew {
namespace {

/// Parameters in the order of their table.
void writeValues(const ParamValues& values, const ParamTable& table, OrderedJson& out) {
  for (const ParamSpec& spec : table)
    if (const Value* value = values.find(spec.key)) out[spec.key] = writeValue(*value, spec);
}

void writeObject(const char* key, const ParamValues& values, const ParamTable& table,
                 OrderedJson& out) {
  if (!values.entries().empty()) writeValues(values, table, out[key] = OrderedJson::object());
}

OrderedJson writeEntity(const Entity& entity, Section section, const Registry& registry) {
  OrderedJson out = {{"name", entity.name}};
  if (hasKinds(section)) out["kind"] = entity.kind;
  const ParamTable* table = entityTable(registry, section, entity.kind);
  if (table != nullptr) writeValues(entity.values, *table, out);
  return out;
}

void writeSection(const Scene& scene, Section section, const Registry& registry, OrderedJson& out) {
  if (scene[section].empty()) return;
  OrderedJson entities = OrderedJson::array();
  for (const Entity& entity : scene[section])
    entities.push_back(writeEntity(entity, section, registry));
  out[sectionKey(section)] = std::move(entities);
}

}  // namespace

std::string writeScene(const Scene& scene, const Registry& registry) {
  OrderedJson out = {{"sinew", Scene::kVersion}};
  if (!scene.notes.empty()) out["notes"] = scene.notes;
  writeObject("settings", scene.settings, settingsTable(), out);
  writeObject("animation", scene.animation, animationTable(), out);
  writeObject("environment", scene.environment, environmentTable(), out);
  for (int i = 0; i < kSectionCount; ++i)
    writeSection(scene, static_cast<Section>(i), registry, out);
  return printJson(out);
}

}  // namespace sinew
