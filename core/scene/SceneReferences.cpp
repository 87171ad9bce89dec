#include <set>
#include <string_view>

#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

constexpr std::size_t kMaxSuggested = 2'000;  // names a suggestion is looked for among

class ReferenceChecker {
 public:
  ReferenceChecker(const Scene& scene, const Registry& registry)
      : m_scene(scene), m_registry(registry) {
    for (const Entity& part : scene.parts()) m_parts.insert(part.name);
    for (const Entity& material : scene[Section::Materials]) m_materials.insert(material.name);
  }

  std::vector<Fault> check() {
    checkIntegrator();
    for (int i = 0; i < kSectionCount; ++i) {
      const auto section = static_cast<Section>(i);
      const std::string pointer = pointerTo("", sectionKey(section));
      for (std::size_t k = 0; k < m_scene[section].size(); ++k) {
        const Entity& entity = m_scene[section][k];
        const ParamTable* table = entityTable(m_registry, section, entity.kind);
        if (table != nullptr) checkValues(entity.values, *table, pointerTo(pointer, k));
      }
    }
    return m_faults.take();
  }

 private:
  using Names = std::set<std::string_view>;

  void checkIntegrator() {
    if (m_registry.integrators().empty()) return;  // a registry for a test of something else
    const std::string& name = ParamReader(settingsTable(), m_scene.settings).text("integrator");
    if (m_registry.integrator(name) != nullptr) return;
    std::vector<std::string_view> names;
    for (const IntegratorKind& kind : m_registry.integrators()) names.push_back(kind.name);
    m_faults.add("/settings/integrator", quotedText(name), legalNames(name, names));
  }

  void checkValues(const ParamValues& values, const ParamTable& table, const std::string& pointer) {
    for (const auto& [key, value] : values.entries())
      if (const ParamSpec* spec = findParam(table, key))
        checkValue(value, *spec, pointerTo(pointer, key));
  }

  void checkValue(const Value& value, const ParamSpec& spec, const std::string& pointer) {
    switch (spec.type) {
      case ParamType::Point: {
        const std::string& part = std::get<MaterialPoint>(value.content).part;
        return require(m_parts, part, "part", pointerTo(pointer, "part"));
      }
      case ParamType::PartRef:
      case ParamType::MaterialRef: {
        const std::string& name = std::get<std::string>(value.content);
        const bool part = spec.type == ParamType::PartRef;
        if (name.empty() && !spec.required) return;  // none
        return require(part ? m_parts : m_materials, name, part ? "part" : "material", pointer);
      }
      case ParamType::List: {
        const auto& list = std::get<ValueList>(value.content);
        for (std::size_t i = 0; i < list.size(); ++i)
          checkValue(list[i], spec.item.front(), pointerTo(pointer, i));
        return;
      }
      default:
        return;
    }
  }

  void require(const Names& names, const std::string& name, std::string_view what,
               const std::string& pointer) {
    if (names.count(name) > 0) return;
    std::string legal = "the name of a " + std::string(what) + " of this scene";
    if (names.size() <= kMaxSuggested)
      legal += ", " + legalNames(name, {names.begin(), names.end()});
    m_faults.add(pointer, "no " + std::string(what) + " named " + quotedText(name), legal);
  }

  const Scene& m_scene;
  const Registry& m_registry;
  Names m_parts;
  Names m_materials;
  FaultLog m_faults;
};

}  // namespace

std::vector<Fault> checkReferences(const Scene& scene, const Registry& registry) {
  return ReferenceChecker(scene, registry).check();
}

}  // namespace sinew
