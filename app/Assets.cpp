#include "app/Assets.h"

#include <algorithm>
#include <system_error>

namespace sinew {

namespace fs = std::filesystem;

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

}  // namespace sinew
