#include "core/scene/SceneTrial.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/scene/LeftOut.h"
#include "core/scene/SceneJson.h"
#include "core/scene/ValueJson.h"

namespace sinew {
namespace {

/// "/parts/0" of "/parts/0/mass".
std::string objectOf(const std::string& pointer) {
  const std::size_t section = pointer.find('/', 1);
  return section == std::string::npos ? pointer : pointer.substr(0, pointer.find('/', section + 1));
}

class MakingTrial {
 public:
  MakingTrial(const Scene& scene, const Registry& registry, const std::vector<Fault>& known)
      : m_scene(scene), m_registry(registry) {
    for (const Fault& fault : known) m_faulty.insert(objectOf(fault.pointer));
  }

  std::vector<Fault> run() {
    for (std::size_t i = 0; i < m_scene.parts().size(); ++i) {
      const Entity& entity = m_scene.parts()[i];
      if (isIgnored(entity)) continue;
      if (auto part = make<Part>(m_registry.part(entity.kind), Section::Parts, i))
        m_parts.emplace(entity.name, std::move(part));
    }
    for (std::size_t i = 0; i < m_scene.constraints().size(); ++i) {
      const Entity& entity = m_scene.constraints()[i];
      if (make<Constraint>(m_registry.constraint(entity.kind), Section::Constraints, i))
        checkPoints(entity, place(Section::Constraints, i));
    }
    for (std::size_t i = 0; i < m_scene.forces().size(); ++i) {
      const Entity& entity = m_scene.forces()[i];
      if (make<Force>(m_registry.force(entity.kind), Section::Forces, i))
        checkPoints(entity, place(Section::Forces, i));
    }
    return m_faults.take();
  }

 private:
  static std::string place(Section section, std::size_t index) {
    return pointerTo(pointerTo("", sectionKey(section)), index);
  }

  /// The entity as it would be simulated; nothing when it is faulty.
  template <class Made, class Kind>
  std::unique_ptr<Made> make(const Kind* kind, Section section, std::size_t index) {
    const std::string here = place(section, index);
    if (kind == nullptr || !kind->create || m_faulty.count(here) > 0) return nullptr;
    const ParamValues& values = m_scene[section][index].values;
    auto made = kind->create(ParamReader(kind->table, values));
    if (made) return std::move(*made);
    const Error& error = made.error();
    const std::string pointer = error.where.empty() ? here : pointerTo(here, error.where);
    m_faults.add(pointer, foundAt(kind->table, values, error.where), error.message);
    return nullptr;
  }

  /// The value of the parameter that is blamed.
  static std::string foundAt(const ParamTable& table, const ParamValues& values,
                             const std::string& key) {
    for (const ParamSpec& spec : table) {
      if (spec.key != key) continue;
      return printJsonLine(writeValue(givenOr(values, spec), spec));
    }
    return "values that do not go together";
  }

  void checkPoints(const Entity& entity, const std::string& pointer) {
    for (const auto& [key, value] : entity.values.entries()) {
      const auto* point = std::get_if<MaterialPoint>(&value.content);
      const auto part = point == nullptr ? m_parts.end() : m_parts.find(point->part);
      if (part == m_parts.end()) continue;
      const auto resolved = part->second->resolve(point->at);
      if (resolved) continue;
      m_faults.add(pointerTo(pointer, key),
                   fmt::format("a point [{}] that is not on {}", fmt::join(point->at, ", "),
                               quotedText(point->part)),
                   resolved.error().message);
    }
  }

  const Scene& m_scene;
  const Registry& m_registry;
  std::set<std::string> m_faulty;  // pointers
  std::map<std::string_view, std::unique_ptr<Part>> m_parts;
  FaultLog m_faults;
};

}  // namespace

std::vector<Fault> tryMaking(const Scene& scene, const Registry& registry,
                             const std::vector<Fault>& known) {
  return MakingTrial(scene, registry, known).run();
}

}  // namespace sinew
