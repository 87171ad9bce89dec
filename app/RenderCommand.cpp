#include "app/RenderCommand.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <stop_token>
#include <tuple>
#include <utility>

#include "app/FilmText.h"
#include "app/Log.h"
#include "app/OpenWorld.h"
#include "app/Overrides.h"
#include "app/StopSignal.h"
#include "core/io/clip/ClipReader.h"
#include "core/simulation/Simulator.h"
#include "core/simulation/SnapshotMaker.h"
#include "render/FrameSequence.h"
#include "render/SceneLook.h"

namespace sinew {
namespace {

struct Options {
  std::string scene, output;
  std::string size = "1280x720";
  std::string frames, fps, camera;
  std::string quality = "final";
  std::vector<std::string> overrides;
  int threads = 1;
  bool glyphs = false, forces = false;
};

Quality qualityOf(const std::string& name) {
  if (name == "draft") return Quality::Draft;
  return name == "live" ? Quality::Live : Quality::Final;
}

/// An order for frames 0 to `last` unless others are asked for.
Result<FilmOrder> makeOrder(const Options& options, double fps, int last) {
  const auto size = parseSize(options.size);
  if (!size) return Unexpected{size.error()};
  FilmOrder order;
  order.path = options.output;
  std::tie(order.width, order.height) = *size;
  order.fps = fps;
  order.last = last;
  order.quality = qualityOf(options.quality);
  if (options.frames.empty()) return order;
  const auto frames = parseFrames(options.frames);
  if (!frames) return Unexpected{frames.error()};
  std::tie(order.first, order.last) = *frames;
  return order;
}

/// Simulates from frame to frame and says what each looks like.
class SimulatedFrames {
 public:
  SimulatedFrames(const Options& options, std::shared_ptr<const World> world)
      : m_options(options), m_simulator(std::move(world), options.threads) {}

  Result<FilmFrame> at(int frame) {
    const World& world = m_simulator.world();
    // Through every frame on the way: the bits must not depend on which of them are drawn.
    for (; m_next <= frame; ++m_next) {
      const StepReport& report = m_simulator.advanceTo(m_next / world.fps());
      if (report.status != RunStatus::Ok)
        return fail(ErrorCode::Diverged, report.message, report.blame);
      if (stopRequested() != 0) return fail(ErrorCode::Stopped, "stopped by a signal");
    }
    auto look = lookAt(world.scene(), m_simulator.time(), m_options.camera);
    if (!look) return Unexpected{look.error()};
    look->overlays.glyphs = m_options.glyphs;
    look->overlays.forces = m_options.forces;
    auto snapshot = SnapshotMaker::make(world, m_simulator.state(), m_simulator.dynamics(),
                                        m_simulator.report());
    return FilmFrame{std::move(snapshot), std::move(*look)};
  }

 private:
  const Options& m_options;
  Simulator m_simulator;
  int m_next = 0;
};

/// Shows the frames of a clip.
class RecordedFrames {
 public:
  RecordedFrames(const Options& options, ClipReader& clip, const Scene& scene)
      : m_options(options), m_clip(clip), m_scene(scene) {}

  Result<FilmFrame> at(int frame) {
    const auto index = m_clip.indexOf(static_cast<std::uint64_t>(frame));
    if (!index) return fail(ErrorCode::Usage, fmt::format("the clip has no frame {}", frame));
    auto snapshot = m_clip.snapshot(*index);
    if (!snapshot) return Unexpected{snapshot.error()};
    auto look = lookAt(m_scene, (*snapshot)->time, m_options.camera);
    if (!look) return Unexpected{look.error()};
    look->overlays.glyphs = m_options.glyphs;
    look->overlays.forces = m_options.forces;
    return FilmFrame{*std::move(snapshot), std::move(*look)};
  }

 private:
  const Options& m_options;
  ClipReader& m_clip;
  const Scene& m_scene;
};

/// Logs how far it is, every few seconds, and hands a signal on.
class Progress {
 public:
  explicit Progress(std::stop_source stop) : m_stop(std::move(stop)) {}

  void operator()(int done, int inAll) {
    if (stopRequested() != 0) m_stop.request_stop();
    const auto now = std::chrono::steady_clock::now();
    if (now - m_last < std::chrono::seconds(5)) return;
    m_last = now;
    spdlog::info("{} of {} frames", done, inAll);
  }

 private:
  std::stop_source m_stop;
  std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

ExitCode film(const FilmOrder& order, const FrameSource& frames) {
  listenForStop();
  std::stop_source stop;
  const auto done = renderFilm(order, frames, Progress(stop), stop.get_token());
  if (!done) return report(done.error());
  spdlog::info("{} frames in {}", order.last - order.first + 1, order.path);
  return ExitCode::Done;
}

ExitCode renderClip(const Options& options, const Registry& registry) {
  const auto clip = ClipReader::open(options.scene);
  if (!clip) return report(clip.error());
  auto scene = (*clip)->scene(registry);
  if (!scene) return report(scene.error());
  if (!options.fps.empty()) {
    return report(Error{ErrorCode::Usage, "a clip has the frames it was recorded with", "--fps"});
  }
  const auto applied = applyOverrides(*scene, options.overrides, registry);
  if (!applied) return report(applied.error());
  auto order =
      makeOrder(options, (*clip)->header().fps, static_cast<int>((*clip)->frames().back().number));
  if (!order) return report(order.error());
  const int first = static_cast<int>((*clip)->frames().front().number);
  if (options.frames.empty()) order->first = first;
  const auto look = lookAt(*scene, 0, options.camera);
  if (!look) return report(Error{ErrorCode::Usage, look.error().message, "--camera"});
  RecordedFrames frames(options, **clip, *scene);
  return film(*order, [&frames](int frame) { return frames.at(frame); });
}

ExitCode render(const Options& options, const Registry& registry) {
  if (looksLikeClip(options.scene)) return renderClip(options, registry);
  std::vector<std::string> overrides = options.overrides;
  if (!options.fps.empty()) overrides.push_back("settings/fps=" + options.fps);
  const auto world = openWorld(options.scene, overrides, registry);
  if (!world) return world.error();
  const double length = durationOf(**world) * (*world)->fps();
  const auto order =
      makeOrder(options, (*world)->fps(), static_cast<int>(std::floor(length * (1 + 1e-12))));
  if (!order) return report(order.error());
  // A camera that is not there is found out before the first frame is simulated.
  const auto look = lookAt((*world)->scene(), 0, options.camera);
  if (!look) return report(Error{ErrorCode::Usage, look.error().message, "--camera"});

  SimulatedFrames frames(options, *world);
  return film(*order, [&frames](int frame) { return frames.at(frame); });
}

void addOptions(CLI::App& app, Options& options) {
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
            auto options = std::make_shared<Options>();
            addOptions(app, *options);
            return [options, &registry] { return render(*options, registry); };
          }};
}

}  // namespace sinew
