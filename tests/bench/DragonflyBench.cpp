// Time per step of the dragonfly demo, averaged over the whole film: assembly, flapping, swat.
#include <benchmark/benchmark.h>

#include "core/scene/SceneFile.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

void dragonflyStep(benchmark::State& bench) {
  const auto scene =
      loadScene(std::string(SINEW_SOURCE_DIR) + "/assets/scenes/dragonfly.json", builtins());
  if (!scene) return bench.SkipWithError("the scene does not load");
  const auto world = World::compile(*scene, builtins());
  if (!world) return bench.SkipWithError("the scene does not compile");
  Simulator simulator(*world);
  double frame = 0;
  for (auto unused : bench) {
    (void)unused;
    simulator.step(frame / 30);
    if (simulator.time() >= frame / 30) ++frame;
    if (simulator.time() > 11) {
      simulator.reset();
      frame = 0;
    }
  }
  if (simulator.report().status != RunStatus::Ok) bench.SkipWithError("diverged");
  bench.counters["times_real_time"] =
      benchmark::Counter(0.0031, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(dragonflyStep)->Unit(benchmark::kMillisecond)->MinTime(1);

}  // namespace
}  // namespace sinew::test
