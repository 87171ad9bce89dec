#include "ui/document/Removal.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"

namespace sinew::ui {
namespace {

class Remover {
 public:
  Remover(const Scene& scene, const Registry& registry, const std::vector<ObjectId>& gone)
      : m_scene(scene), m_registry(registry), m_gone(gone.begin(), gone.end()) {}

  Removal work() {
    Removal removal;
    while (growOnce(removal)) continue;
    forEach([&](const ObjectId& id, const Entity& entity, const ParamTable& table) {
      if (!m_gone.contains(id)) clearReferences(id, entity, table, removal);
    });
    for (const ObjectId& id : m_gone)
      if (m_scene.find(id.section, id.name) != nullptr)
        removal.edits.emplace_back(RemoveEntity{id.section, id.name});
    return removal;
  }

 private:
  template <class Visit>
  void forEach(Visit visit) const {
    for (int i = 0; i < kSectionCount; ++i) {
      const auto section = static_cast<Section>(i);
      for (const Entity& entity : m_scene[section])
        if (const ParamTable* table = entityTable(m_registry, section, entity.kind))
          visit(ObjectId{section, entity.name}, entity, *table);
    }
  }

  /// Takes in what cannot be without what is gone already; false when nothing was left to take.
  bool growOnce(Removal& removal) {
    const std::size_t before = m_gone.size();
    forEach([&](const ObjectId& id, const Entity& entity, const ParamTable& table) {
      if (m_gone.contains(id)) return;
      if (id.section == Section::ContactRules && losesASide(entity)) {
        m_gone.insert(id);
        removal.also.push_back(id);
        return;
      }
      for (const ParamSpec& spec : table) {
        const Value* value = entity.values.find(spec.key);
        if (value == nullptr || spec.type == ParamType::List || !refers(*value, spec)) continue;
        if (!spec.required && spec.type != ParamType::Point) continue;
        m_gone.insert(id);
        removal.also.push_back(id);
        return;
      }
    });
    return m_gone.size() > before;
  }

  /// Whether a rule would be about everything there is for want of what it was about.
  bool losesASide(const Entity& rule) const {
    const ParamReader values(contactRuleTable(), rule.values);
    const auto loses = [&](const char* parts, const char* material) {
      const ValueList& named = values.list(parts);
      const std::string& of = values.text(material);
      if (named.empty() && of.empty()) return false;
      const bool noPart = std::ranges::all_of(named, [this](const Value& part) {
        return isGone(Section::Parts, std::get<std::string>(part.content));
      });
      return noPart && (of.empty() || isGone(Section::Materials, of));
    };
    return loses("parts", "material") || loses("others", "other_material");
  }

  bool refers(const Value& value, const ParamSpec& spec) const {
    if (spec.type == ParamType::Point)
      return isGone(Section::Parts, std::get<MaterialPoint>(value.content).part);
    if (spec.type == ParamType::PartRef)
      return isGone(Section::Parts, std::get<std::string>(value.content));
    if (spec.type == ParamType::MaterialRef)
      return isGone(Section::Materials, std::get<std::string>(value.content));
    return false;
  }

  bool isGone(Section section, const std::string& name) const {
    return m_gone.contains(ObjectId{section, name});
  }

  void clearReferences(const ObjectId& id, const Entity& entity, const ParamTable& table,
                       Removal& removal) const {
    for (const ParamSpec& spec : table) {
      const Value* value = entity.values.find(spec.key);
      if (value == nullptr) continue;
      if (spec.type == ParamType::List) {
        ValueList left = std::get<ValueList>(value->content);
        if (std::erase_if(left, [&](const Value& v) { return refers(v, spec.item.front()); }) > 0)
          removal.edits.emplace_back(SetParam{id.path(), spec.key, Value(std::move(left))});
      } else if (refers(*value, spec)) {
        removal.edits.emplace_back(SetParam{id.path(), spec.key, std::nullopt});
      }
    }
  }

  const Scene& m_scene;
  const Registry& m_registry;
  std::set<ObjectId> m_gone;
};

}  // namespace

Removal removalOf(const Scene& scene, const Registry& registry, const std::vector<ObjectId>& gone) {
  return Remover(scene, registry, gone).work();
}

}  // namespace sinew::ui
