#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/ExitCode.h"
#include "core/registry/Registry.h"

namespace sinew {

/// What the arguments ask the studio to open, or nothing when they are for a verb or an option:
/// `sinew` opens the gallery, `sinew SCENE` a scene, clip or demo.
std::optional<std::string> studioArgument(int argc, const char* const* argv,
                                          const std::vector<std::string>& verbs);

/// Opens the window and stays until it is closed. Without a display: says so, exit code Usage.
ExitCode runStudioCommand(int argc, char** argv, const std::string& file, const Registry& registry);

}  // namespace sinew
