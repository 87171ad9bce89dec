#pragma once
#include <benchmark/benchmark.h>

#include "core/scene/SceneFile.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {

/// A tenth of a second of a demo per iteration, over and over through so many of them. Through
/// every frame, as a film is made: steps end on frames, so that some are shorter than asked for,
/// and only simulated time says how fast it is.
inline void filmTenthSecond(benchmark::State& bench, const std::string& demo, int tenths) {
  const auto scene =
      loadScene(std::string(SINEW_SOURCE_DIR) + "/assets/scenes/" + demo + ".json", builtins());
  if (!scene) return bench.SkipWithError("the scene does not load");
  const auto world = World::compile(*scene, builtins());
  if (!world) return bench.SkipWithError("the scene does not compile");
  Simulator simulator(*world);
  const int framesEach = static_cast<int>((*world)->fps()) / 10;
  int frame = 0;
  for (auto unused : bench) {
    (void)unused;
    if (frame == tenths * framesEach) {
      simulator.reset();
      frame = 0;
    }
    for (int i = 0; i < framesEach; ++i) simulator.advanceTo(++frame / (*world)->fps());
  }
  if (simulator.report().status != RunStatus::Ok) bench.SkipWithError("diverged");
  bench.counters["times_real_time"] =
      benchmark::Counter(0.1, benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace sinew::test
