#include "app/Assets.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/scene/Fault.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFiles = 1'000;  // of a folder that a suggestion is looked for among

/// Scenes and clips in a folder, written as they would be as an argument.
void addFiles(const fs::path& folder, std::vector<std::string>& names) {
  std::error_code error;
  std::size_t seen = 0;
  const fs::path here = folder.empty() ? fs::path(".") : folder;
  for (const auto& entry : fs::directory_iterator(here, error)) {
    if (++seen > kMostFiles) return;
    const fs::path ending = entry.path().extension();
    if (ending == ".json" || ending == ".clip")
      names.push_back((folder / entry.path().filename()).string());
  }
}

}  // namespace

fs::path assetFolder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "share" / "sinew";
  for (const fs::path& folder : {installed, fs::path(SINEW_ASSET_DIR)})
    if (fs::is_directory(folder, error)) return folder;
  return {};
}

std::vector<fs::path> demoScenes() {
  std::vector<fs::path> scenes;
  const fs::path folder = assetFolder();
  std::error_code error;
  if (!folder.empty()) {
    for (const auto& entry : fs::directory_iterator(folder / "scenes", error))
      if (entry.path().extension() == ".json") scenes.push_back(entry.path());
  }
  std::sort(scenes.begin(), scenes.end());
  return scenes;
}

fs::path scenePath(const std::string& argument) {
  std::error_code error;
  if (fs::exists(argument, error)) return argument;
  const fs::path folder = assetFolder();
  // Only a bare name can be a demo's.
  if (folder.empty() || fs::path(argument).filename() != fs::path(argument)) return argument;
  const fs::path demo = folder / "scenes" / (argument + ".json");
  return fs::exists(demo, error) ? demo : fs::path(argument);
}

std::string suggestScene(const std::string& argument, std::vector<std::string> known) {
  for (const fs::path& demo : demoScenes()) known.push_back(demo.stem().string());
  addFiles(fs::path(argument).parent_path(), known);
  std::sort(known.begin(), known.end());
  const std::string nearest = nearestName(argument, {known.begin(), known.end()});
  return nearest.empty() ? "; sinew list scenes lists the demos"
                         : "; did you mean " + quotedText(nearest) + "?";
}

Result<fs::path> findScene(const std::string& argument) {
  fs::path path = scenePath(argument);
  std::error_code error;
  if (fs::exists(path, error)) return path;
  return fail(ErrorCode::Io,
              "there is no scene or demo " + quotedText(argument) + suggestScene(argument));
}

}  // namespace sinew
