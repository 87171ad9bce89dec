#include "ui/panels/KeyedParams.h"

#include <QCoreApplication>

#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "ui/document/Keys.h"
#include "ui/fields/Field.h"

namespace sinew::ui {
namespace {

void addKeyed(const Document& document, const std::string& object, const ParamTable& table,
              std::vector<KeyedParam>& keyed) {
  const ParamValues* values = document.valuesOf(object);
  if (values == nullptr || values->entries().empty()) return;
  for (const ParamSpec& spec : table) {
    const Value* value = values->find(spec.key);
    if (value != nullptr && isKeyed(*value)) keyed.push_back({object, spec.key, &spec});
  }
}

void addKeyed(const Document& document, const ObjectId& id, std::vector<KeyedParam>& keyed) {
  const Entity* entity = document.scene().find(id.section, id.name);
  if (entity == nullptr) return;
  const ParamTable* table = entityTable(document.registry(), id.section, entity->kind);
  if (table != nullptr) addKeyed(document, id.path(), *table, keyed);
}

}  // namespace

std::vector<KeyedParam> keyedParams(const Document& document) {
  std::vector<KeyedParam> keyed;
  const std::vector<ObjectId>& selected = document.selection().items();
  for (const ObjectId& id : selected) addKeyed(document, id, keyed);
  if (!selected.empty()) return keyed;
  addKeyed(document, "settings", settingsTable(), keyed);
  addKeyed(document, "environment", environmentTable(), keyed);
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    for (const Entity& entity : document.scene()[section])
      addKeyed(document, {section, entity.name}, keyed);
  }
  return keyed;
}

const Curve* curveOf(const Document& document, const KeyedParam& param) {
  const ParamValues* values = document.valuesOf(param.object);
  const Value* value = values == nullptr ? nullptr : values->find(param.key);
  return value == nullptr ? nullptr : std::get_if<Curve>(&value->content);
}

QString nameOf(const KeyedParam& param, bool whose) {
  if (!whose) return labelOf(param.key);
  const QString name = QString::fromStdString(param.object.substr(param.object.find('/') + 1));
  return QCoreApplication::translate("KeyedParams", "%1 · %2").arg(name, labelOf(param.key));
}

}  // namespace sinew::ui
