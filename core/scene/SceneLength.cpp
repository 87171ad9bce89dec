#include "core/scene/SceneLength.h"

#include <cmath>

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"

namespace sinew {

double durationOf(const Scene& scene) {
  return ParamReader(animationTable(), scene.animation).real("duration");
}

std::uint64_t lastFrameOf(const Scene& scene) {
  constexpr double kRounding = 1e-12;
  const auto fps = static_cast<double>(ParamReader(settingsTable(), scene.settings).integer("fps"));
  return static_cast<std::uint64_t>(std::floor(durationOf(scene) * fps * (1 + kRounding)));
}

}  // namespace sinew
