#include "core/scene/SceneEdit.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/scene/Fault.h"
#include "core/scene/References.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "core/scene/ValueJson.h"

namespace sinew {
namespace {

std::vector<Entity>::iterator findEntity(std::vector<Entity>& entities, std::string_view name) {
  return std::find_if(entities.begin(), entities.end(),
                      [name](const Entity& entity) { return entity.name == name; });
}

Unexpected<Error> noEntity(const Scene& scene, Section section, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Entity& entity : scene[section]) names.push_back(entity.name);
  return fail(ErrorCode::Usage, "no " + quotedText(name) + " among the scene's " +
                                    sectionKey(section) + "; legal: " + legalNames(name, names));
}

std::optional<Error> faultInName(const Scene& scene, Section section, const std::string& name) {
  const auto error = [&name](const std::string& why) {
    return Error{ErrorCode::Usage, quotedText(name) + why, {}};
  };
  if (!isLegalName(name))
    return error(" is no name; legal: 1 to 200 characters, none of them / : [ or ]");
  if (scene.find(section, name) != nullptr)
    return error(std::string(" is taken by another of the scene's ") + sectionKey(section));
  return std::nullopt;
}

void renameReferences(Scene& scene, const RenameEntity& edit, const Registry& registry) {
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    for (Entity& entity : scene[section]) {
      const ParamTable* table = entityTable(registry, section, entity.kind);
      if (table == nullptr) continue;
      changeReferences(entity.values, *table, [&](Section of, std::string& name) {
        if (of == edit.section && name == edit.from) name = edit.to;
      });
    }
  }
}

struct Applier {
  Scene& scene;
  const Registry& registry;

  Result<SceneEdit> operator()(const SetParam& edit) const {
    const auto object = findObject(scene, edit.object, registry);
    if (!object) return Unexpected{object.error()};
    const ParamSpec* spec = findParam(*object->table, edit.key);
    if (spec == nullptr) {
      std::vector<std::string_view> keys;
      for (const ParamSpec& known : *object->table) keys.push_back(known.key);
      return fail(ErrorCode::Usage, edit.object + " has no parameter " + quotedText(edit.key) +
                                        "; legal: " + legalNames(edit.key, keys));
    }
    const auto* curve = edit.value ? std::get_if<Curve>(&edit.value->content) : nullptr;
    if (const auto stray = curve == nullptr ? std::nullopt : strayOf(*curve, *spec))
      return fail(ErrorCode::Usage, "between its keys " + edit.key + " would reach " +
                                        numberText(stray->number) + "; legal: " + legalText(*spec));
    std::optional<Value> old;
    if (const Value* before = object->values->find(edit.key)) old = *before;
    SceneEdit inverse = SetParam{edit.object, edit.key, std::move(old)};
    if (edit.value) {
      object->values->set(*spec, *edit.value);
    } else {
      object->values->erase(edit.key);
    }
    return inverse;
  }

  Result<SceneEdit> operator()(const AddEntity& edit) const {
    auto& entities = scene[edit.section];
    if (auto fault = faultInName(scene, edit.section, edit.entity.name))
      return Unexpected{std::move(*fault)};
    if (edit.index > entities.size()) return fail(ErrorCode::Usage, "no such place in the section");
    entities.insert(entities.begin() + static_cast<std::ptrdiff_t>(edit.index), edit.entity);
    return SceneEdit(RemoveEntity{edit.section, edit.entity.name});
  }

  Result<SceneEdit> operator()(const RemoveEntity& edit) const {
    auto& entities = scene[edit.section];
    const auto found = findEntity(entities, edit.name);
    if (found == entities.end()) return noEntity(scene, edit.section, edit.name);
    const auto index = static_cast<std::size_t>(found - entities.begin());
    AddEntity inverse{edit.section, index, std::move(*found)};
    entities.erase(found);
    return SceneEdit(std::move(inverse));
  }

  Result<SceneEdit> operator()(const RenameEntity& edit) const {
    const auto found = findEntity(scene[edit.section], edit.from);
    if (found == scene[edit.section].end()) return noEntity(scene, edit.section, edit.from);
    if (auto fault = faultInName(scene, edit.section, edit.to))
      return Unexpected{std::move(*fault)};
    found->name = edit.to;
    renameReferences(scene, edit, registry);
    return SceneEdit(RenameEntity{edit.section, edit.to, edit.from});
  }
};

}  // namespace

Result<SceneEdit> applyEdit(Scene& scene, const SceneEdit& edit, const Registry& registry) {
  return std::visit(Applier{scene, registry}, edit);
}

Result<SceneObject> findObject(Scene& scene, std::string_view object, const Registry& registry) {
  if (object == "settings") return SceneObject{&scene.settings, &settingsTable()};
  if (object == "animation") return SceneObject{&scene.animation, &animationTable()};
  if (object == "environment") return SceneObject{&scene.environment, &environmentTable()};
  const std::size_t slash = object.find('/');
  const std::string_view key = object.substr(0, slash);
  for (int i = 0; i < kSectionCount && slash != std::string_view::npos; ++i) {
    const auto section = static_cast<Section>(i);
    if (key != sectionKey(section)) continue;
    const std::string_view name = object.substr(slash + 1);
    const auto found = findEntity(scene[section], name);
    if (found == scene[section].end()) return noEntity(scene, section, name);
    const ParamTable* table = entityTable(registry, section, found->kind);
    if (table == nullptr)
      return fail(ErrorCode::Invalid, "unknown kind " + quotedText(found->kind));
    return SceneObject{&found->values, table};
  }
  return fail(ErrorCode::Usage,
              "no object " + quotedText(object) +
                  "; legal: settings, animation, environment or SECTION/NAME such as parts/body");
}

}  // namespace sinew
