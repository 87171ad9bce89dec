#pragma once
#include <optional>
#include <string>

#include "core/simulation/World.h"

namespace sinew {

/// What makes steps far shorter than the scene asks for.
struct StepRemark {
  std::string message;  ///< a sentence without its stop
  std::string part;     ///< the one to blame
  bool operator==(const StepRemark&) const = default;
};

/// None while all parts can bear steps of about the length asked for, or the integrator chooses.
std::optional<StepRemark> remarkOnSteps(const World& world);

}  // namespace sinew
