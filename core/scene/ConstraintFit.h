#pragma once
#include <span>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// What a constraint that is added by hand should say, besides its points, to hold them where they
/// begin. Nothing where its kind has nothing to fit, or its points are not there.
ConstraintKind::Fitted fitToStart(const Entity& constraint, const Scene& scene,
                                  const Registry& registry);

/// The same to hold them where they are at an instant [s] in which the parts that are simulated
/// have this configuration, one after the other (Snapshot::configuration). Nothing as well where
/// that is of another scene.
ConstraintKind::Fitted fitAt(const Entity& constraint, const Scene& scene, const Registry& registry,
                             std::span<const double> configuration, double time);

}  // namespace sinew
