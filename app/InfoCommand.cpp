#include "app/InfoCommand.h"

#include <fmt/format.h>

#include <memory>

#include "app/Assets.h"
#include "app/Log.h"
#include "core/base/PlainText.h"
#include "core/io/clip/ClipReader.h"
#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/JsonText.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneLength.h"
#include "core/scene/SceneTables.h"
#include "core/scene/SimulationHash.h"

namespace sinew {
namespace {

struct InfoOptions {
  std::string file;
  bool json = false;
};

OrderedJson describeScene(const Scene& scene, const Registry& registry) {
  const ParamReader settings(settingsTable(), scene.settings);
  OrderedJson out = {{"type", "scene"},
                     {"version", Scene::kVersion},
                     {"notes", scene.notes},
                     {"duration", durationOf(scene)},
                     {"fps", settings.integer("fps")},
                     {"integrator", settings.text("integrator")},
                     {"simulation_hash", hashText(simulationHash(scene, registry))}};
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    OrderedJson entities = OrderedJson::array();
    for (const Entity& entity : scene[section]) {
      OrderedJson entry = {{"name", entity.name}};
      if (hasKinds(section)) entry["kind"] = entity.kind;
      entities.push_back(std::move(entry));
    }
    out[sectionKey(section)] = std::move(entities);
  }
  return out;
}

OrderedJson describeClip(const ClipReader& clip) {
  const ClipHeader& header = clip.header();
  const ClipFrame &first = clip.frames().front(), &last = clip.frames().back();
  OrderedJson parts = OrderedJson::array();
  for (const ClipPart& part : header.parts) {
    parts.push_back({{"name", part.name}, {"kind", part.kind}, {"version", part.version}});
  }
  return {{"type", "clip"},
          {"format", clip.format()},
          {"build", header.build},
          {"complete", clip.complete()},
          {"fps", header.fps},
          {"frames", clip.frames().size()},
          {"first_frame", first.number},
          {"start_time", first.time},
          {"end_time", last.time},
          {"steps", last.step},
          {"commands", clip.commands().size()},
          {"vertices", header.topology->vertexCount},
          {"simulation_hash", hashText(header.fingerprint)},
          {"state_hash", hashText(last.stateHash)},
          {"parts", std::move(parts)}};
}

void printDescribed(const OrderedJson& info) {
  for (const auto& [key, value] : info.items()) {
    if (!value.is_array()) {
      fmt::print("{}: {}\n", key,
                 value.is_string() ? plainText(value.get<std::string>()) : value.dump());
      continue;
    }
    if (value.empty()) continue;
    fmt::print("{}: {}\n", key, value.size());
    for (const auto& entry : value)
      fmt::print(
          "  {}{}\n", shownPath(entry["name"].get<std::string>()),
          entry.contains("kind") ? " (" + shownPath(entry["kind"].get<std::string>()) + ")" : "");
  }
}

ExitCode printDescription(const OrderedJson& description, bool json) {
  if (json) {
    fmt::print("{}", printJson(description));
  } else {
    printDescribed(description);
  }
  return ExitCode::Done;
}

ExitCode info(const InfoOptions& options, const Registry& registry) {
  if (looksLikeClip(options.file)) {
    const auto clip = ClipReader::open(options.file);
    return clip ? printDescription(describeClip(**clip), options.json) : report(clip.error());
  }
  const auto path = findScene(options.file);
  if (!path) return report(path.error());
  const auto scene = loadSceneAndMeshes(*path, registry, assetFolder());
  if (!scene) return report(scene.error());
  return printDescription(describeScene(*scene, registry), options.json);
}

}  // namespace

Verb infoCommand() {
  return {
      "info", "Show what is in a scene or clip",
      [](CLI::App& app, const Registry& registry) -> Run {
        auto options = std::make_shared<InfoOptions>();
        app.add_option("file", options->file, "Scene file, name of a demo, or clip")->required();
        app.add_flag("--json", options->json, "Print as JSON");
        return [options, &registry] { return info(*options, registry); };
      }};
}

}  // namespace sinew
