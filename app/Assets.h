#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/Result.h"

namespace sinew {

/// The folder with Sinew's own scenes, shaders and meshes: beside an installed program in
/// ../share/sinew, else in the source tree it was built from. Empty when there is none.
std::filesystem::path assetFolder();

/// The demo scenes in it, by name.
std::vector<std::filesystem::path> demoScenes();

/// A scene argument as a path: a file as it is, else the demo of that name, else as it is.
std::filesystem::path scenePath(const std::string& argument);

/// The same for a scene that must be there; the error says which name was probably meant.
Result<std::filesystem::path> findScene(const std::string& argument);

/// The end of a sentence about a name that is none: "; did you mean "dragonfly"?", among demos,
/// the files of its folder and the `known` names; or where the names of demos are listed.
std::string suggestScene(const std::string& argument, std::vector<std::string> known = {});

}  // namespace sinew
