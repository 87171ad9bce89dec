#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// How a file comes to be.
enum class Written {
  Anew,     ///< beside its name first, then renamed
  InPlace,  ///< through its name, which may be that of a pipe
};

/// A file that a run is to write; an empty path was not given.
struct Output {
  std::string option;  ///< that names it
  std::filesystem::path path;
  Written written = Written::Anew;
};

/// A file that a run reads.
struct FileInUse {
  std::string what;  ///< "the scene"
  std::filesystem::path path;
};

/// Whether all can be written, found out without touching them, so that nobody waits for a run
/// whose result cannot be kept. None may follow a link, replace a file in use, or another of them.
Result<void> checkOutputs(const std::vector<Output>& outputs, const std::vector<FileInUse>& inUse);

/// The meshes and pictures that a scene names, in the first of the folders that has each.
std::vector<FileInUse> filesNamedBy(const Scene& scene, const Registry& registry,
                                    const std::vector<std::filesystem::path>& folders);

/// Whether two paths lead to one file; neither need be there.
bool namesSameFile(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace sinew
