#pragma once
#include <string>
#include <vector>

#include "core/scene/SceneEdit.h"

namespace sinew::ui {

/// When the constraints of an assembly come into force, one after the other.
struct Stagger {
  double begin = 0;  ///< [s] at which the first one does
  double every = 0;  ///< [s] from one to the next
  double takes = 0;  ///< [s] until each has closed its gap to 1 %
};

/// Sets the activation of these constraints, in this order, and how long each takes.
std::vector<SceneEdit> staggered(const std::vector<std::string>& constraints,
                                 const Stagger& stagger);

/// Lets nothing fall until the last of `count` constraints has closed: keys gravity, which is
/// `gravity` [m/s²] from then on.
SceneEdit floatingUntilAssembled(std::size_t count, const Stagger& stagger, const Vec3& gravity);

}  // namespace sinew::ui
