#pragma once
#include <string>
#include <vector>

#include "core/scene/SceneEdit.h"
#include "core/simulation/ConstraintDoctor.h"

namespace sinew::ui {

/// Something that could be done about a finding, as one step.
struct Remedy {
  enum class Kind { HoldAsItBegins, SwitchOffThen, SwitchOff, Delete };
  Kind kind = Kind::Delete;
  std::string constraint;
  std::vector<SceneEdit> edits;
  double time = 0;  ///< [s] from which on it is switched off
};

/// What could be done about constraints that repeat one another or cannot be met, gentlest first.
/// Only what changes something, and of what repeats others only what nobody would miss.
std::vector<Remedy> remediesFor(const Finding& finding, const Scene& scene,
                                const Registry& registry);

}  // namespace sinew::ui
