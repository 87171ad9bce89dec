#pragma once
#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>

#include "core/live/LiveRequest.h"
#include "core/live/WallClock.h"
#include "core/simulation/StepWatch.h"

namespace sinew {

/// Whether a request waits for the step at hand to end, or has it given up.
enum class Urgency { Waits, AfterAWhile, AtOnce };
Urgency urgencyOf(const LiveRequest& request);

/// Watches the steps of a live run: gives one up for whoever waits for an answer, and says what a
/// frame that takes long is busy with. The clock decides when, never what comes of a step.
class FrameWatch final : public StepWatch {
 public:
  /// `waiting` is the most urgent request in the queue.
  FrameWatch(WallClock& clock, std::stop_token stop, const std::atomic<Urgency>& waiting);

  void beginStep();
  void endStep();
  void endFrame();  ///< the next step begins another
  /// Steps are given up from this instant [s on the wall] on; infinite: never.
  void giveUpBy(double wall) { m_latest = wall; }
  /// What the frame at hand is busy with, once it takes long: told by the step that is being taken,
  /// every quarter of a second.
  std::function<void(const StepProgress&, double seconds)> onSlow;

  bool stops(const StepProgress& progress) override;

 private:
  bool mustStop(double lasted, double now) const;

  WallClock& m_clock;
  std::stop_token m_stop;
  const std::atomic<Urgency>& m_waiting;
  double m_latest = std::numeric_limits<double>::infinity();
  double m_worked = 0;    // [s on the wall] at the frame at hand, in steps before this one
  double m_began = 0;     // [s on the wall] this step
  double m_tellFrom = 0;  // [s on the wall] at the frame, from which on it is told again
};

}  // namespace sinew
