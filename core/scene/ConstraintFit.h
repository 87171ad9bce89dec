#pragma once
#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// What a constraint that is added by hand should say, besides its points, to hold them where they
/// begin. Nothing where its kind has nothing to fit, or its points are not there.
ConstraintKind::Fitted fitToStart(const Entity& constraint, const Scene& scene,
                                  const Registry& registry);

}  // namespace sinew
