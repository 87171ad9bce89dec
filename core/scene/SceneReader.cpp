#include <fmt/format.h>

#include <set>
#include <utility>

#include "core/scene/SceneBudget.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "core/scene/SceneTrial.h"
#include "core/scene/SceneUpgrade.h"
#include "core/scene/ValueJson.h"

namespace sinew {
namespace {

constexpr std::size_t kMaxEntities = 200'000;  // of one section
constexpr std::size_t kMaxNotes = 1'048'576;   // bytes

class SceneReader {
 public:
  explicit SceneReader(const Registry& registry) : m_registry(registry) {}

  Result<Scene, std::vector<Fault>> read(Json& document) {
    if (!document.is_object()) {
      m_faults.add("", describeJson(document),
                   fmt::format(R"(an object {{"sinew": {}, ...}})", Scene::kVersion));
      return Unexpected{m_faults.take()};
    }
    if (!upgradeDocument(document, sceneUpgraders(), m_registry, m_faults))
      return Unexpected{m_faults.take()};
    for (const auto& [key, member] : document.items()) readMember(key, member);
    addAll(checkReferences(m_scene, m_registry));
    auto tooLarge = checkBudget(m_scene, m_registry);
    const bool fits = tooLarge.empty();
    addAll(std::move(tooLarge));
    if (m_faults.empty()) return std::move(m_scene);
    // Nobody mends a scene to be told of the next fault then: what is sound is tried as well.
    std::vector<Fault> faults = m_faults.take();
    if (fits) {
      for (Fault& fault : tryMaking(m_scene, m_registry, faults))
        if (faults.size() < FaultLog::kMaxFaults) faults.push_back(std::move(fault));
    }
    return Unexpected{std::move(faults)};
  }

 private:
  void addAll(std::vector<Fault> faults) {
    for (Fault& fault : faults)
      m_faults.add(std::move(fault.pointer), std::move(fault.found), std::move(fault.legal));
  }

  void readMember(const std::string& key, const Json& member) {
    const std::string pointer = pointerTo("", key);
    if (key == "sinew") return;
    if (key == "notes") return readNotes(member);
    if (key == "settings") return readObject(member, settingsTable(), m_scene.settings, pointer);
    if (key == "animation") return readObject(member, animationTable(), m_scene.animation, pointer);
    if (key == "environment")
      return readObject(member, environmentTable(), m_scene.environment, pointer);
    for (int i = 0; i < kSectionCount; ++i) {
      const auto section = static_cast<Section>(i);
      if (key == sectionKey(section)) return readSection(member, section, pointer);
    }
    std::vector<std::string_view> keys = {"settings", "animation", "environment", "notes"};
    for (int i = 0; i < kSectionCount; ++i) keys.emplace_back(sectionKey(static_cast<Section>(i)));
    m_faults.add(pointer, "unknown key " + quotedText(key), legalNames(key, keys));
  }

  void readNotes(const Json& member) {
    if (!member.is_string() || member.get_ref<const std::string&>().size() > kMaxNotes) {
      m_faults.add("/notes", describeJson(member),
                   fmt::format("a text of at most {} bytes", kMaxNotes));
      return;
    }
    m_scene.notes = member.get<std::string>();
  }

  /// An object that holds nothing but parameters.
  void readObject(const Json& json, const ParamTable& table, ParamValues& values,
                  const std::string& pointer) {
    if (!json.is_object()) return m_faults.add(pointer, describeJson(json), "an object");
    for (const auto& [key, member] : json.items()) readParam(key, member, table, values, pointer);
    reportMissing(json, table, pointer);
  }

  void readSection(const Json& json, Section section, const std::string& pointer) {
    if (!json.is_array() || json.size() > kMaxEntities) {
      m_faults.add(pointer, describeJson(json),
                   fmt::format("a list of at most {} objects", kMaxEntities));
      return;
    }
    std::set<std::string, std::less<>> names;
    for (std::size_t i = 0; i < json.size(); ++i) {
      const std::string here = pointerTo(pointer, i);
      Entity entity = readEntity(json[i], section, here);
      if (!entity.name.empty() && !names.insert(entity.name).second)
        m_faults.add(pointerTo(here, "name"), quotedText(entity.name) + " a second time",
                     "a name that no other of " + quotedText(sectionKey(section)) + " has");
      // Faulty ones are kept too: others refer to them, and places must not shift.
      m_scene[section].push_back(std::move(entity));
    }
  }

  Entity readEntity(const Json& json, Section section, const std::string& pointer) {
    Entity entity;
    if (!json.is_object()) {
      m_faults.add(pointer, describeJson(json), R"(an object {"name": ..., ...})");
      return entity;
    }
    entity.name = readName(json, pointer);
    const bool kinds = hasKinds(section);
    if (kinds && !readKind(json, section, pointer, entity)) return entity;
    const ParamTable& table = *entityTable(m_registry, section, entity.kind);
    for (const auto& [key, member] : json.items())
      if (key != "name" && !(kinds && key == "kind"))
        readParam(key, member, table, entity.values, pointer);
    reportMissing(json, table, pointer);
    return entity;
  }

  std::string readName(const Json& json, const std::string& pointer) {
    const auto name = json.find("name");
    const bool legal =
        name != json.end() && name->is_string() && isLegalName(name->get_ref<const std::string&>());
    if (legal) return name->get<std::string>();
    m_faults.add(pointerTo(pointer, "name"), name == json.end() ? "nothing" : describeJson(*name),
                 "a name of 1 to 200 bytes without / : [ ] and control characters");
    return {};
  }

  bool readKind(const Json& json, Section section, const std::string& pointer, Entity& entity) {
    const auto kind = json.find("kind");
    const auto names = kindNames(m_registry, section);
    if (kind == json.end() || !kind->is_string()) {
      m_faults.add(pointerTo(pointer, "kind"), kind == json.end() ? "nothing" : describeJson(*kind),
                   legalNames("", names));
      return false;
    }
    entity.kind = kind->get<std::string>();
    if (entityTable(m_registry, section, entity.kind) != nullptr) return true;
    m_faults.add(pointerTo(pointer, "kind"), quotedText(entity.kind),
                 legalNames(entity.kind, names));
    return false;
  }

  void readParam(const std::string& key, const Json& member, const ParamTable& table,
                 ParamValues& values, const std::string& pointer) {
    const std::string here = pointerTo(pointer, key);
    const ParamSpec* spec = findParam(table, key);
    if (spec == nullptr) {
      std::vector<std::string_view> keys;
      for (const ParamSpec& known : table) keys.push_back(known.key);
      m_faults.add(here, "unknown key " + quotedText(key), legalNames(key, keys));
      return;
    }
    auto value = readValue(member, *spec, here, m_faults);
    if (value) values.set(*spec, std::move(*value));
  }

  void reportMissing(const Json& json, const ParamTable& table, const std::string& pointer) {
    for (const ParamSpec& spec : table)
      if (spec.required && !json.contains(spec.key))
        m_faults.add(pointerTo(pointer, spec.key), "nothing", legalText(spec));
  }

  const Registry& m_registry;
  Scene m_scene;
  FaultLog m_faults;
};

}  // namespace

Result<Scene, std::vector<Fault>> readScene(std::string_view text, const Registry& registry) {
  auto document = parseJson(text);
  if (!document) return Unexpected{std::move(document.error())};
  return SceneReader(registry).read(*document);
}

}  // namespace sinew
