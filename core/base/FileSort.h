#pragma once
#include <filesystem>
#include <string>

namespace sinew {

/// What stands at a path, in a person's words: "a folder", "a pipe", "a device"; "" where it is an
/// ordinary file, or nothing.
std::string sortOfFile(const std::filesystem::file_status& status);

/// Why nothing can be read from a path as from an ordinary file: the rest of a sentence that begins
/// with its name. "" where it can. Links are followed; nothing is opened, which at a pipe would
/// wait without end.
std::string whyNoFile(const std::filesystem::path& path);

}  // namespace sinew
