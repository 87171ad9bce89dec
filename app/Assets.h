#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

/// The folder with Sinew's own scenes, shaders and meshes: beside an installed program in
/// ../share/sinew, else in the source tree it was built from. Empty when there is none.
std::filesystem::path assetFolder();

/// The demo scenes in it, by name.
std::vector<std::filesystem::path> demoScenes();

/// A scene argument as a path: a file as it is, else the demo of that name, else as it is.
std::filesystem::path scenePath(const std::string& argument);

}  // namespace sinew
