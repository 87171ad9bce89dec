#pragma once
#include <chrono>

#include "core/simulation/StepReport.h"

namespace sinew {

/// Adds the wall time of a scope to a stage.
class TimedStage {
 public:
  using Clock = std::chrono::steady_clock;
  TimedStage(StageSeconds& seconds, Stage stage)
      : m_sum(seconds[static_cast<std::size_t>(stage)]), m_start(Clock::now()) {}
  ~TimedStage() { m_sum += std::chrono::duration<double>(Clock::now() - m_start).count(); }
  TimedStage(const TimedStage&) = delete;
  TimedStage& operator=(const TimedStage&) = delete;

 private:
  double& m_sum;
  Clock::time_point m_start;
};

}  // namespace sinew
