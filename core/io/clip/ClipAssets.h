#pragma once
#include <span>
#include <vector>

#include "core/io/clip/ClipHeader.h"
#include "core/io/clip/Database.h"
#include "core/io/mesh/SceneMeshes.h"

namespace sinew {

/// The files that a scene names and that its simulation feels: its meshes.
std::vector<ClipAsset> assetsOf(const Scene& scene, const Registry& registry);

/// Adds those to a clip whose paths it does not know yet.
Result<void> writeAssets(Database& database, std::span<const ClipAsset> assets);
Result<std::vector<ClipAsset>> readAssets(Database& database);

/// The meshes among the files of a clip. One that is not read as it was when it was recorded is an
/// error. The files must outlive it.
MeshSource meshesAmong(std::span<const ClipAsset> assets);

}  // namespace sinew
