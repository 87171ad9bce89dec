#pragma once
#include <cstdint>
#include <vector>

#include "core/registry/Registry.h"
#include "core/scene/Fault.h"
#include "core/scene/Scene.h"

namespace sinew {

/// The most that one scene may hold. A file of a few bytes can ask for more than any memory has;
/// these are a few gigabytes, far above what can be stepped in a sitting.
struct SceneBudget {
  std::int64_t vertices = 20'000'000;   ///< drawn, of all parts
  std::int64_t velocities = 4'000'000;  ///< of all parts
  std::int64_t memory = 2'000'000'000;  ///< [bytes] of all parts (PartSize::memory)
  /// Pairs of constraints on the same moving part, each a block of the constraint system.
  std::int64_t couplings = 20'000'000;
};

/// What of a valid scene is more than its budget, told from the declared sizes alone: nothing is
/// compiled. A fault points at the part that takes most.
std::vector<Fault> checkBudget(const Scene& scene, const Registry& registry,
                               const SceneBudget& budget = {});

}  // namespace sinew
