#include "app/SimulationRun.h"

#include <chrono>
#include <cmath>

#include "app/StopSignal.h"

namespace sinew {
namespace {

using Clock = std::chrono::steady_clock;

class Runner {
 public:
  Runner(Simulator& simulator, const RunLimits& limits, RunReport& report)
      : m_simulator(simulator), m_limits(limits), m_report(report) {
    m_simulator.watch(&m_watch);
  }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  ~Runner() { m_simulator.watch(nullptr); }

  Result<RunStatus> run(const RunObserver& observer) {
    const double fps = m_simulator.world().fps();
    m_report.begin(m_simulator.report());
    // A state between two frames is continued from, but is no frame.
    auto frame = static_cast<std::uint64_t>(std::ceil(m_simulator.time() * fps - 1e-6));
    for (; frameTime(frame) <= m_limits.duration * (1 + 1e-12); ++frame) {
      const RunStatus status = advance(frameTime(frame));
      if (status != RunStatus::Ok) return status;
      auto told = observer.frame(frame, m_simulator);
      if (!told) return Unexpected{told.error()};
    }
    return advance(m_limits.duration);
  }

 private:
  double frameTime(std::uint64_t frame) const {
    return static_cast<double>(frame) / m_simulator.world().fps();
  }

  RunStatus advance(double until) {
    while (m_simulator.time() < until) {
      if (mustStop()) return RunStatus::Stopped;
      const StepReport& report = m_simulator.step(until);
      m_report.observe(report);
      if (report.status != RunStatus::Ok) return report.status;
    }
    return RunStatus::Ok;
  }

  bool mustStop() const {
    if (m_limits.untilSignal && stopRequested() != 0) return true;
    if (m_limits.wallSeconds <= 0) return false;
    return std::chrono::duration<double>(Clock::now() - m_start).count() > m_limits.wallSeconds;
  }

  Simulator& m_simulator;
  RunLimits m_limits;
  RunReport& m_report;
  Clock::time_point m_start = Clock::now();
  StopWhen m_watch{[this] { return mustStop(); }};  // in the midst of a step, too
};

}  // namespace

Result<RunStatus> runSimulation(Simulator& simulator, const RunLimits& limits, RunReport& report,
                                const RunObserver& observer) {
  return Runner(simulator, limits, report).run(observer);
}

}  // namespace sinew
