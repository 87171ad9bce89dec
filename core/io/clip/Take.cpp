#include "core/io/clip/Take.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/clip/Try.h"
#include "core/simulation/SnapshotMaker.h"

namespace sinew {
namespace {

constexpr double kSameFrame = 1e-6;  // of a frame: closer than this is on it

Result<void> checkSlot(int slot) {
  if (slot >= 0 && slot < StateOffsets::kGrabs) return {};
  return fail(ErrorCode::Usage,
              fmt::format("there is no hand {}; there are {}", slot, StateOffsets::kGrabs));
}

Result<void> check(const GrabCommand& c, const World& world) {
  SINEW_TRY(checkSlot(c.slot));
  const auto part = world.findPart(c.part);
  if (!part) return fail(ErrorCode::Usage, fmt::format("there is no part \"{}\"", c.part));
  const auto point = world.parts()[*part].part->resolve(c.at);
  SINEW_TRY(point);
  const bool finite =
      c.target.allFinite() && std::isfinite(c.stiffness) && std::isfinite(c.damping);
  if (!finite) return fail(ErrorCode::Usage, "a grab needs finite numbers");
  return {};
}

Result<void> check(const MoveGrabCommand& c, const World& /*world*/) {
  SINEW_TRY(checkSlot(c.slot));
  if (!c.target.allFinite()) return fail(ErrorCode::Usage, "a grab needs finite numbers");
  return {};
}

Result<void> check(const ReleaseGrabCommand& c, const World& /*world*/) {
  return checkSlot(c.slot);
}

}  // namespace

Take::Take(Simulator& simulator, ClipWriter* clip, bool firstIsWritten)
    : m_simulator(simulator),
      m_clip(clip),
      m_fps(simulator.world().fps()),
      m_firstIsWritten(firstIsWritten) {
  m_frame =
      static_cast<std::uint64_t>(std::max(0.0, std::floor(simulator.time() * m_fps + kSameFrame)));
}

double Take::frameTime(std::uint64_t number, double fps) {
  return static_cast<double>(number) / fps;
}

std::optional<std::uint64_t> Take::frameAt(double time, double fps) {
  const double number = std::round(time * fps);
  if (!(number >= 0) || number > 1e15 || std::abs(number - time * fps) > kSameFrame) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(number);
}

Result<void> Take::post(const Command& command) {
  const World& world = m_simulator.world();
  SINEW_TRY(std::visit([&](const auto& c) { return check(c, world); }, command));
  m_simulator.post(command);
  return m_clip ? m_clip->add(LoggedCommand{m_simulator.report().steps, command}) : Result<void>();
}

void Take::schedule(std::vector<LoggedCommand> commands) {
  m_scheduled = std::move(commands);
  m_nextScheduled = 0;
}

Result<void> Take::postDue() {
  while (m_nextScheduled < m_scheduled.size() &&
         m_scheduled[m_nextScheduled].step <= m_simulator.report().steps) {
    SINEW_TRY(post(m_scheduled[m_nextScheduled++].command));
  }
  return {};
}

Result<void> Take::publishFrame() {
  if (m_clip && !m_firstIsWritten) {
    SINEW_TRY(m_clip->add(m_frame, m_simulator.state(),
                          SnapshotMaker::make(m_simulator.world(), m_simulator.state(),
                                              m_simulator.dynamics(), m_simulator.report())));
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
  while (m_simulator.time() < time) {
    if (stopRequested && stopRequested()) return RunStatus::Stopped;
    SINEW_TRY(postDue());
    if (m_simulator.step(time).status != RunStatus::Ok) return m_simulator.report().status;
    if (onStep) onStep(m_simulator.report());
  }
  return RunStatus::Ok;
}

Result<RunStatus> Take::advanceFrame() {
  SINEW_TRY(start());
  const auto status = advanceTo(frameTime(m_frame + 1, m_fps));
  if (!status || *status != RunStatus::Ok) return status;
  ++m_frame;
  SINEW_TRY(publishFrame());
  return RunStatus::Ok;
}

Result<RunStatus> Take::runTo(double end) {
  SINEW_TRY(start());
  const double last = std::floor(end * m_fps + kSameFrame);
  while (static_cast<double>(m_frame) < last) {
    const auto status = advanceFrame();
    if (!status || *status != RunStatus::Ok) return status;
  }
  return advanceTo(end);
}

}  // namespace sinew
