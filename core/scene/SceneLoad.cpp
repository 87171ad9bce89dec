#include <fmt/format.h>

#include <fstream>
#include <system_error>
#include <utility>

#include "core/base/FileSort.h"
#include "core/base/PlainText.h"
#include "core/scene/AssetPath.h"
#include "core/scene/SceneFile.h"
#include "core/scene/SceneJson.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// The bytes of a regular file of bounded size.
Result<std::string, SceneFileError> readBytes(const fs::path& path) {
  const auto io = [&path](const std::string& why) {
    const std::string message = fmt::format("cannot read {}: {}", shownPath(path), why);
    return Unexpected{SceneFileError{ErrorCode::Io, message, {}}};
  };
  std::error_code error;
  if (const std::string why = whyNoFile(path); !why.empty()) return io(why);
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return io(error.message());
  const JsonLimits limits;
  if (size > limits.bytes) {
    Fault fault{"", fmt::format("{} bytes", size), fmt::format("at most {} bytes", limits.bytes)};
    return Unexpected{
        SceneFileError{ErrorCode::Invalid, shownPath(path) + " is too large", {fault}}};
  }
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file || !file.read(bytes.data(), static_cast<std::streamsize>(size)))
    return io("the file cannot be opened or read to its end");
  return bytes;
}

/// Looks every asset up: in the scene's own folder first, then among the shared ones.
class AssetChecker {
 public:
  AssetChecker(fs::path sceneFolder, fs::path assetFolder)
      : m_folders{std::move(sceneFolder), std::move(assetFolder)} {}

  void check(const Value& value, const ParamSpec& spec, const std::string& pointer) {
    if (const auto* list = std::get_if<ValueList>(&value.content)) {
      for (std::size_t i = 0; i < list->size(); ++i)
        check((*list)[i], spec.item.front(), pointerTo(pointer, i));
    }
    if (spec.type != ParamType::Asset) return;
    const std::string& path = std::get<std::string>(value.content);
    if (path.empty()) return;
    const auto file = resolveAsset(m_folders, path);
    // Without what is only seen, a scene is drawn more plainly; whoever draws it says so.
    const bool plainer = spec.effect == Effect::Look && !file && file.error().code == ErrorCode::Io;
    if (file || plainer) return;
    m_faults.add(pointer, fmt::format("{}: {}", quotedText(path), file.error().message),
                 "a file inside the scene's folder or the asset folder");
  }

  std::vector<Fault> take() { return m_faults.take(); }

 private:
  fs::path m_folders[2];
  FaultLog m_faults;
};

std::vector<Fault> checkAssets(const Scene& scene, const Registry& registry, AssetChecker checker) {
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    const std::string pointer = pointerTo("", sectionKey(section));
    for (std::size_t k = 0; k < scene[section].size(); ++k) {
      const Entity& entity = scene[section][k];
      const ParamTable* table = entityTable(registry, section, entity.kind);
      for (const auto& [key, value] : entity.values.entries())
        if (const ParamSpec* spec = table == nullptr ? nullptr : findParam(*table, key))
          checker.check(value, *spec, pointerTo(pointerTo(pointer, k), key));
    }
  }
  return checker.take();
}

}  // namespace

Result<Scene, SceneFileError> loadScene(const fs::path& path, const Registry& registry,
                                        const fs::path& assetFolder) {
  const auto invalid = [&path](std::vector<Fault> faults) {
    const std::string message = fmt::format("{} is not a valid scene", shownPath(path));
    return Unexpected{SceneFileError{ErrorCode::Invalid, message, std::move(faults)}};
  };
  const auto bytes = readBytes(path);
  if (!bytes) return Unexpected{bytes.error()};
  auto scene = readScene(*bytes, registry);
  if (!scene) return invalid(std::move(scene.error()));
  const fs::path parent = path.parent_path();
  const fs::path folder = parent.empty() ? fs::path(".") : parent;
  auto faults = checkAssets(*scene, registry, AssetChecker(folder, assetFolder));
  if (!faults.empty()) return invalid(std::move(faults));
  return std::move(*scene);
}

}  // namespace sinew
