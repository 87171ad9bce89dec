#pragma once
#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "core/scene/SceneTables.h"
#include "core/simulation/Simulator.h"
#include "tests/support/FormerDefaults.h"

namespace sinew::test {

using Values = std::initializer_list<std::pair<const char*, Value>>;

/// All kinds that ship with Sinew, built once per test program.
inline const Registry& builtins() {
  static const Registry registry = [] {
    Registry r;
    registerBuiltins(r);
    return r;
  }();
  return registry;
}

/// What a built scene has where a test gives nothing.
enum class Defaults { OfVersion2, Today };

/// Makes scenes for tests in a few lines.
class SceneBuilder {
 public:
  explicit SceneBuilder(const Registry& registry = builtins(),
                        Defaults defaults = Defaults::OfVersion2)
      : m_registry(registry), m_defaults(defaults) {
    giveDefaults(settingsTable(), m_scene.settings);
  }
  explicit SceneBuilder(Defaults defaults) : SceneBuilder(builtins(), defaults) {}

  SceneBuilder& settings(Values values) { return fill(settingsTable(), m_scene.settings, values); }
  SceneBuilder& part(const char* kind, std::string name, Values values) {
    return add(Section::Parts, m_registry.part(kind)->table, kind, std::move(name), values);
  }
  SceneBuilder& constraint(const char* kind, std::string name, Values values) {
    return add(Section::Constraints, m_registry.constraint(kind)->table, kind, std::move(name),
               values);
  }
  SceneBuilder& force(const char* kind, std::string name, Values values) {
    return add(Section::Forces, m_registry.force(kind)->table, kind, std::move(name), values);
  }
  SceneBuilder& rule(std::string name, Values values) {
    return add(Section::ContactRules, contactRuleTable(), "", std::move(name), values);
  }
  SceneBuilder& material(std::string name) {
    return add(Section::Materials, materialTable(), "", std::move(name), {});
  }
  /// Only that part and the settings are left.
  SceneBuilder& keepPart(std::string_view name) {
    for (int i = 0; i < kSectionCount; ++i) {
      const auto section = static_cast<Section>(i);
      std::erase_if(m_scene[section], [&](const Entity& entity) {
        return section != Section::Parts || entity.name != name;
      });
    }
    return *this;
  }
  const Scene& scene() const { return m_scene; }

  std::shared_ptr<const World> world() const {
    auto world = World::compile(m_scene, m_registry);
    if (!world) {
      ADD_FAILURE() << world.error().message;
      return nullptr;
    }
    return *world;
  }

 private:
  SceneBuilder& add(Section section, const ParamTable& table, const char* kind, std::string name,
                    Values values) {
    Entity entity{std::move(name), kind, {}};
    giveDefaults(table, entity.values);
    fill(table, entity.values, values);
    m_scene[section].push_back(std::move(entity));
    return *this;
  }
  void giveDefaults(const ParamTable& table, ParamValues& out) const {
    if (m_defaults == Defaults::OfVersion2) giveFormerDefaults(table, out);
  }
  SceneBuilder& fill(const ParamTable& table, ParamValues& out, Values values) {
    for (const auto& [key, value] : values) {
      const ParamSpec* spec = findParam(table, key);
      if (!spec) {
        ADD_FAILURE() << "no parameter " << key;
        continue;
      }
      out.set(*spec, value);
    }
    return *this;
  }

  const Registry& m_registry;
  Defaults m_defaults;
  Scene m_scene;
};

/// A point of a part, as tests write it.
inline Value at(std::string part, std::vector<double> coordinates = {}) {
  return MaterialPoint{std::move(part), std::move(coordinates)};
}

/// Where a part's point is now [m].
inline Vec3 positionOf(const Simulator& simulator, std::string_view part,
                       std::vector<double> coordinates = {}) {
  const int index = *simulator.world().findPart(part);
  const Part& compiled = *simulator.world().parts()[index].part;
  Vec3 position, velocity;
  compiled.locate(simulator.dynamics().scratch(index), *compiled.resolve(coordinates), position,
                  velocity);
  return position;
}

}  // namespace sinew::test
