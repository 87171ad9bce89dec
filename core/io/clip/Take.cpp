#include "core/io/clip/Take.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/clip/Try.h"
#include "core/simulation/CommandCheck.h"
#include "core/simulation/SnapshotMaker.h"

namespace sinew {
namespace {

constexpr double kSameFrame = 1e-6;  // of a frame: closer than this is on it
constexpr double kMostFrames = 1e15;

}  // namespace

Take::Take(Simulator& simulator, ClipWriter* clip, bool firstIsWritten)
    : m_simulator(&simulator),
      m_clip(clip),
      m_fps(simulator.world().fps()),
      m_firstIsWritten(firstIsWritten) {
  m_frame = framesBy(simulator.time(), m_fps);
}

double Take::frameTime(std::uint64_t number, double fps) {
  return static_cast<double>(number) / fps;
}

std::uint64_t Take::framesBy(double time, double fps) {
  return static_cast<std::uint64_t>(
      std::clamp(std::floor(time * fps + kSameFrame), 0.0, kMostFrames));
}

std::optional<std::uint64_t> Take::frameAt(double time, double fps) {
  const double number = std::round(time * fps);
  if (!(number >= 0) || number > kMostFrames || std::abs(number - time * fps) > kSameFrame) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(number);
}

Result<void> Take::post(const Command& command) {
  SINEW_TRY(checkCommand(command, m_simulator->world()));
  m_simulator->post(command);
  return m_clip ? m_clip->add(LoggedCommand{m_simulator->report().steps, command}) : Result<void>();
}

void Take::schedule(std::vector<LoggedCommand> commands) {
  m_scheduled = std::move(commands);
  m_nextScheduled = 0;
}

Result<void> Take::postDue() {
  while (m_nextScheduled < m_scheduled.size() &&
         m_scheduled[m_nextScheduled].step <= m_simulator->report().steps) {
    SINEW_TRY(post(m_scheduled[m_nextScheduled++].command));
  }
  return {};
}

Result<void> Take::publishFrame() {
  if (m_clip && !m_firstIsWritten) {
    SINEW_TRY(m_clip->add(m_frame, m_simulator->state(),
                          SnapshotMaker::make(m_simulator->world(), m_simulator->state(),
                                              m_simulator->dynamics(), m_simulator->report())));
  }
  m_firstIsWritten = false;
  if (onFrame) onFrame(m_frame);
  return {};
}

Result<void> Take::start() {
  if (m_started) return {};
  m_started = true;
  return publishFrame();
}

Result<RunStatus> Take::advanceTo(double time) {
  while (m_simulator->time() < time) {
    if (stopRequested && stopRequested()) return RunStatus::Stopped;
    if (beforeStep) SINEW_TRY(beforeStep(m_simulator->report().steps));
    SINEW_TRY(postDue());
    if (m_simulator->step(time).status != RunStatus::Ok) return m_simulator->report().status;
    if (onStep) onStep(m_simulator->report());
  }
  return RunStatus::Ok;
}

Result<RunStatus> Take::advanceFrame() {
  SINEW_TRY(start());
  auto status = advanceTo(frameTime(m_frame + 1, m_fps));
  if (!status || *status != RunStatus::Ok) return status;
  ++m_frame;
  SINEW_TRY(publishFrame());
  return RunStatus::Ok;
}

Result<RunStatus> Take::runTo(double end) {
  SINEW_TRY(start());
  const std::uint64_t last = framesBy(end, m_fps);
  while (m_frame < last) {
    auto status = advanceFrame();
    if (!status || *status != RunStatus::Ok) return status;
  }
  return advanceTo(end);
}

}  // namespace sinew
