#pragma once
#include <memory>
#include <vector>

#include "core/simulation/SceneDynamics.h"

namespace sinew {

/// Moves the parts of a scene, no time passing, to where the constraints are met as well as they
/// can be: x ← x + M⁻¹Jᵀλ with N λ = −g, again and again, shortened while it would make the sum of
/// squared gaps larger. At the end Jᵀg = 0 on the rows that stay open. M of every part is taken as
/// if it weighed 1 kg: what can be met does not depend on what hangs on it.
class ConstraintRelaxation {
 public:
  /// Those of the constraints that are `loose` (as of SceneDynamics) are not met.
  ConstraintRelaxation(std::shared_ptr<const World> world, std::vector<char> loose);
  /// Others from now on; then start() anew.
  void loosen(std::vector<char> loose);

  /// The initial pose, with the constraints that are active at `time` [s].
  void start(double time);
  /// Where a state of the world is, with the constraints that are in force there.
  void startFrom(const State& state);
  /// The same constraints at the same instant, but the parts in their initial pose.
  void startOver();
  void relax();
  /// Moves everything a little, `share` of the parts' sizes, always the same way.
  void nudge(double share);

  /// Norm of the violations of a constraint's rows [m]; 0 when it is not active.
  double gap(int constraint) const;
  /// Constraints whose duty others share, and which belong together.
  std::vector<char> redundant();
  std::vector<std::vector<int>> redundantGroups();

  /// At the pose reached last.
  const SceneDynamics& dynamics() const { return m_dynamics; }

 private:
  double evaluate();
  void solve();
  bool counts(std::size_t constraint) const;

  std::shared_ptr<const World> m_world;
  std::vector<char> m_loose;
  SceneDynamics m_dynamics;
  State m_state;
  Reals m_y, m_before;
  double m_time = 0;
};

}  // namespace sinew
