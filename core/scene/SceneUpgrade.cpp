#include "core/scene/SceneUpgrade.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "core/scene/Scene.h"

namespace sinew {

bool upgradeDocument(Json& document, std::span<const Upgrader> upgraders, FaultLog& faults) {
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
  for (std::size_t from = version; from < newest; ++from) upgraders[from - 1](document);
  document["sinew"] = newest;
  return true;
}

namespace {

/// Version 1 had obstacles push, and nothing else, where a scene did not say how parts meet.
void keepContactBySprings(Json& document) {
  if (!document.contains("settings")) document["settings"] = Json::object();
  Json& settings = document["settings"];
  if (settings.is_object() && !settings.contains("contact")) settings["contact"] = "springs";
}

constexpr std::array<Upgrader, 1> kUpgraders = {keepContactBySprings};

}  // namespace

std::span<const Upgrader> sceneUpgraders() {
  static_assert(kUpgraders.size() == Scene::kVersion - 1, "a new version needs its upgrader");
  return kUpgraders;
}

}  // namespace sinew
