#include "core/io/mesh/SceneMeshes.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

#include "core/base/PlainText.h"
#include "core/scene/AssetPath.h"
#include "core/scene/SceneBudget.h"
#include "core/scene/SceneJson.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// A parameter of an entity that names a mesh.
struct MeshPlace {
  Section section;
  std::size_t index;
  const ParamSpec* spec;
  MeshFile mesh;

  std::string pointer() const {
    return pointerTo(pointerTo(pointerTo("", sectionKey(section)), index), spec->key);
  }
};

std::vector<MeshPlace> meshPlaces(const Scene& scene, const Registry& registry) {
  std::vector<MeshPlace> places;
  for (int s = 0; s < kSectionCount; ++s) {
    const auto section = static_cast<Section>(s);
    for (std::size_t i = 0; i < scene[section].size(); ++i) {
      const Entity& entity = scene[section][i];
      for (const auto& [key, value] : entity.values.entries()) {
        const auto* mesh = std::get_if<MeshFile>(&value.content);
        const ParamTable* table = mesh ? entityTable(registry, section, entity.kind) : nullptr;
        const ParamSpec* spec = table ? findParam(*table, key) : nullptr;
        if (spec != nullptr) places.push_back({section, i, spec, *mesh});
      }
    }
  }
  return places;
}

bool hasBytes(const fs::path& file, const std::string& bytes) {
  std::error_code error;
  if (fs::file_size(file, error) != bytes.size() || error) return false;
  std::ifstream stream(file, std::ios::binary);
  return std::equal(bytes.begin(), bytes.end(), std::istreambuf_iterator<char>(stream));
}

/// Whether a file means what was read before.
bool holds(const fs::path& file, const MeshContent& content) {
  if (hasBytes(file, content.bytes)) return true;
  const auto now = readMeshFile(file);
  return now && (*now)->hash == content.hash;
}

}  // namespace

std::vector<fs::path> foldersOf(const fs::path& scene, const fs::path& assetFolder) {
  return {scene.has_parent_path() ? scene.parent_path() : fs::path("."), assetFolder};
}

MeshSource meshesIn(std::vector<fs::path> folders) {
  return [folders = std::move(folders), budget = std::make_shared<MeshBudget>()](
             const std::string& path) -> Result<std::shared_ptr<const MeshContent>> {
    const auto file = resolveAsset(folders, path);
    if (!file) return Unexpected{file.error()};
    return readMeshFile(*file, {}, budget.get());
  };
}

std::vector<Fault> fetchMeshes(Scene& scene, const Registry& registry, const MeshSource& source) {
  FaultLog faults;
  std::vector<MeshFile> known = meshesOf(scene, registry);
  std::map<std::string, std::string> whyNot;  // each is tried once, however many parts name it
  for (const MeshPlace& place : meshPlaces(scene, registry)) {
    const std::string& path = place.mesh.path;
    if (place.mesh.content) continue;
    auto found = std::ranges::find(known, path, &MeshFile::path);
    if (found == known.end() && !whyNot.contains(path)) {
      auto content = source(path);
      if (content) {
        found = known.insert(known.end(), {path, *std::move(content)});
      } else {
        whyNot.emplace(path, content.error().message);
      }
    }
    if (found == known.end()) {
      faults.add(place.pointer(), fmt::format("{}: {}", quotedText(path), whyNot[path]),
                 "a file with a closed mesh inside the scene's folder or the asset folder");
      continue;
    }
    scene[place.section][place.index].values.set(*place.spec, Value(*found));
  }
  return faults.take();
}

std::vector<MeshFile> meshesOf(const Scene& scene, const Registry& registry) {
  std::vector<MeshFile> meshes;
  for (MeshPlace& place : meshPlaces(scene, registry)) {
    const bool isNew = std::ranges::find(meshes, place.mesh.path, &MeshFile::path) == meshes.end();
    if (place.mesh.content && isNew) meshes.push_back(std::move(place.mesh));
  }
  return meshes;
}

Result<Scene, SceneFileError> loadSceneAndMeshes(const fs::path& path, const Registry& registry,
                                                 const fs::path& assetFolder) {
  auto scene = loadScene(path, registry, assetFolder);
  if (!scene) return scene;
  auto faults = fetchMeshes(*scene, registry, meshesIn(foldersOf(path, assetFolder)));
  if (faults.empty()) faults = checkBudget(*scene, registry);  // now that meshes count too
  if (faults.empty()) return scene;
  const std::string message = fmt::format("{} is not a valid scene", shownPath(path));
  return Unexpected{SceneFileError{ErrorCode::Invalid, message, std::move(faults)}};
}

Result<std::vector<std::string>> saveMeshes(const Scene& scene, const Registry& registry,
                                            const fs::path& folder, const fs::path& assetFolder) {
  std::vector<std::string> others;
  const fs::path own = folder.empty() ? fs::path(".") : folder;
  const fs::path folders[] = {own, assetFolder};
  for (const MeshFile& mesh : meshesOf(scene, registry)) {
    if (const auto there = resolveAsset(folders, mesh.path)) {
      if (!holds(*there, *mesh.content)) others.push_back(mesh.path);
      continue;
    }
    const fs::path file = own / mesh.path;
    const std::string below = fs::path(mesh.path).parent_path().string();
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    // Through a link it could come to lie elsewhere.
    if (const auto inside = resolveInside(own, below.empty() ? "." : below); !inside) {
      return Unexpected{inside.error()};
    }
    auto written = saveText(mesh.content->bytes, file, Backup::None);
    if (!written) return Unexpected{written.error()};
  }
  return others;
}

}  // namespace sinew
