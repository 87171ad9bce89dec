#pragma once
#include <optional>
#include <set>
#include <stop_token>

#include "core/live/FrameWatch.h"
#include "core/live/KeptTake.h"
#include "core/live/LiveOutlet.h"
#include "core/live/LiveRequest.h"
#include "core/live/LiveSimulation.h"
#include "core/live/Pace.h"
#include "core/live/TakeRecorder.h"
#include "core/live/WallClock.h"

namespace sinew {

/// What the simulation thread does between looking at its queue: answers requests, takes steps in
/// time with the clock, records, and puts out what is new.
class LiveRunner {
 public:
  /// `waiting` is the most urgent request in the queue.
  LiveRunner(LiveSimulation run, WallClock& clock, LiveOutlet& outlet, std::stop_token stop,
             const std::atomic<Urgency>& waiting);

  void handle(std::vector<LiveRequest> requests);
  /// Does a little of what there is to do. Returns when [s on the wall] there will be more.
  double work();
  /// Closes what is being written.
  void finish();

 private:
  void take(OpenRequest& request);
  void take(TransportRequest request);
  void take(const SeekRequest& request);
  void take(const SpeedRequest& request);
  void take(const ReplayWay& way);
  void take(const Command& command);
  void letGo(int hand);
  void take(const RecordRequest& request);
  void take(const StopRecordingRequest&);
  void take(KeepRequest& request);
  void takeEdits();
  void take(EditRequest& request);

  void play(std::optional<std::uint64_t> goal);
  void playAnew(std::optional<std::uint64_t> goal);
  void playFresh(std::optional<std::uint64_t> goal);
  void leaveStale();
  bool hasMoreToShow() const;
  void replay();
  void replayFrom(std::uint64_t frame);
  ReplayWay::Span replayed() const;
  ReplayWay::Span shownAgain() const;
  std::uint64_t lastToPlay() const;
  void pause();
  void pauseOnFrame();
  void startPace();
  void stepOnce();
  void stepFrame();
  void goOn();
  double playOn();
  double replayOn();
  void endFrame();
  bool step();
  void goneWrong();

  void beginRecording(const std::filesystem::path& path);
  void recordFrame();
  void endRecording(const std::string& why);
  void recordEdited();

  void showPicture();
  void tell();
  void tellOfSlowFrame(const StepProgress& progress, double seconds);

  LiveSimulation m_run;
  WallClock& m_clock;
  LiveOutlet& m_outlet;
  std::stop_token m_stop;
  FrameWatch m_watch;
  LiveStatus m_told;
  std::optional<SlowFrame> m_slow;  // the frame at hand, once it takes long

  LiveMode m_mode = LiveMode::Empty;
  std::optional<std::uint64_t> m_goal;  // frame at which playing pauses, without pace
  std::set<int> m_pulling;              // hands that somebody pulls with
  bool m_beyond = false;                // play began where it would stop, or was let go on there
  bool m_pastEnd = false;               // and therefore it plays on beyond the scene's end
  double m_pauseBy = 0;                 // [s on the wall] latest instant for that, if above 0
  bool m_playsOn = false;               // once it has replayed all there is
  ReplayWay m_way;
  double m_speed = 1;
  Pace m_pace;
  std::vector<SceneEdit> m_edits;  // that wait to be taken up together
  std::uint64_t m_editRevision = 0;
  std::unique_ptr<TakeRecorder> m_recorder;
  std::unique_ptr<KeptTake> m_kept;
  std::optional<LiveTrouble> m_runTrouble, m_editTrouble, m_takeTrouble;
  std::shared_ptr<const Snapshot> m_picture;
  double m_pictureAt = 0;  // [s on the wall]
};

}  // namespace sinew
