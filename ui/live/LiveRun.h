#pragma once
#include <QObject>
#include <atomic>

#include "core/live/SimulationThread.h"
#include "ui/document/Document.h"

namespace sinew::ui {

class TakePlayer;

/// The window's side of the simulation thread: follows the document, and says on the GUI thread
/// when there is something new. Signals are compressed: at most one of each waits in the event
/// loop. Instead of the simulation it can show a recorded take; the transport then moves that.
class LiveRun : public QObject {
  Q_OBJECT
 public:
  /// `clock` to keep pace with; null: the machine's.
  explicit LiveRun(Document& document, std::shared_ptr<WallClock> clock = nullptr,
                   QObject* parent = nullptr);
  ~LiveRun() override;

  SimulationThread& thread() { return *m_thread; }
  /// As of the last signal; the same for everyone who asks within one event.
  const LiveStatus& status() const { return m_status; }
  std::shared_ptr<const Snapshot> snapshot() const { return m_snapshot; }
  /// All pictures since the signal before, oldest first: snapshot() and what came too close before
  /// it to be drawn.
  const std::vector<std::shared_ptr<const Snapshot>>& arrived() const { return m_arrived; }

  // — transport —
  void togglePlay();
  void pause();
  void reset();                    ///< to the start of the scene as it is now; leaves a take
  void playAnew();                 ///< simulated from the frame shown on
  void replay();                   ///< what is there once more, at the speed set
  void seek(std::uint64_t frame);  ///< the nearest frame that is there
  /// That frame: where it is not there yet, all up to it are simulated, until something else is
  /// asked for.
  void goTo(std::uint64_t frame);
  void stepForward();  ///< to the next frame, simulating it if need be
  void stepBack();
  void setSpeed(double speed);

  // — hands —
  bool letGoOfAll();  ///< of what is pinned in the picture shown; false: nothing is

  // — what is replayed: of this run or of a take, and no part of the scene —
  const ReplayWay& replayWay() const { return m_way; }
  void setLoop(bool loop);
  /// The first or last frame to be replayed; what contradicts it is forgotten.
  void setReplayFrom(std::uint64_t frame);
  void setReplayTo(std::uint64_t frame);
  void replayAll();

  // — takes —
  Result<void> showTake(const std::filesystem::path& clip);
  bool showsTake() const { return m_take != nullptr; }
  void leaveTake();

 signals:
  void snapshotArrived();
  void statusChanged();
  void takeChanged();  ///< another take is shown, or none any more
  void replayWayChanged();

 private:
  void takeNews();
  void approachGoal();
  void setReplayWay(const ReplayWay& way);

  Document& m_document;
  LiveStatus m_status;
  ReplayWay m_way;
  std::shared_ptr<const Snapshot> m_snapshot;
  std::vector<std::shared_ptr<const Snapshot>> m_arrived;
  std::atomic<bool> m_newsWaits = false;
  std::optional<std::uint64_t> m_goal;         ///< frame that is to be simulated up to
  std::optional<LiveTrouble> m_troubleBefore;  ///< when that was asked for
  std::optional<std::uint64_t> m_askedAt;      ///< frame after which the next one was asked for
  std::unique_ptr<TakePlayer> m_take;
  std::unique_ptr<SimulationThread> m_thread;
};

}  // namespace sinew::ui
