#pragma once
#include <memory>

#include "core/simulation/SceneDynamics.h"

namespace sinew {

/// Pictures of a World's states. Keeps the scratch it needs between calls; one per thread.
class SnapshotMaker {
 public:
  explicit SnapshotMaker(std::shared_ptr<const World> world);

  /// The picture of a state, with everything that can be known from it alone.
  std::shared_ptr<const Snapshot> make(const State& state);

  /// The same from dynamics that has just evaluated the state, with the report of its step.
  static std::shared_ptr<Snapshot> make(const World& world, const State& state,
                                        const SceneDynamics& dynamics, const StepReport& report);

 private:
  std::shared_ptr<const World> m_world;
  SceneDynamics m_dynamics;
};

}  // namespace sinew
