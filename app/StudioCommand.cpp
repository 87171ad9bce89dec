#include "app/StudioCommand.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "app/Assets.h"
#include "app/Log.h"
#include "ui/window/Studio.h"

namespace sinew {
namespace {

bool isSet(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// Qt would end the program itself, with a message about plugins.
bool hasDisplay() {
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

}  // namespace

std::optional<std::string> studioArgument(int argc, const char* const* argv,
                                          const std::vector<std::string>& verbs) {
  if (argc < 2) return std::string();
  const std::string_view first = argv[1];
  const bool verb = std::find(verbs.begin(), verbs.end(), first) != verbs.end();
  if (argc > 2 || verb || first.starts_with("-")) return std::nullopt;
  // A misspelt verb should be told so, not looked for as a file.
  const std::filesystem::path path = scenePath(std::string(first));
  std::error_code error;
  const bool looksLikeFile = path.has_extension() || std::filesystem::exists(path, error);
  return looksLikeFile ? std::optional<std::string>(path.string()) : std::nullopt;
}

ExitCode runStudioCommand(int argc, char** argv, const std::string& file,
                          const Registry& registry) {
  if (!hasDisplay()) {
    return report(Error{ErrorCode::Usage,
                        "the window needs a display, and there is none (DISPLAY and "
                        "WAYLAND_DISPLAY are not set); sinew --help lists what works without one",
                        {}});
  }
  if (!file.empty()) {
    const auto found = findScene(file);
    if (!found) return report(found.error());
  }
  const ui::StudioOptions options{file, assetFolder()};
  return static_cast<ExitCode>(ui::runStudio(argc, argv, registry, options));
}

}  // namespace sinew
