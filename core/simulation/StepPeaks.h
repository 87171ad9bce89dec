#pragma once
#include <algorithm>
#include <array>

#include "core/simulation/StepReport.h"

namespace sinew {

/// Whether a constraint is to be as it asks: no more being assembled, nor off, nor broken, and
/// without compliance.
inline bool mustHold(const ConstraintStatus& constraint) {
  return constraint.active && !constraint.broken && constraint.met && !constraint.compliant;
}

/// [m] of all that must hold; sines of angles cannot be compared with it.
inline double widestGap(const StepReport& report) {
  double widest = 0;
  for (const ConstraintStatus& constraint : report.constraints) {
    if (mustHold(constraint) && !constraint.angle) widest = std::max(widest, constraint.residual);
  }
  return widest;
}

/// How far off steps have ended, and what they took: the worst of them.
struct StepPeaks {
  double gap = 0;          ///< [m] widestGap()
  double penetration = 0;  ///< [m]
  double residual = 0;     ///< share that the solve for contact left
  int rounds = 0;          ///< of one step
  double unsettled = 0;    ///< [s] that steps took whose contact was not solved to tolerance
  std::array<int, 2> unsettledParts = {-1, -1};  ///< of the last of those (StepReport)

  void add(const StepReport& report) {
    if (report.unsettled) {
      unsettled += report.stepSize;
      unsettledParts = report.unsettledParts;
    }
    gap = std::max(gap, widestGap(report));
    penetration = std::max(penetration, report.maxPenetration);
    residual = std::max(residual, report.residual);
    rounds = std::max(rounds, report.rounds);
  }
};

}  // namespace sinew
