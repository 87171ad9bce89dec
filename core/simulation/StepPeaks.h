#pragma once
#include <algorithm>

#include "core/simulation/StepReport.h"

namespace sinew {

/// How far off steps have ended, and what they took: the worst of them.
struct StepPeaks {
  double gap = 0;          ///< [m] of a constraint that is active and not broken
  double penetration = 0;  ///< [m]
  double residual = 0;     ///< share that the solve for contact left
  int rounds = 0;          ///< of one step

  void add(const StepReport& report) {
    for (const ConstraintStatus& constraint : report.constraints) {
      if (constraint.active && !constraint.broken) gap = std::max(gap, constraint.residual);
    }
    penetration = std::max(penetration, report.maxPenetration);
    residual = std::max(residual, report.residual);
    rounds = std::max(rounds, report.rounds);
  }
};

}  // namespace sinew
