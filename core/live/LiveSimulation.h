#pragma once
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/live/History.h"
#include "core/live/LiveStatus.h"
#include "core/live/RunLog.h"
#include "core/scene/SceneEdit.h"
#include "core/scene/SceneLength.h"
#include "core/simulation/Simulator.h"

namespace sinew {

/// A simulation that can be edited, gone back in and gone on with: scene, simulator, frames and log
/// of one run. Synchronous, knows no clock; for one thread at a time.
///
/// It shows an instant: where the simulator stands, or a frame of the history. Whatever goes on
/// does so from what is shown.
class LiveSimulation {
 public:
  LiveSimulation(const Registry& registry, int threads, std::size_t historyBytes);

  // — the scene —
  Result<void> open(Scene scene, std::uint64_t revision, std::stop_token stop);
  /// What became of edits of the scene.
  enum class Taken {
    Not,        ///< the edited scene cannot be compiled; the last good one stays
    AsLook,     ///< nothing that the simulation can feel
    Between,    ///< the state went over into the edited world
    ForLater,   ///< a frame of the history is shown; what goes on from it will be as edited
    Restarted,  ///< nothing had moved yet, or the frames' rate changed: a new start
    Restored,   ///< it took back what had made a new start: the frames from before are back
  };
  struct EditOutcome {
    Taken taken = Taken::Not;
    std::optional<Error> error;
  };
  /// What the run is at when it is edited.
  enum class Meanwhile {
    Rests,   ///< it may go back to where the edit begins to tell
    GoesOn,  ///< played, recorded or pulled at, it goes on from the instant it has come to
  };
  EditOutcome edit(const std::vector<SceneEdit>& edits, std::uint64_t revision, Meanwhile meanwhile,
                   std::stop_token stop);
  bool hasWorld() const { return m_edition != nullptr; }
  const Edition& edition() const { return *m_edition; }
  const std::shared_ptr<const Edition>& editionShared() const { return m_edition; }
  bool startStale() const;
  /// Names of parts that overlap where the scene starts, in pairs.
  std::vector<std::array<std::string, 2>> overlaps() const;

  // — what is shown —
  double time() const;
  std::uint64_t step() const;   ///< steps taken before it
  std::uint64_t frame() const;  ///< the last one at or before time()
  double fps() const { return m_fps; }
  std::uint64_t lastFrame() const { return lastFrameOf(m_wanted); }  ///< where the scene ends
  /// With hands as they have been left, though the simulation hears of that with its next step.
  std::shared_ptr<const Snapshot> picture() const;
  bool showsHistory() const { return m_shown != nullptr; }
  bool onFrame() const { return m_shown || m_here; }
  LiveFrame instant() const;  ///< all of what is shown
  const History& history() const { return m_history; }
  const RunLog& log() const { return m_log; }
  /// First frame that is to be simulated anew, as the scene is now.
  std::optional<std::uint64_t> staleFrom() const { return m_staleFrom; }
  bool showsStale() const { return m_staleFrom && frame() >= *m_staleFrom; }
  /// The last frame before that; without one, the last there is.
  std::uint64_t lastFresh() const;
  /// Frames before it that were simulated with an older scene.
  const std::optional<FrameSpan>& older() const { return m_older; }

  // — going —
  void reset();
  void show(std::uint64_t frame);  ///< the nearest there is
  /// From a stale frame back to the last that is not, to simulate on from there; where there is
  /// none, anew.
  void leaveStale();
  /// Makes the simulator stand at what is shown; drops what came after it. False when it did
  /// already.
  bool goOn();
  void post(const Command& command);
  /// Which is asked within steps whether to give them up; must outlive the run.
  void watch(StepWatch* watch);
  /// What a step came to.
  enum class Went { On, ToFrame, Wrong, Nowhere };  ///< the last: it was given up
  Went takeStep();                                  ///< after goOn()
  const StepReport& report() const { return m_simulator->report(); }
  const Simulator& simulator() const { return *m_simulator; }

 private:
  Result<std::shared_ptr<const World>> compile(const Scene& scene, std::stop_token stop) const;
  EditOutcome takeUp(std::shared_ptr<const World> world, std::uint64_t revision,
                     Meanwhile meanwhile);
  bool startsAnew(const World& world, std::optional<double> since) const;
  void setAside(std::shared_ptr<const Edition> edition);
  bool takeBack(std::uint64_t revision);
  void noteChange(std::optional<double> since, Meanwhile meanwhile);
  void adopt();
  void simulate(std::unique_ptr<Simulator> simulator);
  void followRenames();
  std::shared_ptr<const Snapshot> asSimulated() const;
  void releaseHands();
  void addFrame();
  SceneOrigins originsSince(const Edition& edition) const;
  void findStale();

  const Registry& m_registry;
  int m_threads;
  Scene m_wanted;          // as the document has it, whether it compiles or not
  SceneOrigins m_unknown;  // of edits since the last scene that compiled
  std::shared_ptr<const Edition> m_edition;
  std::vector<SceneOrigins> m_origins;  // per number of an edition: since the one before
  Scene m_startScene;
  double m_fps = 24;

  /// The state before the first edit at the step at hand: further edits there start from it too.
  struct Base {
    std::shared_ptr<const Edition> edition;
    State state;
    std::uint64_t step = 0;
  };
  std::unique_ptr<Simulator> m_simulator;
  std::optional<Base> m_base;
  History m_history;
  RunLog m_log;
  LiveFramePtr m_shown;  // null: what the simulator stands at
  LiveFramePtr m_here;   // frame that the simulator stands at, if any
  StepPeaks m_peaks;     // since the frame before
  StepWatch* m_watch = nullptr;
  // From which frame on the run is to go as the scene has become: behind the one shown when that
  // changed, or where its keys begin to tell.
  std::optional<std::uint64_t> m_changedFrom;
  std::optional<std::uint64_t> m_staleFrom;
  std::optional<FrameSpan> m_older;

  /// The run that another start, or an edit at its start, made another of, until the new one takes
  /// a step: an edit that is taken back, or only tried, costs no frames.
  struct Aside {
    std::shared_ptr<const Edition> edition;
    Scene startScene;
    History history;
    RunLog log;
    std::optional<std::uint64_t> changedFrom;
  };
  std::optional<Aside> m_aside;
};

}  // namespace sinew
