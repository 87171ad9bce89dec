#include "ui/window/FilmFrames.h"

#include <cmath>

#include "core/scene/SceneLength.h"
#include "core/simulation/SnapshotMaker.h"
#include "render/SceneLook.h"

namespace sinew::ui {
namespace {

Result<FrameLook> lookBy(const FilmView& view, const Scene& scene, const Registry& registry,
                         double time, TextureShelf& textures) {
  auto look = lookAt(scene, registry, time, view.camera);
  if (!look) return look;
  textures.dress(*look, view.assetFolders, TextureShelf::Reading::AtOnce);
  if (view.eye) look->camera = *view.eye;
  if (view.threads) look->overlays.threads = *view.threads;
  return look;
}

}  // namespace

Result<std::unique_ptr<FilmFrames>> SimulatedFrames::of(const Scene& scene,
                                                        const Registry& registry, FilmView view,
                                                        std::stop_token stop) {
  auto world = World::compile(scene, registry, {nullptr, stop});
  if (!world) return Unexpected{world.error()};
  return std::unique_ptr<FilmFrames>(
      new SimulatedFrames(std::move(*world), registry, std::move(view), std::move(stop)));
}

SimulatedFrames::SimulatedFrames(std::shared_ptr<const World> world, const Registry& registry,
                                 FilmView view, std::stop_token stop)
    : m_simulator(std::move(world), 1),
      m_registry(registry),
      m_view(std::move(view)),
      m_stop(std::move(stop)) {
  m_simulator.watch(&m_watch);
}

Result<std::shared_ptr<const Snapshot>> SimulatedFrames::simulated(int frame) {
  const World& world = m_simulator.world();
  // Through every frame on the way: the bits must not depend on which of them are drawn.
  for (; m_next <= frame; ++m_next) {
    const StepReport& report = m_simulator.advanceTo(m_next / world.fps());
    if (report.status == RunStatus::Stopped) return fail(ErrorCode::Stopped, "cancelled");
    if (report.status != RunStatus::Ok)
      return fail(ErrorCode::Diverged,
                  report.message + (report.remedy.empty() ? "" : "; " + report.remedy),
                  report.blame);
    if (m_stop.stop_requested()) return fail(ErrorCode::Stopped, "cancelled");
  }
  return std::shared_ptr<const Snapshot>(SnapshotMaker::make(
      world, m_simulator.state(), m_simulator.dynamics(), m_simulator.report()));
}

Result<FilmFrame> SimulatedFrames::at(double frame) {
  auto snapshot = m_frames.at(frame);
  if (!snapshot) return Unexpected{snapshot.error()};
  auto look =
      lookBy(m_view, m_simulator.world().scene(), m_registry, (*snapshot)->time, m_textures);
  if (!look) return Unexpected{look.error()};
  return FilmFrame{std::move(*snapshot), std::move(*look)};
}

int SimulatedFrames::lastFrame() const {
  return static_cast<int>(lastFrameOf(m_simulator.world().scene()));
}

Result<std::unique_ptr<FilmFrames>> RecordedFrames::of(const std::filesystem::path& clip,
                                                       Scene scene, const Registry& registry,
                                                       FilmView view) {
  auto reader = ClipReader::open(clip);
  if (!reader) return Unexpected{reader.error()};
  return std::unique_ptr<FilmFrames>(
      new RecordedFrames(std::move(*reader), std::move(scene), registry, std::move(view)));
}

RecordedFrames::RecordedFrames(std::unique_ptr<ClipReader> clip, Scene scene,
                               const Registry& registry, FilmView view)
    : m_clip(std::move(clip)),
      m_scene(std::move(scene)),
      m_registry(registry),
      m_view(std::move(view)) {}

Result<std::shared_ptr<const Snapshot>> RecordedFrames::recorded(int frame) {
  const auto index = m_clip->indexOf(static_cast<std::uint64_t>(frame));
  if (!index) return fail(ErrorCode::Usage, "the take has no frame " + std::to_string(frame));
  return m_clip->snapshot(*index);
}

Result<FilmFrame> RecordedFrames::at(double frame) {
  auto snapshot = m_frames.at(frame);
  if (!snapshot) return Unexpected{snapshot.error()};
  auto look = lookBy(m_view, m_scene, m_registry, (*snapshot)->time, m_textures);
  if (!look) return Unexpected{look.error()};
  return FilmFrame{std::move(*snapshot), std::move(*look)};
}

int RecordedFrames::firstFrame() const {
  return static_cast<int>(m_clip->frames().front().number);
}

int RecordedFrames::lastFrame() const {
  return static_cast<int>(m_clip->frames().back().number);
}

}  // namespace sinew::ui
