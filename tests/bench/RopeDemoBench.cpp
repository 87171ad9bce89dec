// Time per whole step of 10 ms of the rope demos, averaged over all of each film: the scenes of
// [MICADO08], Table 1, with at least as many multipliers.
#include <benchmark/benchmark.h>

#include "core/scene/SceneFile.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kStep = 0.01;  // [s]

void ropeDemoStep(benchmark::State& bench, const char* name, double film) {
  const auto scene =
      loadScene(fmt::format("{}/assets/scenes/{}.json", SINEW_SOURCE_DIR, name), builtins());
  if (!scene) return bench.SkipWithError("the scene does not load");
  const auto world = World::compile(*scene, builtins());
  if (!world) return bench.SkipWithError("the scene does not compile");
  Simulator simulator(*world);
  const int steps = static_cast<int>(film / kStep);
  int step = 0;
  for (auto unused : bench) {
    (void)unused;
    if (step == steps) {
      simulator.reset();
      step = 0;
    }
    simulator.step(kStep * ++step);
  }
  if (simulator.report().status != RunStatus::Ok) bench.SkipWithError("diverged");
  bench.counters["multipliers"] = (*world)->rows();
}
BENCHMARK_CAPTURE(ropeDemoStep, necklace, "necklace", 9)
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(3 * 900);
BENCHMARK_CAPTURE(ropeDemoStep, bow, "bow", 4.5)
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(3 * 450);
BENCHMARK_CAPTURE(ropeDemoStep, spider_net, "spider_net", 7)
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(3 * 700);

}  // namespace
}  // namespace sinew::test
