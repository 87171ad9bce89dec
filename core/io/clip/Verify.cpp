#include "core/io/clip/Verify.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "core/io/clip/BuildInfo.h"
#include "core/io/clip/PictureFit.h"
#include "core/io/clip/SceneHashes.h"
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

/// Of all scenes; not where a program that knows of none has added some.
bool hasHashes(const ClipReader& clip) {
  return clip.sceneHashes() && clip.sceneHashes()->size() == clip.header().scenes.size();
}

/// The first scene in the clip that is not as it was recorded; none also where nobody can tell.
std::optional<std::size_t> firstChangedScene(const ClipReader& clip) {
  if (!hasHashes(clip)) return std::nullopt;
  const auto& scenes = clip.header().scenes;
  for (std::size_t i = 0; i < scenes.size(); ++i)
    if (hashOf(scenes[i]) != (*clip.sceneHashes())[i]) return i;
  return std::nullopt;
}

class Verifier {
 public:
  Verifier(ClipReader& clip, const Registry& registry, WorldPtr world, int threads)
      : m_clip(clip),
        m_registry(registry),
        m_simulator(std::make_unique<Simulator>(std::move(world), threads)) {
    m_result.looksCompared = hasHashes(clip);
  }

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
    if (m_simulator->state().hash() == frame.stateHash) {
      compareMoment(frame);
      return m_result.same ? comparePicture(index) : Result<void>();
    }
    differs(frame, firstDifference(m_simulator->world().layout(), *recorded, m_simulator->state()),
            fmt::format("frame {} ({:.6g} s) differs", frame.number, frame.time));
    return {};
  }

  /// What the clip says of when a frame is, by which it is found and gone on from.
  void compareMoment(const ClipFrame& frame) {
    const World& world = m_simulator->world();
    const bool same = frame.step == m_simulator->state().words[world.offsets().steps] &&
                      frame.time == m_simulator->time() && m_clip.header().fps == world.fps();
    if (!same && m_result.looksCompared)
      differs(frame, "time", fmt::format("frame {} is not when its state is", frame.number));
  }

  /// Where the state is the same, so is what is drawn of it.
  Result<void> comparePicture(std::size_t index) {
    const ClipFrame& frame = m_clip.frames()[index];
    const auto recorded = m_clip.snapshot(index);
    SINEW_TRY(recorded);
    const auto drawn = SnapshotMaker::make(m_simulator->world(), m_simulator->state(),
                                           m_simulator->dynamics(), m_simulator->report());
    std::string other = firstOtherSurface(**recorded, *drawn);
    if (other.empty() && m_result.looksCompared) {
      if (index == 0) compareMeshes(frame, *drawn->topology);
      other = firstOtherGlyph(**recorded, *drawn);
    }
    if (other.empty() || !m_result.same) return {};
    differs(frame, std::move(other),
            fmt::format("the picture of frame {} ({:.6g} s) is not that of its state", frame.number,
                        frame.time));
    return {};
  }

  /// What is the same in all frames.
  void compareMeshes(const ClipFrame& frame, const RenderTopology& made) {
    std::string other = firstOtherMesh(*m_clip.header().topology, made);
    if (!other.empty())
      differs(frame, std::move(other), "what all frames draw is not what the clip's scene says");
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
  // Before anything is made of it: of another scene every frame may differ, and none be to blame.
  if (const auto changed = firstChangedScene(clip)) {
    Verification found;
    found.same = false;
    found.frame = clip.frames().front().number;
    found.slice = fmt::format("scenes/{}", *changed);
    found.message =
        "the scene in the clip is not the one that was recorded, first in \"" + found.slice + "\"";
    return found;
  }
  auto world = compileScene(clip, registry, 0);
  SINEW_TRY(world);
  return Verifier(clip, registry, *std::move(world), threads).run(goOn);
}

}  // namespace sinew
