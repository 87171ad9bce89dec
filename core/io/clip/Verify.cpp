#include "core/io/clip/Verify.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <utility>

#include "core/io/clip/BuildInfo.h"
#include "core/io/clip/StateFit.h"
#include "core/io/clip/Take.h"
#include "core/io/clip/Try.h"
#include "core/simulation/SnapshotMaker.h"

namespace sinew {
namespace {

using WorldPtr = std::shared_ptr<const World>;

/// Compiles the clip's scene as it was at first, or after a change.
Result<WorldPtr> compileScene(const ClipReader& clip, const Registry& registry,
                              std::size_t revision) {
  const auto scene = clip.scene(registry, revision);
  SINEW_TRY(scene);
  auto world = World::compile(*scene, registry);
  if (!world) return fail(ErrorCode::Mismatch, world.error().message);
  if (auto error = clip.mismatch(**world)) return Unexpected{std::move(*error)};
  if (revision == 0 && (*world)->fingerprint() != clip.header().fingerprint) {
    return fail(ErrorCode::Mismatch,
                "this version of Sinew understands the clip's scene otherwise");
  }
  return world;
}

std::vector<LoggedCommand> commandsFrom(const ClipReader& clip, std::uint64_t step) {
  std::vector<LoggedCommand> later;
  for (const LoggedCommand& command : clip.commands()) {
    if (command.step >= step) later.push_back(command);
  }
  return later;
}

/// The first part whose positions to draw are others, to the bit; "" for none.
std::string firstDrawnOtherwise(const Snapshot& recorded, const Snapshot& drawn) {
  const auto bitsOf = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  for (const RenderTopology::PartMesh& part : drawn.topology->parts) {
    const std::size_t first = 3 * std::size_t{part.firstVertex};
    const std::size_t end = first + 3 * std::size_t{part.vertexCount};
    for (std::size_t i = first; i < end; ++i) {
      if (i >= recorded.positions.size() ||
          bitsOf(recorded.positions[i]) != bitsOf(drawn.positions[i]))
        return part.part;
    }
  }
  // What is left over the clip draws too, as part of whatever its last part is.
  if (recorded.positions.size() > drawn.positions.size()) {
    return recorded.topology->parts.back().part;
  }
  return {};
}

class Verifier {
 public:
  Verifier(ClipReader& clip, const Registry& registry, WorldPtr world, int threads)
      : m_clip(clip),
        m_registry(registry),
        m_simulator(std::make_unique<Simulator>(std::move(world), threads)) {}

  Result<Verification> run(const std::function<bool(std::uint64_t)>& goOn) {
    const ClipFrame& first = m_clip.frames().front();
    if (m_clip.header().resumed || first.step > 0) {
      const auto state = m_clip.state(0, m_simulator->world());
      SINEW_TRY(state);
      m_simulator->restore(*state);
    }
    Take take(*m_simulator, nullptr);
    take.schedule(commandsFrom(m_clip, first.step));
    take.beforeStep = [&](std::uint64_t step) { return editScene(take, step); };
    for (std::size_t i = 0; i < m_clip.frames().size() && m_result.same; ++i) {
      if (i > 0) SINEW_TRY(reach(take, m_clip.frames()[i]));
      SINEW_TRY(compare(i));
      if (goOn && !goOn(m_clip.frames()[i].number)) return fail(ErrorCode::Stopped, "stopped");
    }
    return m_result;
  }

 private:
  /// What the clip says was changed at a step.
  Result<void> editScene(Take& take, std::uint64_t step) {
    const auto& scenes = m_clip.header().scenes;
    for (; m_nextScene < scenes.size() && scenes[m_nextScene].step <= step; ++m_nextScene) {
      auto world = compileScene(m_clip, m_registry, m_nextScene);
      SINEW_TRY(world);
      if ((*world)->fingerprint() == m_simulator->world().fingerprint()) continue;
      auto edited = std::make_unique<Simulator>(*std::move(world), *m_simulator, SceneOrigins());
      take.continueIn(*edited);
      m_simulator = std::move(edited);
    }
    return {};
  }

  Result<void> reach(Take& take, const ClipFrame& frame) {
    // Only the first frame may lie between two others; see docs/clip-format.md.
    if (Take::frameAt(frame.time, m_clip.header().fps) != frame.number) {
      return fail(
          ErrorCode::Invalid,
          fmt::format("the clip is damaged: frame {} is not when it should be", frame.number));
    }
    const auto status = take.runTo(frame.time);
    if (!status) return fail(ErrorCode::Mismatch, status.error().message);
    if (*status == RunStatus::Ok) return {};
    return fail(ErrorCode::Diverged, fmt::format("run again, it ends before frame {}: {}",
                                                 frame.number, m_simulator->report().message));
  }

  Result<void> compare(std::size_t index) {
    const ClipFrame& frame = m_clip.frames()[index];
    const auto recorded = m_clip.rawState(index);
    SINEW_TRY(recorded);
    ++m_result.framesCompared;
    if (m_simulator->state().hash() == frame.stateHash) return comparePicture(index);
    differs(frame, firstDifference(m_simulator->world().layout(), *recorded, m_simulator->state()),
            fmt::format("frame {} ({:.6g} s) differs", frame.number, frame.time));
    return {};
  }

  /// Where the state is the same, so is what is drawn of it.
  Result<void> comparePicture(std::size_t index) {
    const ClipFrame& frame = m_clip.frames()[index];
    const auto recorded = m_clip.snapshot(index);
    SINEW_TRY(recorded);
    const auto drawn = SnapshotMaker::make(m_simulator->world(), m_simulator->state(),
                                           m_simulator->dynamics(), m_simulator->report());
    const std::string part = firstDrawnOtherwise(**recorded, *drawn);
    if (part.empty()) return {};
    differs(frame, part + "/picture",
            fmt::format("the picture of frame {} ({:.6g} s) is not that of its state", frame.number,
                        frame.time));
    return {};
  }

  void differs(const ClipFrame& frame, std::string slice, const std::string& what) {
    m_result.same = false;
    m_result.frame = frame.number;
    m_result.slice = std::move(slice);
    m_result.message = fmt::format("{}, first in \"{}\"", what, m_result.slice);
    if (m_clip.header().build != buildId()) {
      m_result.message +=
          fmt::format("; recorded by {}, this is {}", m_clip.header().build, buildId());
    }
  }

  ClipReader& m_clip;
  const Registry& m_registry;
  std::unique_ptr<Simulator> m_simulator;
  std::size_t m_nextScene = 1;
  Verification m_result;
};

}  // namespace

Result<Verification> verifyClip(ClipReader& clip, const Registry& registry, int threads,
                                const std::function<bool(std::uint64_t frame)>& goOn) {
  auto world = compileScene(clip, registry, 0);
  SINEW_TRY(world);
  return Verifier(clip, registry, *std::move(world), threads).run(goOn);
}

}  // namespace sinew
