#pragma once
#include <array>

#include "core/base/Interruption.h"
#include "core/simulation/StepWatch.h"

namespace sinew {

/// Counts the work of a step, tells whoever watches of it, and knows whether the step was given up.
/// Outside of begin() and end() nothing is.
class StepWork final : public Interruption {
 public:
  void begin(StepWatch* watch);
  /// True where it was given up.
  bool end();

  /// A size [s] is tried from `time` [s] on.
  void tries(double time, double h);
  void concerns(int partA, int partB);
  void concerns(int constraint) { m_progress.constraint = constraint; }
  /// What the solve for contact has left (StepReport::residual).
  void leaves(double share) { m_left = share; }

  /// Something is begun; true where the step is given up.
  bool at(StepTask task);
  /// Likewise a round of what is solved in rounds.
  bool round(StepTask task);
  bool due() override;
  bool givenUp() const { return m_givenUp; }

  int rounds() const { return m_progress.rounds; }
  /// That were in the way last, by their place in the World; −1: none.
  std::array<int, 2> parts() const { return {m_progress.partA, m_progress.partB}; }
  double left() const { return m_left; }

 private:
  StepWatch* m_watch = nullptr;
  StepProgress m_progress;
  double m_left = 0;
  bool m_givenUp = false, m_tried = false;
};

}  // namespace sinew
