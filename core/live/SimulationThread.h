#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "core/live/LiveStatus.h"
#include "core/live/ReplayWay.h"
#include "core/live/WallClock.h"
#include "core/scene/SceneEdit.h"
#include "core/simulation/Command.h"
#include "core/simulation/Snapshot.h"

namespace sinew {

/// A simulation that runs on a thread of its own, paced to the wall clock. Owns World and State;
/// requests go in through one queue that is drained between steps, the newest picture comes out.
/// Every method may be called from any thread and returns at once.
///
/// Every frame that was simulated stays at hand, within a budget of bytes: one can go back to it,
/// look at it, and go on from it.
class SimulationThread {
 public:
  struct Options {
    int threads = 1;                       ///< of the step
    std::size_t historyBytes = 512 << 20;  ///< oldest frames go first, the very first stays
    std::shared_ptr<WallClock> clock;      ///< to keep pace with; null: the machine's
  };
  /// `onNews` is called on the simulation thread when snapshot() or status() has something new;
  /// it must only pass the word on. The registry must outlive the thread.
  SimulationThread(const Registry& registry, const Options& options, std::function<void()> onNews);
  ~SimulationThread();  ///< stops within 100 ms; a recording is closed properly

  // — the scene —
  /// Another scene, at time 0, paused. Revisions grow with every edit and name what a picture is
  /// of.
  void open(Scene scene, std::uint64_t revision);
  /// One change of the scene, taken up between steps: at once where the running state allows it,
  /// at the next reset where it is about the start.
  void edit(SceneEdit edit, std::uint64_t revision);

  // — transport —
  void play();
  void pause();
  void stepOnce();  ///< one step of the integrator, then paused
  /// To the next frame, then paused: shows it where the history has it and it is not stale, else
  /// simulates up to it.
  void stepFrame();
  void reset();  ///< back to time 0 of the scene as it is now; history starts anew
  void seek(std::uint64_t frame);  ///< shows a frame of the history, paused; play goes on from it
  void playAnew();  ///< simulates from the frame shown; what came after it is dropped
  void replay();    ///< shows the history from the frame shown, at the speed set, no simulation
  /// Between which frames replay() goes, and whether it begins again at their end. While it loops,
  /// play() goes round as well: what is not there yet is simulated once and then shown again.
  void setReplayWay(ReplayWay way);
  void setSpeed(double speed);  ///< simulated seconds per wall second; 0: as fast as possible

  // — hands —
  /// Drags coalesce: only the newest of several MoveGrabCommands per step counts.
  void post(Command command);

  // — recording —
  /// From the frame shown on, every frame goes to the clip as well; what the history holds behind
  /// it is dropped. Edits and commands go along, so that the clip can be verified. An edit after
  /// which states are of another layout ends the take with the frame before it, and so does going
  /// on from an earlier frame, reset() or another scene. Trouble comes by status().
  void record(std::filesystem::path clip);
  void stopRecording();
  /// Writes the frames of the history to a clip after the fact, as far back as one clip can hold
  /// them (since the state's layout last changed); `done` is called on the thread.
  void keepTake(std::filesystem::path clip, std::function<void(Result<void>)> done);

  // — what comes out —
  std::shared_ptr<const Snapshot> snapshot() const;  ///< newest; null while there is none
  LiveStatus status() const;
  /// All pictures since the last call, oldest first, snapshot() among them: who follows what moves
  /// needs those as well that were there for too short a time to be shown.
  std::vector<std::shared_ptr<const Snapshot>> takeUnseen();

 private:
  class Body;
  std::unique_ptr<Body> m_body;
};

}  // namespace sinew
