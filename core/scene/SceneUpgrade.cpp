#include "core/scene/SceneUpgrade.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "core/scene/Scene.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "core/scene/ValueJson.h"

namespace sinew {

bool upgradeDocument(Json& document, std::span<const Upgrader> upgraders, const Registry& registry,
                     FaultLog& faults) {
  const std::size_t newest = upgraders.size() + 1;
  const std::string legal =
      newest == 1 ? "1, the version of the format" : fmt::format("a version from 1 to {}", newest);
  const auto found = document.find("sinew");
  if (found == document.end()) {
    faults.add("/sinew", "nothing", legal);
    return false;
  }
  const bool positive = found->is_number_unsigned() ? found->get<std::uint64_t>() > 0
                                                    : found->is_number_integer() && *found > 0;
  if (!positive) {
    faults.add("/sinew", describeJson(*found), legal);
    return false;
  }
  const std::size_t version = found->get<std::size_t>();
  if (version > newest) {
    faults.add("/sinew", fmt::format("version {}, made by a newer Sinew", version),
               legal + "; open it with the Sinew that made it");
    return false;
  }
  for (std::size_t from = version; from < newest; ++from) upgraders[from - 1](document, registry);
  document["sinew"] = newest;
  return true;
}

namespace {

/// Version 1 had obstacles push, and nothing else, where a scene did not say how parts meet.
void keepContactBySprings(Json& document, const Registry& /*registry*/) {
  if (!document.contains("settings")) document["settings"] = Json::object();
  Json& settings = document["settings"];
  if (settings.is_object() && !settings.contains("contact")) settings["contact"] = "springs";
}

/// What was taken for granted is written down where today's default is another.
void writeFormerDefaults(Json& object, const ParamTable& table, int version) {
  for (const ParamSpec& spec : table) {
    const Value* before = formerDefault(spec, version);
    if (before != nullptr && !object.contains(spec.key))
      object[spec.key] = Json(writeValue(*before, spec));
  }
}

void keepDefaults(Json& document, const Registry& registry, int version) {
  if (!document.contains("settings")) document["settings"] = Json::object();
  Json& settings = document["settings"];
  if (settings.is_object()) writeFormerDefaults(settings, settingsTable(), version);
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    const auto list = document.find(sectionKey(section));
    if (list == document.end() || !list->is_array()) continue;
    for (Json& entity : *list) {
      if (!entity.is_object()) continue;
      const auto kind = entity.find("kind");
      const bool named = kind != entity.end() && kind->is_string();
      const ParamTable* table = entityTable(
          registry, section, named ? kind->get_ref<const std::string&>() : std::string_view());
      if (table != nullptr) writeFormerDefaults(entity, *table, version);
    }
  }
}

/// Version 2 advanced by Euler's method in steps of a millisecond where a scene did not say how.
void keepDefaultsOfVersion2(Json& document, const Registry& registry) {
  keepDefaults(document, registry, 2);
}

constexpr std::array<Upgrader, 2> kUpgraders = {keepContactBySprings, keepDefaultsOfVersion2};

}  // namespace

std::span<const Upgrader> sceneUpgraders() {
  static_assert(kUpgraders.size() == Scene::kVersion - 1, "a new version needs its upgrader");
  return kUpgraders;
}

}  // namespace sinew
