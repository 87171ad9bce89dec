#include "app/Recording.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <utility>

#include "core/io/clip/ClipReader.h"
#include "core/simulation/SnapshotMaker.h"

namespace sinew {
namespace {

std::shared_ptr<const Snapshot> snapshotOf(const Simulator& simulator) {
  return SnapshotMaker::make(simulator.world(), simulator.state(), simulator.dynamics(),
                             simulator.report());
}

/// "CLIP@FRAME", unless there is a file of that very name.
std::pair<std::string, std::optional<std::uint64_t>> splitMoment(const std::string& argument) {
  const std::size_t mark = argument.rfind('@');
  if (mark == std::string::npos || std::filesystem::exists(argument)) return {argument, {}};
  std::uint64_t frame = 0;
  const char* end = argument.data() + argument.size();
  const auto [stop, error] = std::from_chars(argument.data() + mark + 1, end, frame);
  if (error != std::errc() || stop != end) return {argument, {}};
  return {argument.substr(0, mark), frame};
}

}  // namespace

Result<Recording> Recording::start(Files files, Simulator& simulator) {
  Recording recording;
  recording.m_files = std::move(files);
  if (const auto restored = recording.restore(simulator); !restored) {
    return Unexpected{restored.error()};
  }
  if (const auto opened = recording.open(simulator); !opened) return Unexpected{opened.error()};
  return recording;
}

Result<void> Recording::restore(Simulator& simulator) {
  if (m_files.resume.empty()) return {};
  const auto [path, wanted] = splitMoment(m_files.resume);
  const auto clip = ClipReader::open(path);
  if (!clip) return Unexpected{clip.error()};
  const auto& frames = (*clip)->frames();
  const std::uint64_t number = wanted.value_or(frames.back().number);
  const auto index = (*clip)->indexOf(number);
  if (!index) {
    return fail(ErrorCode::Usage,
                fmt::format("there is no frame {}; it has {} to {}", number, frames.front().number,
                            frames.back().number),
                path);
  }
  const auto state = (*clip)->state(*index, simulator.world());
  if (!state) return Unexpected{state.error()};
  simulator.restore(*state);
  m_resumedClip = path;
  m_resumedFrame = number;
  return {};
}

Result<void> Recording::open(const Simulator& simulator) {
  if (m_files.clip.empty()) return {};
  std::error_code none;
  const bool same =
      m_resumedFrame && std::filesystem::equivalent(m_resumedClip, m_files.clip, none);
  if (same) m_written = m_resumedFrame;
  auto writer = same ? ClipWriter::extend(m_files.clip, *m_resumedFrame)
                     : ClipWriter::create(m_files.clip, makeClipHeader(simulator.world()));
  if (!writer) return Unexpected{writer.error()};
  m_writer = *std::move(writer);
  return {};
}

Result<void> Recording::frame(std::uint64_t number, const Simulator& simulator) {
  if (!m_writer || number == m_written) return {};
  return m_writer->add(number, simulator.state(), snapshotOf(simulator));
}

Result<void> Recording::finish(RunStatus status, const Simulator& simulator) {
  if (m_writer) {
    const auto closed = m_writer->close();
    if (!closed) return closed;
  }
  if (status != RunStatus::Stopped || m_files.checkpoint.empty()) return {};
  return writeCheckpoint(simulator);
}

Result<void> Recording::writeCheckpoint(const Simulator& simulator) const {
  const auto writer = ClipWriter::create(m_files.checkpoint, makeClipHeader(simulator.world()));
  if (!writer) return Unexpected{writer.error()};
  const double number = std::floor(simulator.time() * simulator.world().fps() + 1e-6);
  const auto added =
      (*writer)->add(static_cast<std::uint64_t>(number), simulator.state(), snapshotOf(simulator));
  if (!added) return added;
  return (*writer)->close();
}

}  // namespace sinew
