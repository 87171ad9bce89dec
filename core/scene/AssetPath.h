#pragma once
#include <filesystem>
#include <span>
#include <string_view>

#include "core/base/Result.h"

namespace sinew {

/// Whether a path named by a scene cannot leave the folder it is taken from, by its text alone:
/// relative, no "..", no backslash, no drive, no control characters.
bool staysInside(std::string_view path);

/// The file that `path` names below `folder`, with symbolic links followed: fails when it does
/// not exist or when it really lies outside.
Result<std::filesystem::path> resolveInside(const std::filesystem::path& folder,
                                            std::string_view path);

/// The same in the first of several folders that has it; empty ones are none.
Result<std::filesystem::path> resolveAsset(std::span<const std::filesystem::path> folders,
                                           std::string_view path);

}  // namespace sinew
