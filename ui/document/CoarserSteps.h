#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/scene/SceneEdit.h"

namespace sinew::ui {

/// The next coarser way to simulate a scene, as one change of its settings.
struct CoarserSteps {
  std::vector<SceneEdit> edits;
  bool solves = false;           ///< for contact, in place of barriers
  std::string integrator;        ///< label of another one; empty: it stays
  double before = 0, after = 0;  ///< [s] its steps, where it stays
};

/// First contact that cuts no steps, then an integrator that stays stable in long ones, then less
/// accuracy where steps follow from it, then steps twice as long, up to a frame. None where nothing
/// coarser is left.
std::optional<CoarserSteps> coarserSteps(const Scene& scene, const Registry& registry);

/// More accuracy, where steps follow from it and there is more.
std::optional<SceneEdit> finerAccuracy(const Scene& scene);

}  // namespace sinew::ui
