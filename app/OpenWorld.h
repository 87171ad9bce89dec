#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/ExitCode.h"
#include "app/OutputCheck.h"
#include "core/registry/Registry.h"
#include "core/simulation/World.h"

namespace sinew {

/// Where a take begins.
enum class Beginning { Scene, RecordedFrame };

/// Loads a scene (file or demo), applies the overrides and compiles it. Failures have been logged
/// when this returns; the error is how the program should end.
Result<std::shared_ptr<const World>, ExitCode> openWorld(const std::string& scene,
                                                         const std::vector<std::string>& overrides,
                                                         const Registry& registry,
                                                         Beginning beginning = Beginning::Scene);

/// The meshes and pictures of such a world.
std::vector<FileInUse> filesOfScene(const std::string& scene, const World& world);

}  // namespace sinew
