#include "app/RenderCommand.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <tuple>
#include <utility>

#include "app/Advice.h"
#include "app/Assets.h"
#include "app/FilmText.h"
#include "app/FilmTextures.h"
#include "app/Log.h"
#include "app/OpenWorld.h"
#include "app/OutputCheck.h"
#include "app/Overrides.h"
#include "app/StopSignal.h"
#include "app/Wording.h"
#include "core/base/PlainText.h"
#include "core/io/clip/ClipReader.h"
#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/SceneLength.h"
#include "core/simulation/Simulator.h"
#include "core/simulation/SnapshotMaker.h"
#include "render/FrameSequence.h"
#include "render/InBetween.h"
#include "render/SceneLook.h"
#include "ui/window/BurnIn.h"

namespace sinew {
namespace {

struct RenderOptions {
  std::string scene, output;
  std::string size = "1280x720";
  std::string frames, fps, camera;
  std::string quality = "final";
  std::vector<std::string> overrides;
  int threads = 1;
  double speed = 1;
  bool glyphs = false, forces = false, burnIn = false;
};

Quality qualityOf(const std::string& name) {
  if (name == "draft") return Quality::Draft;
  return name == "live" ? Quality::Live : Quality::Final;
}

/// The frames that there are to draw.
struct Available {
  double fps = 24;  ///< [1/s]
  int first = 0, last = 0;
  std::string whose;  ///< "of the clip"
};

/// An order for all frames unless others are asked for.
Result<FilmOrder> makeOrder(const RenderOptions& options, const Available& available) {
  const auto size = parseSize(options.size);
  if (!size) return Unexpected{size.error()};
  FilmOrder order;
  order.path = options.output;
  std::tie(order.width, order.height) = *size;
  order.fps = available.fps;
  order.first = available.first;
  order.last = available.last;
  order.quality = qualityOf(options.quality);
  order.speed = options.speed;
  if (options.frames.empty()) return order;
  const auto frames = parseFrames(options.frames);
  if (!frames) return Unexpected{frames.error()};
  std::tie(order.first, order.last) = *frames;
  if (order.first >= available.first && order.last <= available.last) return order;
  return fail(ErrorCode::Usage,
              fmt::format("found {}, legal: from {} to {}, the frames {}", options.frames,
                          available.first, available.last, available.whose),
              "--frames");
}

/// A picture with the look that the scene has at its time.
Result<FilmFrame> filmFrame(std::shared_ptr<const Snapshot> snapshot, const Scene& scene,
                            const Registry& registry, const RenderOptions& options,
                            FilmTextures& textures) {
  auto look = lookAt(scene, registry, snapshot->time, options.camera);
  if (!look) return Unexpected{look.error()};
  look->overlays.glyphs = options.glyphs;
  look->overlays.forces = options.forces;
  for (const std::string& missing : textures.dress(*look)) spdlog::warn("{}", missing);
  return FilmFrame{std::move(snapshot), std::move(*look)};
}

/// Simulates from frame to frame and says what each looks like.
class SimulatedFrames {
 public:
  SimulatedFrames(const RenderOptions& options, const Registry& registry,
                  std::shared_ptr<const World> world)
      : m_options(options),
        m_registry(registry),
        m_simulator(std::move(world), options.threads),
        m_textures(scenePath(options.scene).parent_path()) {
    m_simulator.watch(&m_watch);
  }

  Result<FilmFrame> at(double frame) {
    auto snapshot = m_frames.at(frame);
    if (!snapshot) return Unexpected{snapshot.error()};
    return filmFrame(*std::move(snapshot), m_simulator.world().scene(), m_registry, m_options,
                     m_textures);
  }

 private:
  Result<std::shared_ptr<const Snapshot>> simulated(int frame) {
    const World& world = m_simulator.world();
    // Through every frame on the way: the bits must not depend on which of them are drawn.
    for (; m_next <= frame; ++m_next) {
      auto reached = advanceTo(m_next / world.fps());
      if (!reached) return Unexpected{reached.error()};
    }
    return std::shared_ptr<const Snapshot>(SnapshotMaker::make(
        world, m_simulator.state(), m_simulator.dynamics(), m_simulator.report()));
  }

  /// A signal need not wait for the frame, nor for a step.
  Result<void> advanceTo(double time) {
    while (m_simulator.time() < time) {
      const StepReport& report = m_simulator.step(time);
      if (stopRequested() != 0) return fail(ErrorCode::Stopped, "stopped by a signal");
      if (report.status == RunStatus::Ok) continue;
      return fail(ErrorCode::Diverged,
                  report.message + "; " + adviceOn(report, m_simulator.world()), report.blame);
    }
    return {};
  }

  const RenderOptions& m_options;
  const Registry& m_registry;
  StopWhen m_watch{[] { return stopRequested() != 0; }};
  Simulator m_simulator;
  FilmTextures m_textures;
  InBetween m_frames{[this](int frame) { return simulated(frame); }};
  int m_next = 0;
};

/// Shows the frames of a clip.
class RecordedFrames {
 public:
  RecordedFrames(const RenderOptions& options, const Registry& registry, ClipReader& clip,
                 const Scene& scene)
      : m_options(options),
        m_registry(registry),
        m_clip(clip),
        m_scene(scene),
        m_textures(std::filesystem::path(options.scene).parent_path()) {}

  Result<FilmFrame> at(double frame) {
    auto snapshot = m_frames.at(frame);
    if (!snapshot) return Unexpected{snapshot.error()};
    return filmFrame(*std::move(snapshot), m_scene, m_registry, m_options, m_textures);
  }

 private:
  Result<std::shared_ptr<const Snapshot>> recorded(int frame) {
    const auto index = m_clip.indexOf(static_cast<std::uint64_t>(frame));
    if (!index) return fail(ErrorCode::Usage, fmt::format("the clip has no frame {}", frame));
    return m_clip.snapshot(*index);
  }

  const RenderOptions& m_options;
  const Registry& m_registry;
  ClipReader& m_clip;
  const Scene& m_scene;
  FilmTextures m_textures;
  InBetween m_frames{[this](int frame) { return recorded(frame); }};
};

/// Logs how far it is, every few seconds, and hands a signal on.
class Progress {
 public:
  explicit Progress(std::stop_source stop) : m_stop(std::move(stop)) {}

  int done() const { return m_done; }

  void operator()(int done, int inAll) {
    m_done = done;
    if (stopRequested() != 0) m_stop.request_stop();
    const auto now = std::chrono::steady_clock::now();
    if (now - m_last < std::chrono::seconds(5)) return;
    m_last = now;
    spdlog::info("{} of {} frames", done, inAll);
  }

 private:
  std::stop_source m_stop;
  int m_done = 0;
  std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

/// What is left of a film that was begun and not finished.
std::string remainsOf(const FilmOrder& order) {
  if (order.path.ends_with(".png")) return "the pictures that are finished stay";
  std::error_code error;
  return std::filesystem::exists(order.path, error)
             ? fmt::format("the unfinished film was removed; {} is the older one",
                           shownPath(order.path))
             : "the unfinished film was removed";
}

/// What stands in the corner beside the frame: the scene or clip, and the camera that was asked
/// for.
QString namesFor(const RenderOptions& options) {
  QString names = QString::fromStdString(std::filesystem::path(options.scene).stem().string());
  if (!options.camera.empty()) names += " · " + QString::fromStdString(options.camera);
  return names;
}

ExitCode film(const RenderOptions& options, FilmOrder order, const FrameSource& frames,
              std::vector<FileInUse> inUse) {
  std::optional<ui::TextWithoutWindow> text;
  if (options.burnIn) {
    text.emplace();
    order.stamp = ui::burnIn(namesFor(options), order.last);
  }
  inUse.push_back({"what is drawn", scenePath(options.scene)});
  const auto possible = checkOutputs({{"--output", order.path}}, inUse);
  if (!possible) return report(possible.error());
  listenForStop();
  std::stop_source stop;
  Progress progress(stop);
  const auto done = renderFilm(order, frames, std::ref(progress), stop.get_token());
  const auto inAll = counted(static_cast<std::uint64_t>(picturesOf(order)), "frame");
  if (done) {
    spdlog::info("{} in {}", inAll, shownPath(order.path));
    return ExitCode::Done;
  }
  const bool stopped = done.error().code == ErrorCode::Stopped;
  const ExitCode code = stopped ? ExitCode::Stopped : report(done.error());
  if (stopped || progress.done() > 0)
    spdlog::warn("stopped after {} of {}; {}", progress.done(), inAll, remainsOf(order));
  return code;
}

ExitCode renderClip(const RenderOptions& options, const Registry& registry) {
  const auto clip = ClipReader::open(options.scene);
  if (!clip) return report(clip.error());
  auto scene = (*clip)->scene(registry);
  if (!scene) return report(scene.error());
  if (!options.fps.empty()) {
    return report(Error{ErrorCode::Usage, "a clip has the frames it was recorded with", "--fps"});
  }
  const auto applied = applyOverrides(*scene, options.overrides, registry);
  if (!applied) return report(applied.error());
  if (const auto seen = refuseAllButLooks(*applied); !seen) return report(seen.error());
  const auto& recorded = (*clip)->frames();
  const auto order =
      makeOrder(options, {(*clip)->header().fps, static_cast<int>(recorded.front().number),
                          static_cast<int>(recorded.back().number), "of the clip"});
  if (!order) return report(order.error());
  const auto look = lookAt(*scene, registry, 0, options.camera);
  if (!look) return report(Error{ErrorCode::Usage, look.error().message, "--camera"});
  RecordedFrames frames(options, registry, **clip, *scene);
  return film(
      options, *order, [&frames](double frame) { return frames.at(frame); },
      filesNamedBy(*scene, registry, foldersOf(options.scene, assetFolder())));
}

ExitCode render(const RenderOptions& options, const Registry& registry) {
  if (looksLikeClip(options.scene)) return renderClip(options, registry);
  std::vector<std::string> overrides = options.overrides;
  if (!options.fps.empty()) overrides.push_back("settings/fps=" + options.fps);
  const auto world = openWorld(options.scene, overrides, registry);
  if (!world) return world.error();
  const Available available{(*world)->fps(), 0, static_cast<int>(lastFrameOf((*world)->scene())),
                            "of the take (--set animation/duration=SECONDS makes it longer)"};
  const auto order = makeOrder(options, available);
  if (!order) return report(order.error());
  // A camera that is not there is found out before the first frame is simulated.
  const auto look = lookAt((*world)->scene(), registry, 0, options.camera);
  if (!look) return report(Error{ErrorCode::Usage, look.error().message, "--camera"});

  SimulatedFrames frames(options, registry, *world);
  return film(
      options, *order, [&frames](double frame) { return frames.at(frame); },
      filesOfScene(options.scene, **world));
}

void addRenderOptions(CLI::App& app, RenderOptions& options) {
  app.add_option("scene", options.scene, "Scene file, name of a demo, or clip")->required();
  app.add_option("-o,--output", options.output, "Film to write: NAME.mp4 or NAME_%04d.png")
      ->required();
  app.add_option("--size", options.size, "Pixels, WxH")->capture_default_str();
  app.add_option("--fps", options.fps, "Frames per second, instead of the scene's");
  app.add_option("--frames", options.frames, "Frames to draw, A-B; default all");
  app.add_option("--camera", options.camera, "Camera to look through; default the first");
  app.add_option("--quality", options.quality, "How carefully to draw")
      ->check(CLI::IsMember({"draft", "live", "final"}))
      ->capture_default_str();
  app.add_flag("--glyphs", options.glyphs, "Draw a sign for every constraint");
  app.add_flag("--forces", options.forces, "Draw forces as arrows");
  app.add_flag("--burn-in", options.burnIn,
               "Write frame, time, scene and camera into a corner of every picture");
  app.add_option("--speed", options.speed, "Of the film: 0.5 is slow motion, in between is blended")
      ->check(CLI::Range(0.01, 100.0))
      ->capture_default_str();
  app.add_option("--set", options.overrides, "Another value for a parameter, as for simulate")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--threads", options.threads, "Threads to step with; never changes the result")
      ->check(CLI::Range(1, 256));
}

}  // namespace

Verb renderCommand() {
  return {"render", "Draw a scene or a clip into a video or pictures",
          [](CLI::App& app, const Registry& registry) -> Run {
            auto options = std::make_shared<RenderOptions>();
            addRenderOptions(app, *options);
            return [options, &registry] { return render(*options, registry); };
          }};
}

}  // namespace sinew
