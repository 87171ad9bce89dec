#pragma once
#include <cstdint>

#include "core/scene/Scene.h"

namespace sinew {

double durationOf(const Scene& scene);  ///< [s] from start to end, as the scene says
/// The last frame at or before a scene's end; frame n is the instant n / fps.
std::uint64_t lastFrameOf(const Scene& scene);

}  // namespace sinew
