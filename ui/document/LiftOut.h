#pragma once
#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew::ui {

/// How far up [m] what is in an excerpt has to go, once it is shifted, so as to be in nothing that
/// it is let go on: corners of a block reach into a slope on which its middle stands. As drawn, of
/// the newest parts of the scene, where they begin.
double liftOut(const Scene& excerpt, const Vec3& shift, const Scene& scene,
               const Registry& registry);

}  // namespace sinew::ui
