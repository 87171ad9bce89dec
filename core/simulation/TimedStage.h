#pragma once
#include "core/simulation/SceneDynamics.h"

namespace sinew {

/// Adds the wall time of a scope to a stage.
class SceneDynamics::Timed {
 public:
  using Clock = std::chrono::steady_clock;
  Timed(SceneDynamics& owner, Stage stage)
      : m_sum(owner.m_seconds[static_cast<int>(stage)]), m_start(Clock::now()) {}
  ~Timed() { m_sum += std::chrono::duration<double>(Clock::now() - m_start).count(); }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  double& m_sum;
  Clock::time_point m_start;
};

}  // namespace sinew
