#include "app/OpenWorld.h"

#include "app/Assets.h"
#include "app/Log.h"
#include "app/Overrides.h"
#include "core/base/PlainText.h"
#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/SceneTrial.h"

namespace sinew {

Result<std::shared_ptr<const World>, ExitCode> openWorld(const std::string& scene,
                                                         const std::vector<std::string>& overrides,
                                                         const Registry& registry,
                                                         Beginning beginning) {
  const auto path = findScene(scene);
  if (!path) return Unexpected{report(path.error())};
  auto loaded = loadSceneAndMeshes(*path, registry, assetFolder());
  if (!loaded) return Unexpected{report(loaded.error())};
  const auto applied = applyOverrides(*loaded, overrides, registry);
  if (!applied) return Unexpected{report(applied.error())};
  const MeshSource files = meshesIn(foldersOf(*path, assetFolder()));
  if (auto faults = fetchMeshes(*loaded, registry, files); !faults.empty()) {
    return Unexpected{report(
        SceneFileError{ErrorCode::Usage, "--set names what cannot be read:", std::move(faults)})};
  }
  if (beginning == Beginning::RecordedFrame) {
    const auto sound = refuseStartValues(*applied);
    if (!sound) return Unexpected{report(sound.error())};
  }
  auto world = World::compile(*loaded, registry);
  if (world) return std::move(*world);
  std::vector<Fault> faults = tryMaking(*loaded, registry, {});
  if (faults.empty()) return Unexpected{report(world.error())};
  return Unexpected{report(SceneFileError{
      ErrorCode::Invalid, shownPath(*path) + " cannot be simulated:", std::move(faults)})};
}

std::vector<FileInUse> filesOfScene(const std::string& scene, const World& world) {
  return filesNamedBy(world.scene(), world.registry(), foldersOf(scenePath(scene), assetFolder()));
}

}  // namespace sinew
