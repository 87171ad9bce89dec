#pragma once
#include "core/model/Part.h"

namespace sinew {

/// How a part answers on its own to what it is made of: the fastest of its small vibrations about
/// the initial shape, and the strongest of its damping.
struct PartStiffness {
  double frequency = 0;  ///< ω [rad/s], largest with ω² x = M⁻¹K x
  double damping = 0;    ///< d [1/s], largest with d x = M⁻¹D x

  /// Longest step [s] that semi-implicit Euler can take, forces at the step's start: ω²h² + 2dh
  /// < 4. Infinite for what has neither.
  double longestStep() const;
};

/// Both by power iteration, K and D from differences of the part's own forces: costs a few dozen
/// evaluations, once.
PartStiffness stiffnessOf(const Part& part);

}  // namespace sinew
