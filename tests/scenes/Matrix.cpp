#include "tests/scenes/Matrix.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <filesystem>

#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/References.h"
#include "core/scene/SceneJson.h"
#include "core/scene/WorldValues.h"
#include "core/simulation/SnapshotMaker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

constexpr double kDrop = 0.02;  // [m] of air between the two of a pair

const fs::path kAssets = fs::path(SINEW_SOURCE_DIR) / "assets";

std::vector<std::string> scenesIn(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& file : fs::directory_iterator(folder, none)) {
    if (file.path().extension() == ".json") names.push_back(file.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Scene sceneIn(const fs::path& path) {
  auto scene = loadSceneAndMeshes(path, builtins(), kAssets);
  if (scene) return *std::move(scene);
  ADD_FAILURE() << path << ": " << scene.error().message;
  return {};
}

Scene libraryScene(const std::string& name) {
  return sceneIn(kAssets / "library" / (name + ".json"));
}

/// Room that everything takes but the planes, which have no end [m].
Eigen::AlignedBox3d roomOf(const Scene& scene) {
  Eigen::AlignedBox3d room;
  const auto world = World::compile(scene, builtins());
  if (!world) {
    ADD_FAILURE() << world.error().message;
    return room;
  }
  const auto picture = SnapshotMaker(*world).make(Simulator(*world).state());
  for (std::size_t i = 0; i < (*world)->parts().size(); ++i) {
    if ((*world)->parts()[i].kind == "plane") continue;
    const RenderTopology::PartMesh& mesh = picture->topology->parts[i];
    for (std::uint32_t v = mesh.firstVertex; v < mesh.firstVertex + mesh.vertexCount; ++v) {
      room.extend(Eigen::Map<const Eigen::Vector3f>(&picture->positions[3 * v]).cast<double>());
    }
  }
  return room;
}

bool mayFall(const Scene& scene) {
  const auto world = World::compile(scene, builtins());
  return world && std::ranges::any_of((*world)->parts(),
                                      [](const CompiledPart& part) { return part.dims.v > 0; });
}

/// Adds everything of `what`, shifted, under names with a prefix.
void put(const Scene& what, const Vec3& shift, const std::string& prefix, Scene& into) {
  const RigidMotion motion(Quat::Identity(), shift);
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    for (Entity entity : what[section]) {
      const ParamTable* table = entityTable(builtins(), section, entity.kind);
      if (table == nullptr) continue;
      entity.name = prefix + entity.name;
      changeReferences(entity.values, *table, [&](Section to, std::string& name) {
        if (what.find(to, name) != nullptr) name = prefix + name;
      });
      for (const ParamSpec& spec : *table) {
        const bool notGiven = spec.optional && entity.values.find(spec.key) == nullptr;
        if (notGiven || !speaksOfTheWorld(section, spec) || spec.unit == "rad") continue;
        entity.values.set(spec, carried(givenOr(entity.values, spec), spec, motion));
      }
      into[section].push_back(std::move(entity));
    }
  }
}

/// By which `above` comes to lie over the middle of `below`, with a little air between [m].
Vec3 shiftOnto(const Scene& below, const Scene& above) {
  const Eigen::AlignedBox3d low = roomOf(below), high = roomOf(above);
  if (low.isEmpty() || high.isEmpty()) return Vec3::Zero();
  Vec3 shift = low.center() - high.center();
  shift.y() = low.max().y() + kDrop - high.min().y();
  return shift;
}

std::vector<MatrixEntry> collect() {
  std::vector<MatrixEntry> all;
  for (const std::string& demo : scenesIn(kAssets / "scenes")) {
    all.push_back({"demo_" + demo, demo, {}, {}});
  }
  std::vector<std::string> names = scenesIn(kAssets / "library");
  std::erase(names, "floor");  // which all stand on
  for (const std::string& name : names) all.push_back({name + "_alone", {}, name, {}});
  std::stable_partition(names.begin(), names.end(),
                        [](const std::string& name) { return !mayFall(libraryScene(name)); });
  for (std::size_t a = 0; a < names.size(); ++a) {
    for (std::size_t b = a; b < names.size(); ++b) {
      all.push_back({names[b] + "_on_" + names[a], {}, names[a], names[b]});
    }
  }
  return all;
}

}  // namespace

const std::vector<MatrixEntry>& matrixEntries() {
  static const std::vector<MatrixEntry> entries = collect();
  return entries;
}

Scene matrixScene(const MatrixEntry& entry) {
  if (!entry.demo.empty()) return sceneIn(kAssets / "scenes" / (entry.demo + ".json"));
  Scene scene;
  put(libraryScene("floor"), Vec3::Zero(), "", scene);
  const Scene below = libraryScene(entry.below);
  put(below, Vec3::Zero(), "below ", scene);
  if (entry.above.empty()) return scene;
  const Scene above = libraryScene(entry.above);
  put(above, shiftOnto(below, above), "above ", scene);
  return scene;
}

}  // namespace sinew::test
