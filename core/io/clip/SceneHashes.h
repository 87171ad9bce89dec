#pragma once
#include <optional>
#include <vector>

#include "core/io/clip/ClipHeader.h"
#include "core/io/clip/Database.h"

namespace sinew {

/// Of a scene in a clip, with all that it says about how things look, and of when it holds.
std::uint64_t hashOf(const SceneRevision& scene);

// Clips of before there were such hashes lack their table, and never get it.

Result<void> makeSceneHashes(Database& database);
/// Of the scene with that number, if the clip keeps hashes.
Result<void> writeSceneHash(Database& database, std::uint64_t number, const SceneRevision& scene);
/// Drops the hashes of scenes that are not there any more.
Result<void> cutSceneHashes(Database& database);
/// In the order of their scenes; nothing where the clip keeps none, or not of all.
Result<std::optional<std::vector<std::uint64_t>>> readSceneHashes(Database& database);

}  // namespace sinew
