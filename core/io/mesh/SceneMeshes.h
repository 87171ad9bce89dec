#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/io/mesh/MeshReader.h"
#include "core/scene/SceneFile.h"

namespace sinew {

/// Where the content of a mesh comes from, by the path that a scene gives it.
using MeshSource =
    std::function<Result<std::shared_ptr<const MeshContent>>(const std::string& path)>;

/// Where the files lie that a scene in this file may name, in the order in which they are searched.
std::vector<std::filesystem::path> foldersOf(const std::filesystem::path& scene,
                                             const std::filesystem::path& assetFolder);

/// From files in the first of several folders that has them; empty ones are none. All that is asked
/// of one source shares a budget: it is for one scene.
MeshSource meshesIn(std::vector<std::filesystem::path> folders);

/// Reads what the meshes of a scene name, but for those that have their content already. What could
/// not be read stays as it is; the faults say why.
std::vector<Fault> fetchMeshes(Scene& scene, const Registry& registry, const MeshSource& source);

/// All meshes of a scene that were read, each path once.
std::vector<MeshFile> meshesOf(const Scene& scene, const Registry& registry);

/// Reads and validates a scene with its meshes; its assets must lie in the scene's folder or in
/// `assetFolder`.
Result<Scene, SceneFileError> loadSceneAndMeshes(const std::filesystem::path& path,
                                                 const Registry& registry,
                                                 const std::filesystem::path& assetFolder = {});

/// Writes those meshes of a scene that neither its folder nor `assetFolder` has into the folder, so
/// that it can be read there. Files that are there stay; the paths of those that hold something
/// else than the scene does come back.
Result<std::vector<std::string>> saveMeshes(const Scene& scene, const Registry& registry,
                                            const std::filesystem::path& folder,
                                            const std::filesystem::path& assetFolder);

}  // namespace sinew
