#include "app/RenderCommand.h"

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
#include "app/StopSignal.h"
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

Result<FilmOrder> makeOrder(const Options& options, const World& world) {
  const auto size = parseSize(options.size);
  if (!size) return Unexpected{size.error()};
  FilmOrder order;
  order.path = options.output;
  std::tie(order.width, order.height) = *size;
  order.fps = world.fps();
  order.last = static_cast<int>(std::floor(durationOf(world) * world.fps() * (1 + 1e-12)));
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

ExitCode render(const Options& options, const Registry& registry) {
  std::vector<std::string> overrides = options.overrides;
  if (!options.fps.empty()) overrides.push_back("settings/fps=" + options.fps);
  const auto world = openWorld(options.scene, overrides, registry);
  if (!world) return world.error();
  const auto order = makeOrder(options, **world);
  if (!order) return report(order.error());
  // A camera that is not there is found out before the first frame is simulated.
  const auto look = lookAt((*world)->scene(), 0, options.camera);
  if (!look) return report(Error{ErrorCode::Usage, look.error().message, "--camera"});

  listenForStop();
  SimulatedFrames frames(options, *world);
  std::stop_source stop;
  const auto done = renderFilm(
      *order, [&frames](int frame) { return frames.at(frame); }, Progress(stop), stop.get_token());
  if (!done) return report(done.error());
  spdlog::info("{} frames in {}", order->last - order->first + 1, order->path);
  return ExitCode::Done;
}

void addOptions(CLI::App& app, Options& options) {
  app.add_option("scene", options.scene, "Scene file or name of a demo")->required();
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
  return {"render", "Simulate a scene and draw it into a video or pictures",
          [](CLI::App& app, const Registry& registry) -> Run {
            auto options = std::make_shared<Options>();
            addOptions(app, *options);
            return [options, &registry] { return render(*options, registry); };
          }};
}

}  // namespace sinew
