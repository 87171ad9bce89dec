#pragma once
#include <string_view>

#include "core/base/Result.h"
#include "core/registry/Registry.h"
#include "core/scene/Scene.h"
#include "render/FrameLook.h"

namespace sinew {

/// The look of a valid scene at `time` [s]: its camera of that name (empty: the first; none in the
/// scene: automatic), lights (none: the studio), materials and environment. Glyphs and forces are
/// off, as exports want them, and parts that only help while working are seen by `eyes` at work
/// alone. Fails when there is no such camera.
enum class Eyes { Film, Work };
Result<FrameLook> lookAt(const Scene& scene, const Registry& registry, double time,
                         std::string_view cameraName = {}, Eyes eyes = Eyes::Film);

}  // namespace sinew
