#include "ui/document/Library.h"

#include <algorithm>
#include <cctype>

#include "core/io/mesh/SceneMeshes.h"

namespace sinew::ui {
namespace {

namespace fs = std::filesystem;
using Shelf = LibraryItem::Shelf;

/// "rubber_ball" -> "Rubber ball"
std::string labelOf(std::string name) {
  std::ranges::replace(name, '_', ' ');
  if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

Shelf shelfOf(Section section) {
  switch (section) {
    case Section::Parts:
      return Shelf::Parts;
    case Section::Constraints:
      return Shelf::Constraints;
    case Section::Forces:
      return Shelf::Forces;
    default:
      return Shelf::Looks;
  }
}

std::vector<fs::path> scenesIn(const fs::path& folder) {
  std::vector<fs::path> scenes;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") scenes.push_back(entry.path());
  std::ranges::sort(scenes);
  return scenes;
}

}  // namespace

Library::Library(const Registry& registry, fs::path assets, fs::path own, QObject* parent)
    : QObject(parent), m_registry(registry), m_assets(std::move(assets)), m_own(std::move(own)) {
  collect();
}

const LibraryItem* Library::find(const std::string& key) const {
  const auto found = std::ranges::find(m_items, key, &LibraryItem::key);
  return found == m_items.end() ? nullptr : &*found;
}

void Library::collect() {
  m_items.clear();
  collectMade(Shelf::ReadyMade, m_assets / "library");
  collectMade(Shelf::Materials, m_assets / "library" / "materials");
  collectMade(Shelf::Own, m_own);
  collectKinds();
}

void Library::collectKinds() {
  for (const Section section : {Section::Parts, Section::Constraints, Section::Forces,
                                Section::Materials, Section::Cameras, Section::Lights}) {
    for (const Addable& addable : addablesOf(m_registry, section)) {
      const std::string key = std::string(sectionKey(section)) + "/" + addable.kind;
      m_items.push_back({shelfOf(section), key, labelOf(addable.label), addable.doc, addable, {}});
    }
  }
}

// A file that is no scene is left out: it may lie there for reasons of its own.
void Library::collectMade(Shelf shelf, const fs::path& folder) {
  for (const fs::path& path : scenesIn(folder)) {
    const auto scene = loadScene(path, m_registry);
    if (!scene) continue;
    m_items.push_back(
        {shelf, path.string(), labelOf(path.stem().string()), scene->notes, std::nullopt, path});
  }
}

Result<Scene> Library::sceneOf(const LibraryItem& item) const {
  auto scene = loadSceneAndMeshes(item.madeIn, m_registry, m_assets);
  if (!scene) return fail(scene.error().code, scene.error().message);
  return std::move(*scene);
}

bool Library::keeps(const std::string& name) const {
  std::error_code error;
  return fs::exists(m_own / (name + ".json"), error);
}

Result<void> Library::keep(const Scene& excerpt, const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos)
    return fail(ErrorCode::Invalid, "a name without / is needed");
  std::error_code error;
  fs::create_directories(m_own, error);
  const auto meshes = saveMeshes(excerpt, m_registry, m_own, m_assets);
  if (!meshes) return Unexpected{meshes.error()};
  if (!meshes->empty())
    return fail(ErrorCode::Io, "the library holds another file called " + meshes->front());
  auto kept = saveScene(excerpt, m_own / (name + ".json"), m_registry);
  if (kept) collect();
  if (kept) emit changed();
  return kept;
}

Result<void> Library::forget(const LibraryItem& item) {
  std::error_code error;
  if (item.shelf != Shelf::Own || !fs::remove(item.madeIn, error))
    return fail(ErrorCode::Io, "it could not be taken away");
  collect();
  emit changed();
  return {};
}

}  // namespace sinew::ui
