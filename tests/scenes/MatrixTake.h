#pragma once
// Runs a scene as it comes and says what is wrong with the take. All limits are counted, so that
// the answer is the same on every machine.
#include <cstdint>
#include <map>
#include <string>

#include "core/scene/Scene.h"

namespace sinew::test {

enum class TakeFault {
  Slow,          ///< more steps were tried than a take may have; it ends there
  MakesEnergy,   ///< more than was put in
  StandsOpen,    ///< a constraint that is said to be closed
  FallsThrough,  ///< something lies under a floor
  Ends,          ///< diverged
  DoesNotStart,  ///< cannot be compiled
};
const char* faultName(TakeFault fault);  ///< "slow", "makes_energy", ...

struct TakeOutcome {
  std::map<TakeFault, std::string> faults;  ///< with the first of each kind, in plain words
  double simulated = 0;                     ///< [s]
  double processor = 0;                     ///< [s] that the calling thread took for it
  std::uint64_t trials = 0;                 ///< steps accepted and rejected
  double gained = 0;     ///< largest rise of energy minus work, as a share of the scene's scale
  double widestGap = 0;  ///< of a constraint that had closed, as a share of its size
};

/// Steps that a take may try in a second: so many, or so many times what its own step asks for.
inline constexpr double kTrialsPerSecond = 2400, kTrialsPerStep = 4;
inline constexpr double kEnergyMade = 1e-3;  ///< of the scene's scale, which no take may gain
inline constexpr double kOpenGap = 1e-3;     ///< of the part's size: what is closed has less

inline constexpr double kSunk = 0.01;  ///< [m] under a floor

/// Runs up to `length` [s], or until the take is slow or ends.
TakeOutcome runTake(const Scene& scene, double length);

}  // namespace sinew::test
