#include "core/live/FrameWatch.h"

#include <utility>

namespace sinew {
namespace {

// All in seconds on the wall.
constexpr double kLetFinish = 0.02;  // a step that is as short ends by itself
constexpr double kAWhile = 0.5;      // edits come by the dozen: what is dragged must not stop all
constexpr double kLong = 2;          // a frame that is told about
constexpr double kTellEvery = 0.25;

}  // namespace

Urgency urgencyOf(const LiveRequest& request) {
  const bool atOnce = std::holds_alternative<OpenRequest>(request) ||
                      std::holds_alternative<TransportRequest>(request) ||
                      std::holds_alternative<SeekRequest>(request) ||
                      std::holds_alternative<StopRecordingRequest>(request);
  if (atOnce) return Urgency::AtOnce;
  return std::holds_alternative<EditRequest>(request) ? Urgency::AfterAWhile : Urgency::Waits;
}

FrameWatch::FrameWatch(WallClock& clock, std::stop_token stop, const std::atomic<Urgency>& waiting)
    : m_clock(clock), m_stop(std::move(stop)), m_waiting(waiting), m_tellFrom(kLong) {}

void FrameWatch::beginStep() {
  m_began = m_clock.now();
}

void FrameWatch::endStep() {
  m_worked += m_clock.now() - m_began;
}

void FrameWatch::endFrame() {
  m_worked = 0;
  m_tellFrom = kLong;
}

bool FrameWatch::stops(const StepProgress& progress) {
  const double now = m_clock.now(), lasted = now - m_began;
  if (mustStop(lasted, now)) return true;
  const double worked = m_worked + lasted;
  if (worked < m_tellFrom) return false;
  m_tellFrom = worked + kTellEvery;
  if (onSlow) onSlow(progress, worked);
  return false;
}

bool FrameWatch::mustStop(double lasted, double now) const {
  if (m_stop.stop_requested()) return true;
  if (lasted < kLetFinish) return false;
  if (now >= m_latest) return true;
  const Urgency waiting = m_waiting.load(std::memory_order_relaxed);
  return waiting == Urgency::AtOnce || (waiting == Urgency::AfterAWhile && lasted >= kAWhile);
}

}  // namespace sinew
