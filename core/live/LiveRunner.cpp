#include "core/live/LiveRunner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/io/clip/Take.h"

namespace sinew {
namespace {

constexpr double kPictureEvery = 1.0 / 60;  // [s on the wall] between frames
constexpr double kPauseWithin = 0.05;       // [s on the wall] a pause waits for its frame
constexpr double kNotDue = std::numeric_limits<double>::infinity();
constexpr double kNow = 0;

}  // namespace

LiveRunner::LiveRunner(LiveSimulation run, WallClock& clock, LiveOutlet& outlet,
                       std::stop_token stop, const std::atomic<Urgency>& waiting)
    : m_run(std::move(run)),
      m_clock(clock),
      m_outlet(outlet),
      m_stop(std::move(stop)),
      m_watch(clock, m_stop, waiting) {
  m_run.watch(&m_watch);
  m_watch.onSlow = [this](const StepProgress& progress, double seconds) {
    tellOfSlowFrame(progress, seconds);
  };
}

// — the scene —

void LiveRunner::handle(std::vector<LiveRequest> requests) {
  for (LiveRequest& request : requests) {
    if (m_stop.stop_requested()) return;
    if (!std::holds_alternative<EditRequest>(request)) takeEdits();
    std::visit([this](auto& r) { take(r); }, request);
  }
  takeEdits();
  tell();
}

void LiveRunner::take(OpenRequest& request) {
  endRecording("another scene was opened");
  m_runTrouble.reset();
  m_editTrouble.reset();
  m_pulling.clear();
  m_pastEnd = false;
  m_mode = LiveMode::Compiling;
  m_picture.reset();
  m_goal.reset();
  tell();
  const auto opened = m_run.open(std::move(request.scene), request.revision, m_stop);
  m_mode = opened ? LiveMode::Paused : LiveMode::Empty;
  if (opened) return showPicture();
  m_editTrouble = LiveTrouble{opened.error().message, {}, false};
}

void LiveRunner::take(EditRequest& request) {
  m_edits.push_back(std::move(request.edit));
  m_editRevision = request.revision;
}

void LiveRunner::takeEdits() {
  if (m_edits.empty()) return;
  const auto edits = std::exchange(m_edits, {});
  using Meanwhile = LiveSimulation::Meanwhile;
  const bool goesOn = m_mode == LiveMode::Playing || !m_pulling.empty() || m_recorder;
  const auto outcome =
      m_run.edit(edits, m_editRevision, goesOn ? Meanwhile::GoesOn : Meanwhile::Rests, m_stop);
  using Taken = LiveSimulation::Taken;
  if (outcome.error) {
    m_editTrouble = LiveTrouble{outcome.error->message, outcome.error->where, false};
    return;
  }
  m_editTrouble.reset();
  endFrame();
  if (outcome.taken == Taken::AsLook || outcome.taken == Taken::ForLater) return;
  if (m_mode == LiveMode::Empty || m_mode == LiveMode::Replaying) m_mode = LiveMode::Paused;
  startPace();
  recordEdited();
  showPicture();
}

// — transport —

void LiveRunner::take(TransportRequest request) {
  if (!m_run.hasWorld()) return;
  switch (request) {
    case TransportRequest::Play:
      return play(std::nullopt);
    case TransportRequest::PlayAnew:
      return playAnew(std::nullopt);
    case TransportRequest::Pause:
      return pauseOnFrame();
    case TransportRequest::StepOnce:
      return stepOnce();
    case TransportRequest::StepFrame:
      return stepFrame();
    case TransportRequest::Replay:
      return replay();
    case TransportRequest::Reset:
      pause();
      m_runTrouble.reset();
      m_run.reset();
      recordEdited();
      return showPicture();
  }
}

void LiveRunner::take(const SeekRequest& request) {
  if (!m_run.hasWorld()) return;
  pause();
  m_run.show(request.frame);
  showPicture();
}

void LiveRunner::take(const SpeedRequest& request) {
  m_speed = request.speed > 0 && std::isfinite(request.speed) ? request.speed : 0;
  if (m_mode == LiveMode::Playing) startPace();
  if (m_mode != LiveMode::Replaying) return;
  const bool on = m_playsOn;
  replayFrom(m_run.frame());
  m_playsOn = on;
}

void LiveRunner::take(const ReplayWay& way) {
  m_way = way;
}

void LiveRunner::take(const Command& command) {
  if (!m_run.hasWorld()) return;
  if (m_mode == LiveMode::Replaying) pause();
  goOn();
  m_run.post(command);
  const auto* pin = std::get_if<PinGrabCommand>(&command);
  const bool pulls =
      std::holds_alternative<GrabCommand>(command) || (pin != nullptr && !pin->pinned);
  const bool leaves =
      std::holds_alternative<ReleaseGrabCommand>(command) || (pin != nullptr && pin->pinned);
  if (pulls) m_pulling.insert(slotOf(command));
  if (leaves) letGo(slotOf(command));
}

void LiveRunner::letGo(int hand) {
  m_pulling.erase(hand);
  if (m_mode == LiveMode::Paused) showPicture();
  if (!m_pulling.empty() || m_mode != LiveMode::Playing) return;
  // Play went on beyond the end of the scene for the hands that pulled. What they set going is to
  // be seen; but a take ends with its scene, and what goes round and round begins again.
  const bool waited = std::exchange(m_pastEnd, false);
  if (m_recorder && waited) pauseOnFrame();
  if (!m_recorder && m_way.loop) m_beyond = false;
}

// What has been simulated already is shown first, up to where the scene has changed since: what a
// hand did in it must not be lost by looking at it.
void LiveRunner::play(std::optional<std::uint64_t> goal) {
  if (goal || !hasMoreToShow()) return playFresh(goal);
  m_runTrouble.reset();
  replayFrom(m_way.loop ? shownAgain().startAt(m_run.frame()) : m_run.frame());
  m_playsOn = true;
}

// Simulates from what is shown, or from the last frame before it that the scene still leads to.
void LiveRunner::playFresh(std::optional<std::uint64_t> goal) {
  leaveStale();
  playAnew(goal);
}

void LiveRunner::leaveStale() {
  if (!m_run.showsStale()) return;
  m_run.leaveStale();
  recordEdited();
  showPicture();
}

// Simulates from what is shown.
void LiveRunner::playAnew(std::optional<std::uint64_t> goal) {
  m_runTrouble.reset();
  m_playsOn = m_pastEnd = false;
  goOn();
  m_beyond = m_run.frame() >= lastToPlay();
  m_goal = goal;
  m_pauseBy = 0;
  m_mode = LiveMode::Playing;
  startPace();
}

void LiveRunner::startPace() {
  m_pace.start(m_clock.now(), m_run.time(), m_goal ? 0 : m_speed);
}

bool LiveRunner::hasMoreToShow() const {
  if (m_recorder || m_run.startStale() || !m_pulling.empty()) return false;
  const std::uint64_t first = m_run.history().first();
  if (const auto stale = m_run.staleFrom(); stale && *stale <= std::max(m_run.frame(), first)) {
    return false;
  }
  if (m_way.loop && m_run.onFrame() && m_run.frame() >= lastToPlay()) return true;
  return m_run.showsHistory() && m_run.frame() < m_run.lastFresh();
}

// Where play stops, or goes back to the beginning.
std::uint64_t LiveRunner::lastToPlay() const {
  return m_way.loop && m_way.to && !m_recorder ? *m_way.to : m_run.lastFrame();
}

void LiveRunner::pause() {
  m_playsOn = m_pastEnd = false;
  m_pauseBy = 0;
  endFrame();
  if (m_mode == LiveMode::Playing) showPicture();
  m_mode = LiveMode::Paused;
  m_goal.reset();
}

// On the frame that comes next, unless that takes long: what is looked at when paused should be
// there to come back to.
void LiveRunner::pauseOnFrame() {
  if (m_mode != LiveMode::Playing || m_run.onFrame()) return pause();
  m_goal = m_run.frame() + 1;
  m_pauseBy = m_clock.now() + kPauseWithin;
  startPace();
}

void LiveRunner::stepOnce() {
  pause();
  m_runTrouble.reset();
  leaveStale();
  goOn();
  if (step()) showPicture();
}

void LiveRunner::stepFrame() {
  const std::uint64_t next = std::max(m_run.frame(), m_goal.value_or(0)) + 1;
  const auto stale = m_run.staleFrom();
  if (m_mode == LiveMode::Playing || next > m_run.history().last() || (stale && next >= *stale)) {
    return play(next);
  }
  pause();
  m_run.show(next);
  showPicture();
}

void LiveRunner::replay() {
  replayFrom(replayed().startAt(m_run.frame()));
}

/// What of the history is shown again.
ReplayWay::Span LiveRunner::replayed() const {
  return m_way.within(m_run.history().first(), m_run.history().last());
}

/// What of it Play shows again: no frame that the scene does not lead to any more.
ReplayWay::Span LiveRunner::shownAgain() const {
  return m_way.within(m_run.history().first(), m_run.lastFresh());
}

void LiveRunner::replayFrom(std::uint64_t frame) {
  pause();
  m_run.show(frame);
  m_mode = LiveMode::Replaying;
  m_pace.start(m_clock.now(), Take::frameTime(m_run.frame(), m_run.fps()),
               m_speed > 0 ? m_speed : 1);
  showPicture();
}

// Whatever goes on does so from what is shown. A take goes on with it only from its newest frame.
void LiveRunner::goOn() {
  const bool back = m_recorder && m_run.showsHistory() && m_run.frame() != m_recorder->to();
  if (back) endRecording("the run went on from an earlier frame");
  if (m_run.goOn()) recordEdited();
}

double LiveRunner::work() {
  double due = kNotDue;
  if (m_kept) {
    if (!m_kept->work()) m_kept.reset();
    due = kNow;
  }
  if (m_mode == LiveMode::Playing) due = std::min(due, playOn());
  if (m_mode == LiveMode::Replaying) due = std::min(due, replayOn());
  return due;
}

double LiveRunner::playOn() {
  const double now = m_clock.now();
  if (m_pauseBy > 0 && now >= m_pauseBy) {
    pause();
    tell();
    return kNotDue;
  }
  if (!m_pace.isDue(now, m_run.time())) return m_pace.dueAt(m_run.time());
  const std::uint64_t frame = m_run.frame();
  if (!step()) {
    tell();
    return kNotDue;
  }
  const double after = m_clock.now();
  m_pace.observe(after, m_run.time());
  // Play stops at the end of the scene; from there it goes on beyond.
  const std::uint64_t goal = m_goal.value_or(lastToPlay());
  const bool reached = m_run.frame() > frame && m_run.frame() >= goal;
  if (reached && (m_goal || !m_beyond)) {
    // Not under the hand of someone who pulls at something.
    m_pastEnd = m_beyond = !m_pulling.empty() && !m_goal;
    const bool again = m_way.loop && !m_goal && hasMoreToShow();
    if (!m_pastEnd) pause();
    if (!m_pastEnd && again) play(std::nullopt);
  }
  if (m_run.frame() != frame || after - m_pictureAt >= kPictureEvery) {
    showPicture();
    tell();
  }
  return kNow;
}

double LiveRunner::replayOn() {
  const double fps = m_run.fps();
  const double now = m_clock.now();
  const std::uint64_t due = Take::framesBy(m_pace.wanted(now), fps);
  m_pace.observe(now, m_pace.wanted(now));
  const bool toEnd = m_playsOn && !m_way.loop;  // what there is, and then on
  const ReplayWay::Span span = m_playsOn ? shownAgain() : replayed();
  const std::uint64_t last = toEnd ? m_run.lastFresh() : span.last;
  const auto frame = std::min(due, last);
  if (frame != m_run.frame()) {
    m_run.show(frame);
    showPicture();
  }
  const bool missing = m_playsOn && frame == m_run.lastFresh() && frame < lastToPlay();
  if (frame >= last && missing) {
    pause();
    playFresh(std::nullopt);
  } else if (m_way.loop && due > last) {  // the last frame is shown as long as any other
    const bool on = m_playsOn;
    replayFrom(span.first);
    m_playsOn = on;
  } else if (frame >= last && !m_way.loop) {
    pause();
  }
  tell();
  if (m_mode == LiveMode::Playing) return kNow;
  return m_mode == LiveMode::Replaying ? m_pace.dueAt(Take::frameTime(m_run.frame() + 1, fps))
                                       : kNotDue;
}

// The next step begins another, or the same one under other terms.
void LiveRunner::endFrame() {
  m_watch.endFrame();
  m_slow.reset();
}

bool LiveRunner::step() {
  m_watch.giveUpBy(m_pauseBy > 0 ? m_pauseBy : std::numeric_limits<double>::infinity());
  m_watch.beginStep();
  const auto went = m_run.takeStep();
  m_watch.endStep();
  if (went == LiveSimulation::Went::ToFrame || went == LiveSimulation::Went::Wrong) endFrame();
  if (went == LiveSimulation::Went::ToFrame) recordFrame();
  if (went == LiveSimulation::Went::Wrong) goneWrong();
  return went != LiveSimulation::Went::Wrong;
}

void LiveRunner::goneWrong() {
  const StepReport& report = m_run.report();
  m_runTrouble = LiveTrouble{report.message, report.blame, true, report.remedy};
  m_mode = LiveMode::Paused;
  m_goal.reset();
  m_run.show(m_run.history().last());
  showPicture();
}

// — recording —

void LiveRunner::take(const RecordRequest& request) {
  if (!m_run.hasWorld()) {
    m_takeTrouble = LiveTrouble{"There is nothing to record: no scene is open.", {}, false};
    return;
  }
  endRecording({});
  if (m_mode == LiveMode::Replaying) pause();
  goOn();
  beginRecording(request.path);
}

void LiveRunner::take(const StopRecordingRequest&) {
  endRecording({});
}

void LiveRunner::take(KeepRequest& request) {
  if (!m_run.hasWorld() || m_kept) {
    const char* why = m_kept ? "another take is still being written" : "there is no take to keep";
    if (request.done) request.done(fail(ErrorCode::Usage, why));
    return;
  }
  m_kept = std::make_unique<KeptTake>(m_run, std::move(request));
}

void LiveRunner::beginRecording(const std::filesystem::path& path) {
  m_takeTrouble.reset();
  auto recorder = TakeRecorder::start(path, m_run.instant(), TakeRecorder::FirstFrame::AfterEdits);
  if (recorder) {
    m_recorder = *std::move(recorder);
  } else {
    m_takeTrouble = LiveTrouble{recorder.error().message, recorder.error().where, false};
  }
}

void LiveRunner::recordFrame() {
  if (!m_recorder) return;
  const auto added = m_recorder->add(m_run.instant(), m_run.log());
  if (added) return;
  m_recorder.reset();
  m_takeTrouble = LiveTrouble{added.error().message, added.error().where, false};
}

/// An empty reason says that somebody asked for it.
void LiveRunner::endRecording(const std::string& why) {
  if (!m_recorder) return;
  const auto recorder = std::move(m_recorder);
  m_takeTrouble.reset();
  if (!why.empty()) {
    m_takeTrouble = LiveTrouble{
        fmt::format("Recording ended at frame {}: {}.", recorder->to(), why), {}, false};
  }
  if (const auto closed = recorder->close(); !closed) {
    m_takeTrouble = LiveTrouble{closed.error().message, closed.error().where, false};
  }
}

// After the run may have come into another world, or to another start.
void LiveRunner::recordEdited() {
  if (!m_recorder || m_run.showsHistory()) return;
  const bool nothingYet = m_recorder->from() == m_recorder->to() &&
                          m_run.frame() == m_recorder->from() &&
                          m_run.step() == m_recorder->firstStep();
  if (nothingYet) {
    const auto path = m_recorder->path();
    m_recorder.reset();
    beginRecording(path);
  } else if (m_run.step() == 0) {
    endRecording("the run started anew");
  } else if (!m_recorder->fits(*m_run.edition().world)) {
    endRecording("after the edit, frames hold other things than before");
  }
}

void LiveRunner::finish() {
  if (m_kept) m_kept->abandon();
  m_kept.reset();
  endRecording({});
}

}  // namespace sinew
