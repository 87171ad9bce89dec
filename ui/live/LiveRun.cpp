#include "ui/live/LiveRun.h"

#include <QMetaObject>

#include <algorithm>

#include "ui/live/TakePlayer.h"

namespace sinew::ui {

LiveRun::LiveRun(Document& document, std::shared_ptr<WallClock> clock, QObject* parent)
    : QObject(parent), m_document(document) {
  const auto pass = [this] {
    if (m_newsWaits.exchange(true)) return;
    QMetaObject::invokeMethod(this, &LiveRun::takeNews, Qt::QueuedConnection);
  };
  SimulationThread::Options options;
  options.clock = std::move(clock);
  m_thread = std::make_unique<SimulationThread>(document.registry(), options, pass);
  connect(&document, &Document::sceneReplaced, this, [this] {
    m_goal.reset();
    leaveTake();
    replayAll();  // frames of another scene
    m_thread->open(m_document.scene(), m_document.revision());
  });
  connect(&document, &Document::edited, this,
          [this](const SceneEdit& edit, std::uint64_t revision) {
            m_goal.reset();
            m_thread->edit(edit, revision);
          });
}

LiveRun::~LiveRun() = default;

void LiveRun::togglePlay() {
  m_goal.reset();
  if (m_take) return m_take->togglePlay();
  const bool running = m_status.mode == LiveMode::Playing || m_status.mode == LiveMode::Replaying;
  if (running) {
    m_thread->pause();
  } else {
    m_thread->play();
  }
}

void LiveRun::playAnew() {
  m_goal.reset();
  leaveTake();
  m_thread->playAnew();
}

void LiveRun::pause() {
  m_goal.reset();
  if (m_take) return m_take->pause();
  m_thread->pause();
}

void LiveRun::reset() {
  m_goal.reset();
  leaveTake();
  m_thread->reset();
}

void LiveRun::replay() {
  m_goal.reset();
  if (m_take) return m_take->replay();
  m_thread->replay();
}

void LiveRun::goTo(std::uint64_t frame) {
  seek(frame);
  if (m_take || frame <= m_status.lastFrame) return;
  m_goal = frame;
  m_askedAt.reset();
  m_troubleBefore = m_status.trouble;
  approachGoal();
}

// Frame by frame, so that it ends where it should and gives way to whatever else is asked for.
void LiveRun::approachGoal() {
  if (!m_goal) return;
  // What stopped an earlier run may have been mended since.
  const bool newTrouble = m_status.trouble && m_status.trouble != m_troubleBefore;
  const bool stuck = newTrouble || m_status.mode == LiveMode::Empty;
  if (stuck || m_status.frame >= *m_goal) return m_goal.reset();
  const bool underWay = m_status.mode != LiveMode::Paused || m_askedAt == m_status.frame;
  if (underWay || m_status.frame < m_status.lastFrame) return;
  m_askedAt = m_status.frame;
  m_thread->stepFrame();
}

void LiveRun::seek(std::uint64_t frame) {
  m_goal.reset();
  if (m_take) return m_take->seek(frame);
  m_thread->seek(std::clamp(frame, m_status.firstFrame, m_status.lastFrame));
}

void LiveRun::stepForward() {
  m_goal.reset();
  if (m_take) return m_take->seek(m_status.frame + 1);
  m_thread->stepFrame();
}

void LiveRun::stepBack() {
  seek(std::max(m_status.frame, m_status.firstFrame + 1) - 1);
}

void LiveRun::setSpeed(double speed) {
  if (m_take) m_take->setSpeed(speed);
  m_thread->setSpeed(speed);
}

bool LiveRun::letGoOfAll() {
  bool any = false;
  for (const ForceArrow& arrow : m_snapshot ? m_snapshot->forces : std::vector<ForceArrow>()) {
    if (arrow.hand < 0 || !arrow.pinned) continue;
    m_thread->post(ReleaseGrabCommand{arrow.hand});
    any = true;
  }
  return any;
}

void LiveRun::setLoop(bool loop) {
  setReplayWay({loop, m_way.from, m_way.to});
}

void LiveRun::setReplayFrom(std::uint64_t frame) {
  const bool keeps = m_way.to && *m_way.to > frame;
  setReplayWay({m_way.loop, frame, keeps ? m_way.to : std::nullopt});
}

void LiveRun::setReplayTo(std::uint64_t frame) {
  const bool keeps = m_way.from && *m_way.from < frame;
  setReplayWay({m_way.loop, keeps ? m_way.from : std::nullopt, frame});
}

void LiveRun::replayAll() {
  setReplayWay({m_way.loop, std::nullopt, std::nullopt});
}

void LiveRun::setReplayWay(const ReplayWay& way) {
  if (way == m_way) return;
  m_way = way;
  if (m_take) m_take->setReplayWay(way);
  m_thread->setReplayWay(way);
  emit replayWayChanged();
}

Result<void> LiveRun::showTake(const std::filesystem::path& clip) {
  auto reader = ClipReader::open(clip);
  if (!reader) return Unexpected{reader.error()};
  m_goal.reset();
  m_thread->pause();
  m_take = std::make_unique<TakePlayer>(std::move(*reader), nullptr);
  m_take->setSpeed(m_status.speed);
  m_take->setReplayWay(m_way);
  connect(m_take.get(), &TakePlayer::news, this, &LiveRun::takeNews);
  emit takeChanged();
  takeNews();
  return {};
}

void LiveRun::leaveTake() {
  if (!m_take) return;
  m_take.reset();
  emit takeChanged();
  takeNews();
}

void LiveRun::takeNews() {
  m_newsWaits = false;
  m_status = m_take ? m_take->status() : m_thread->status();
  m_arrived = m_thread->takeUnseen();
  if (m_take) m_arrived.clear();
  auto snapshot = m_take ? m_take->snapshot() : m_thread->snapshot();
  if (m_arrived.empty() || m_arrived.back() != snapshot) m_arrived.push_back(snapshot);
  const bool fresh = snapshot != m_snapshot;
  m_snapshot = std::move(snapshot);
  emit statusChanged();
  if (fresh) emit snapshotArrived();
  approachGoal();
}

}  // namespace sinew::ui
