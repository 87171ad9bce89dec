// Time per whole step of a long chain of rigid links, swung from horizontal.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "tests/support/Chain.h"

namespace sinew::test {
namespace {

constexpr int kSwing = 2000;  // steps of 1 ms

// The whole swing from horizontal.
void chainStep(benchmark::State& bench) {
  const int n = static_cast<int>(bench.range(0));
  Simulator simulator(rigidChain(n).world());
  std::array<double, kStageCount> stages{};
  double widestGap = 0;
  int steps = 0;
  for (auto unused : bench) {
    (void)unused;
    simulator.step(1e-3 * ++steps);
    for (int s = 0; s < kStageCount; ++s) stages[s] += simulator.report().stageSeconds[s];
    for (const auto& joint : simulator.report().constraints) {
      widestGap = std::max(widestGap, joint.residual);
    }
  }
  if (simulator.report().status != RunStatus::Ok) bench.SkipWithError("diverged");
  bench.counters["gap_m"] = widestGap;
  for (int s = 0; s < kStageCount; ++s) {
    if (stages[s] > 0) {
      bench.counters[fmt::format("{}_ms", stageName(static_cast<Stage>(s)))] =
          benchmark::Counter(1e3 * stages[s], benchmark::Counter::kAvgIterations);
    }
  }
  bench.SetComplexityN(n);
}
BENCHMARK(chainStep)
    ->Arg(10)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Iterations(kSwing)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

}  // namespace
}  // namespace sinew::test
