#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/registry/Registry.h"
#include "core/scene/Fault.h"
#include "core/scene/Scene.h"

namespace sinew {

/// Why a scene could not be loaded: the file (Io), or what is in it (Invalid, with faults).
struct SceneFileError {
  ErrorCode code = ErrorCode::Invalid;
  std::string message;
  std::vector<Fault> faults;
};

/// Reads and validates a scene; its assets must lie in the scene's folder or in `assetFolder`.
Result<Scene, SceneFileError> loadScene(const std::filesystem::path& path, const Registry& registry,
                                        const std::filesystem::path& assetFolder = {});

/// Writes a scene so that a crash at any moment leaves the old file or the new one: a temporary
/// file beside it, flushed, renamed over it. The previous contents stay as `path~`.
Result<void> saveScene(const Scene& scene, const std::filesystem::path& path,
                       const Registry& registry);

/// Where what is replaced at a path is kept: `path~`.
std::filesystem::path backupOf(const std::filesystem::path& path);
/// Why that cannot be replaced in its turn: the rest of a sentence. "" where it can.
std::string whyNoBackup(const std::filesystem::path& path);

/// Keeps what stands at `path`, if anything, as `path~` too, while it stays where it is: for what
/// is replaced by renaming.
Result<void> keepBackup(const std::filesystem::path& path);
/// The same for what is written in place: nothing is left at `path`.
Result<void> moveToBackup(const std::filesystem::path& path);

enum class Backup { None, Keep };

/// The same for any text.
Result<void> saveText(const std::string& text, const std::filesystem::path& path,
                      Backup backup = Backup::Keep);

}  // namespace sinew
