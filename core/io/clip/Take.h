#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "core/io/clip/ClipWriter.h"
#include "core/simulation/Simulator.h"

namespace sinew {

/// A run of a simulator from frame to frame, recorded or not, with commands logged or run again
/// from a log. Frame n is the instant n / fps [s] of the scene.
class Take {
 public:
  /// Starts where the simulator stands, which must be a frame. Both must outlive the take.
  /// `clip` may be null. Frames that the clip has already (ClipWriter::extend) are not written
  /// again: say so with `firstIsWritten`.
  Take(Simulator& simulator, ClipWriter* clip, bool firstIsWritten = false);

  /// Instant of a frame [s], the same to the bit for everyone who asks.
  static double frameTime(std::uint64_t number, double fps);
  /// The last frame that has come by an instant, which may be infinite: then a very late one.
  static std::uint64_t framesBy(double time, double fps);
  /// The frame at an instant; nothing between frames.
  static std::optional<std::uint64_t> frameAt(double time, double fps);

  /// A command for the next step; logged. An error when it cannot be meant for this world.
  Result<void> post(const Command& command);
  /// Commands to be posted when their step has come, in order: a log run again.
  void schedule(std::vector<LoggedCommand> commands);

  /// Looked at between steps; true stops the run there.
  std::function<bool()> stopRequested;
  /// Called before every step, before commands are posted; may call continueIn().
  std::function<Result<void>(std::uint64_t step)> beforeStep;
  /// Called after every accepted step.
  std::function<void(const StepReport& report)> onStep;
  /// Called at every frame, the first included, after it was handed to the clip.
  std::function<void(std::uint64_t frame)> onFrame;

  /// Goes on to the frame at or before `end` [s], then, unrecorded, to `end` itself. The error is
  /// the clip's. Ok, Diverged, or Stopped when stopRequested said so.
  Result<RunStatus> runTo(double end);
  /// Goes on with another simulator, which stands at the same instant and must outlive the take.
  void continueIn(Simulator& simulator) { m_simulator = &simulator; }
  /// Goes on by one frame.
  Result<RunStatus> advanceFrame();

  /// Number of the last frame reached.
  std::uint64_t frame() const { return m_frame; }

 private:
  Result<void> start();
  Result<RunStatus> advanceTo(double time);
  Result<void> postDue();
  Result<void> publishFrame();

  Simulator* m_simulator;
  ClipWriter* m_clip;
  double m_fps;
  std::uint64_t m_frame = 0;
  bool m_started = false, m_firstIsWritten = false;
  std::vector<LoggedCommand> m_scheduled;
  std::size_t m_nextScheduled = 0;
};

}  // namespace sinew
