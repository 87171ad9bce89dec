// Time per whole step as scenes grow: Fig. 7 of [MICADO08], drawn by scripts/growth.
#include <benchmark/benchmark.h>

#include "tests/support/Growth.h"

namespace sinew::test {
namespace {

constexpr double kStep = 0.01;  // [s]

void stepThrough(benchmark::State& bench, const SceneBuilder& scene, double size) {
  Simulator simulator(scene.world());
  int step = 0;
  for (int i = 0; i < 3; ++i) simulator.step(kStep * ++step);
  for (auto unused : bench) {
    (void)unused;
    simulator.step(kStep * ++step);
  }
  if (simulator.report().status != RunStatus::Ok) bench.SkipWithError("diverged");
  bench.SetComplexityN(static_cast<std::int64_t>(size));
}

void growthOfRopes(benchmark::State& bench) {
  const auto ropes = static_cast<int>(bench.range(0));
  stepThrough(bench, ropesSideBySide(ropes), ropes);
}
void growthOfNets(benchmark::State& bench) {
  const auto side = static_cast<int>(bench.range(0));
  stepThrough(bench, ropeNet(side), side * side);  // knots
}
void growthOfLadders(benchmark::State& bench) {
  const auto rungs = static_cast<int>(bench.range(0));
  stepThrough(bench, ropeLadder(rungs), rungs);
}
void growthOfEyelets(benchmark::State& bench) {
  const auto eyelets = static_cast<int>(bench.range(0));
  stepThrough(bench, eyeletsOnARope(eyelets), eyelets);
}
void growthOfPearls(benchmark::State& bench) {
  const auto pearls = static_cast<int>(bench.range(0));
  stepThrough(bench, pearlsOnARope(pearls), pearls);
}
void growthOfRunningRopes(benchmark::State& bench) {
  const auto eyelets = static_cast<int>(bench.range(0));
  stepThrough(bench, eyeletsOnARope(eyelets, 0.5), eyelets);
}

BENCHMARK(growthOfRopes)
    ->Arg(10)
    ->Arg(32)
    ->Arg(100)
    ->Arg(320)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(growthOfNets)
    ->Arg(4)
    ->Arg(8)
    ->Arg(12)
    ->Arg(16)
    ->Arg(24)
    ->Arg(32)
    ->Arg(48)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(growthOfEyelets)
    ->Arg(10)
    ->Arg(32)
    ->Arg(100)
    ->Arg(320)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(growthOfPearls)
    ->Arg(10)
    ->Arg(32)
    ->Arg(100)
    ->Arg(320)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(growthOfRunningRopes)
    ->Arg(32)
    ->Arg(100)
    ->Arg(320)
    ->Arg(1000)
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(growthOfLadders)->Arg(10)->Arg(32)->Arg(100)->Arg(320)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sinew::test
