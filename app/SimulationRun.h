#pragma once
#include <cstdint>
#include <functional>

#include "core/simulation/RunReport.h"
#include "core/simulation/Simulator.h"

namespace sinew {

/// How far and how long to run.
struct RunLimits {
  double duration = 0;      ///< [s] of simulated time
  double wallSeconds = 0;   ///< [s] of real time; 0 is no limit
  bool untilSignal = true;  ///< whether SIGINT and SIGTERM stop it
};

/// What a run tells as it goes.
struct RunObserver {
  /// A frame was reached: its number and the simulator that stands at it. An error ends the run.
  std::function<Result<void>(std::uint64_t frame, const Simulator& simulator)> frame;
};

/// Steps the simulator to the end of the duration, or until it diverges, is told to stop, or runs
/// out of real time. Frame k is at k / fps; the first one reported is the state it starts from.
Result<RunStatus> runSimulation(Simulator& simulator, const RunLimits& limits, RunReport& report,
                                const RunObserver& observer);

}  // namespace sinew
