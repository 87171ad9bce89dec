#include "ui/live/TakePlayer.h"

#include <algorithm>

namespace sinew::ui {
namespace {

constexpr int kEvery = 8;  // ms; finer than any screen

}  // namespace

TakePlayer::TakePlayer(std::unique_ptr<ClipReader> clip, QObject* parent)
    : QObject(parent), m_clip(std::move(clip)) {
  const auto& frames = m_clip->frames();
  m_status.mode = LiveMode::Paused;
  m_status.fps = m_clip->header().fps;
  m_status.firstFrame = m_status.recordedFrom = frames.front().number;
  m_status.lastFrame = m_status.recordedTo = frames.back().number;
  m_timer.setTimerType(Qt::PreciseTimer);
  connect(&m_timer, &QTimer::timeout, this, &TakePlayer::tick);
  show(m_status.firstFrame);
}

bool TakePlayer::show(std::uint64_t frame) {
  const auto index = m_clip->indexOf(frame);
  if (!index) return false;
  auto snapshot = m_clip->snapshot(*index);
  if (!snapshot) {
    pause();
    m_status.trouble = LiveTrouble{snapshot.error().message, {}, false};
    emit news();
    return false;
  }
  m_snapshot = std::move(*snapshot);
  m_status.frame = frame;
  m_status.time = m_snapshot->time;
  emit news();
  return true;
}

void TakePlayer::togglePlay() {
  if (m_timer.isActive()) return pause();
  playFrom(shown().startAt(m_status.frame));
}

void TakePlayer::replay() {
  playFrom(shown().first);
}

ReplayWay::Span TakePlayer::shown() const {
  return m_way.within(m_status.firstFrame, m_status.lastFrame);
}

void TakePlayer::playFrom(std::uint64_t frame) {
  if (frame != m_status.frame && !show(frame)) return;
  m_startFrame = m_status.frame;
  m_clock.start();
  m_timer.start(kEvery);
  m_status.mode = LiveMode::Replaying;
  emit news();
}

void TakePlayer::pause() {
  m_timer.stop();
  m_status.mode = LiveMode::Paused;
  emit news();
}

void TakePlayer::seek(std::uint64_t frame) {
  m_timer.stop();
  m_status.mode = LiveMode::Paused;
  show(std::clamp(frame, m_status.firstFrame, m_status.lastFrame));
}

void TakePlayer::setSpeed(double speed) {
  m_status.speed = speed > 0 ? speed : 1;
  m_startFrame = m_status.frame;
  m_clock.restart();
}

void TakePlayer::tick() {
  const double passed = static_cast<double>(m_clock.nsecsElapsed()) * 1e-9 * m_status.speed;
  const auto due = m_startFrame + static_cast<std::uint64_t>(passed * m_status.fps);
  const std::uint64_t last = shown().last;
  if (m_way.loop && due > last) return playFrom(shown().first);
  if (due != m_status.frame) show(std::min(due, last));
  if (due >= last && !m_way.loop) pause();
}

}  // namespace sinew::ui
