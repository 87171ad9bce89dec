#include "app/Recording.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

#include "app/OutputCheck.h"
#include "app/Wording.h"
#include "core/base/PlainText.h"
#include "core/io/clip/ClipReader.h"
#include "core/io/clip/PictureFit.h"
#include "core/scene/Fault.h"
#include "core/scene/SceneDifference.h"
#include "core/scene/SceneLength.h"
#include "core/scene/SimulationHash.h"
#include "core/simulation/SnapshotMaker.h"

namespace sinew {
namespace {

std::shared_ptr<const Snapshot> snapshotOf(const Simulator& simulator) {
  return SnapshotMaker::make(simulator.world(), simulator.state(), simulator.dynamics(),
                             simulator.report());
}

constexpr double kSameInstant = 1e-12;  // of a time: closer than this is at it

struct Moment {
  std::string clip;
  std::optional<std::uint64_t> frame;
};

/// "CLIP@FRAME", unless there is a file of that very name.
Result<Moment> parseMoment(const std::string& argument) {
  const std::size_t mark = argument.rfind('@');
  std::error_code none;
  if (mark == std::string::npos || std::filesystem::exists(argument, none))
    return Moment{argument, {}};
  std::uint64_t frame = 0;
  const char* end = argument.data() + argument.size();
  const auto [stop, error] = std::from_chars(argument.data() + mark + 1, end, frame);
  if (mark > 0 && error == std::errc() && stop == end)
    return Moment{argument.substr(0, mark), frame};
  return fail(ErrorCode::Usage,
              fmt::format("found {}, legal: CLIP for its last frame, or CLIP@FRAME with the number "
                          "of a frame, such as take.clip@24",
                          quotedText(argument)),
              "--resume");
}

/// The scene that led up to a frame: the first, or what edits made of it.
std::size_t sceneAt(const ClipReader& clip, std::uint64_t step) {
  const std::vector<SceneRevision>& scenes = clip.header().scenes;
  std::size_t latest = 0;
  for (std::size_t i = 0; i < scenes.size(); ++i)
    if (scenes[i].step < step) latest = i;
  return latest;
}

bool beginElsewhere(const CompiledPart& a, const CompiledPart& b) {
  constexpr double kSame = 1e-9;
  if (a.dims.q != b.dims.q || a.dims.v != b.dims.v) return false;
  const auto begins = [](const CompiledPart& part) {
    std::vector<double> q(part.dims.q), v(part.dims.v);
    part.part->initialState(q.data(), v.data());
    return q;
  };
  return !std::ranges::equal(begins(a), begins(b),
                             [](double x, double y) { return std::abs(x - y) <= kSame; });
}

/// Names besides those that begin elsewhere by values that say more than that: the points of a
/// rope, where on it something slides.
void addThoseElsewhere(const Scene& recorded, const World& world, std::vector<std::string>& names) {
  const auto before = World::compile(recorded, world.registry());
  if (!before) return;
  const auto add = [&names](const std::string& path) {
    const auto named = [&](const std::string& name) { return name.starts_with(path + "/"); };
    if (std::ranges::none_of(names, named)) names.push_back(path + " (where it begins)");
  };
  for (const CompiledPart& part : world.parts()) {
    const auto same = (*before)->findPart(part.name);
    if (same && beginElsewhere((*before)->parts()[*same], part)) add("parts/" + part.name);
  }
  for (const int c : world.sliding()) {
    const std::string& name = world.constraints()[c].name;
    for (const int other : (*before)->sliding()) {
      const bool isSame = (*before)->constraints()[other].name == name;
      if (isSame && (*before)->firstPlace(other) != world.firstPlace(c)) add("constraints/" + name);
    }
  }
}

/// A recorded state says where everything is: how the file lets the take begin counts no more.
void warnOfIgnoredEdits(const Scene& recorded, const World& world, std::uint64_t frame) {
  auto ignored = startDifferences(recorded, world.scene(), world.registry());
  addThoseElsewhere(recorded, world, ignored);
  if (ignored.empty()) return;
  spdlog::warn(
      "the take goes on from frame {} as it was recorded; the scene file begins it otherwise, "
      "which "
      "is ignored: {}",
      frame, namesOf(ignored));
}

/// A run that is to end where the clip has been already would do nothing.
Result<void> checkLength(const ClipReader& clip, const ClipFrame& from, const Moment& moment,
                         double until) {
  if (until > from.time) return {};
  const std::string there = fmt::format("{:.6g} s (frame {})", from.time, from.number);
  if (until >= from.time * (1 - kSameInstant)) {
    spdlog::warn(
        "nothing is left to simulate: the run ends at {}, from which it is to go on; a longer "
        "--duration goes on from there",
        there);
    return {};
  }
  std::string advice = fmt::format("give a --duration above {:.6g}", from.time);
  const auto later = std::ranges::find_if(
      clip.frames(), [until](const ClipFrame& frame) { return frame.time >= until; });
  if (later != clip.frames().begin())
    advice += fmt::format(", or go on from an earlier frame with --resume {}@{}",
                          shownPath(moment.clip), std::prev(later)->number);
  return fail(
      ErrorCode::Usage,
      fmt::format("the run is to end at {:.6g} s, but {} {}: {}", until,
                  moment.frame ? "goes on from" : "the clip's last frame is at", there, advice),
      shownPath(moment.clip));
}

}  // namespace

std::vector<Output> Recording::outputs(const Files& files) {
  return {{"--clip", files.clip}, {"--checkpoint", files.checkpoint}};
}

std::vector<FileInUse> Recording::inUse(const Files& files) {
  if (files.resume.empty()) return {};
  const auto moment = parseMoment(files.resume);
  // A run that goes on in its own clip keeps what it goes on from.
  const bool extended = moment && !files.clip.empty() && namesSameFile(moment->clip, files.clip);
  if (!moment || extended) return {};
  return {{"the clip to go on from", moment->clip}};
}

Result<void> Recording::check(const Files& files) {
  for (const auto& [option, file] :
       {std::pair("--clip", files.clip), std::pair("--checkpoint", files.checkpoint)}) {
    std::error_code none;
    const auto bytes = file.empty() ? 0 : std::filesystem::file_size(file, none);
    if (bytes == 0 || none || looksLikeClip(file)) continue;
    return fail(ErrorCode::Io, shownPath(file) + " is no clip and is not replaced", option);
  }
  return {};
}

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
  const auto moment = parseMoment(m_files.resume);
  if (!moment) return Unexpected{moment.error()};
  const auto& [path, wanted] = *moment;
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
  const World& world = simulator.world();
  if (auto enough = checkLength(**clip, frames[*index], *moment, durationOf(world.scene()));
      !enough) {
    return enough;
  }
  const std::size_t revision = sceneAt(**clip, frames[*index].step);
  const auto scene = (*clip)->scene(world.registry(), revision);
  if (!scene && revision > 0) return Unexpected{scene.error()};
  const std::uint64_t fingerprint =
      revision == 0 ? (*clip)->header().fingerprint : simulationHash(*scene, world.registry());
  const ClipHeader& recorded = (*clip)->header();
  m_origin =
      Origin{path, number, fingerprint, recorded.fps,
             (*clip)->sceneHashes() ? firstOtherMesh(*recorded.topology, *world.topology()) : ""};
  if (fingerprint == world.fingerprint()) {
    simulator.restore(*state);
  } else {
    simulator.restoreEdited(*state);
  }
  if (scene) warnOfIgnoredEdits(*scene, world, number);
  return {};
}

// A clip has one scene and one frame rate for all its frames: what would not follow from them must
// not be appended, and the frames that are there must not be dropped for it.
Result<void> Recording::checkSameTake(const World& world) const {
  const char* otherwise = "give --clip another file to keep both";
  if (world.fps() != m_origin->fps) {
    return fail(ErrorCode::Mismatch,
                fmt::format("this clip has {} frames per second and cannot go on with {}; {}",
                            m_origin->fps, world.fps(), otherwise),
                m_files.clip);
  }
  if (world.fingerprint() != m_origin->fingerprint) {
    return fail(ErrorCode::Mismatch,
                fmt::format("this clip was recorded with other values than the scene has now and "
                            "cannot go on with them; {}",
                            otherwise),
                m_files.clip);
  }
  if (!m_origin->otherMesh.empty()) {
    return fail(
        ErrorCode::Mismatch,
        fmt::format("\"{}\" is drawn otherwise in this clip than the scene draws it now; {}",
                    m_origin->otherMesh, otherwise),
        m_files.clip);
  }
  return {};
}

ClipHeader Recording::headerOf(const Simulator& simulator) const {
  ClipHeader header = makeClipHeader(simulator.world());
  header.resumed = m_origin.has_value();
  return header;
}

Result<void> Recording::open(const Simulator& simulator) {
  if (m_files.clip.empty()) return {};
  const bool same = m_origin && namesSameFile(m_origin->clip, m_files.clip);
  if (same) {
    auto sound = checkSameTake(simulator.world());
    if (!sound) return sound;
    m_written = m_origin->frame;
    m_inFile = true;
  }
  auto writer = same ? ClipWriter::extend(m_files.clip, m_origin->frame)
                     : ClipWriter::create(m_files.clip, headerOf(simulator), Backup::Keep);
  if (!writer) return Unexpected{writer.error()};
  m_writer = *std::move(writer);
  return {};
}

Result<void> Recording::frame(std::uint64_t number, const Simulator& simulator) {
  if (!m_writer || number == m_written) return {};
  auto added = m_writer->add(number, simulator.state(), snapshotOf(simulator));
  if (!added) return added;
  // The writer takes a frame once the one before it is in the file.
  m_inFile = m_written.has_value();
  m_written = number;
  return added;
}

Result<void> Recording::finish(RunStatus status, const Simulator& simulator) {
  if (m_writer) {
    auto closed = m_writer->close();
    if (!closed) return closed;
    m_inFile = m_written.has_value();
  }
  if (status != RunStatus::Stopped || m_files.checkpoint.empty()) return {};
  auto written = writeCheckpoint(simulator);
  m_checkpointWritten = written.has_value();
  return written;
}

std::string Recording::resumeArguments() const {
  // From its own last frame the clip stays whole; from the checkpoint a new one would begin.
  if (m_inFile) return fmt::format("--resume {0} --clip {0}", shownPath(m_files.clip));
  if (m_checkpointWritten) return "--resume " + shownPath(m_files.checkpoint);
  return {};
}

Result<void> Recording::writeCheckpoint(const Simulator& simulator) const {
  const auto writer = ClipWriter::create(m_files.checkpoint, headerOf(simulator), Backup::Keep);
  if (!writer) return Unexpected{writer.error()};
  const double number = std::floor(simulator.time() * simulator.world().fps() + 1e-6);
  auto added =
      (*writer)->add(static_cast<std::uint64_t>(number), simulator.state(), snapshotOf(simulator));
  if (!added) return added;
  return (*writer)->close();
}

}  // namespace sinew
