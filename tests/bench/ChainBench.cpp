// Time per whole step of a long chain of rigid links, swung from horizontal.
#include <benchmark/benchmark.h>

#include "tests/support/Chain.h"

namespace sinew::test {
namespace {

void chainStep(benchmark::State& bench) {
  const int n = static_cast<int>(bench.range(0));
  Simulator simulator(rigidChain(n).world());
  simulator.advanceTo(0.05);
  double end = simulator.time();
  std::array<double, kStageCount> stages{};
  for (auto unused : bench) {
    (void)unused;
    end += 1e-3;
    simulator.step(end);
    for (int s = 0; s < kStageCount; ++s) stages[s] += simulator.report().stageSeconds[s];
  }
  if (simulator.report().status != RunStatus::Ok) bench.SkipWithError("diverged");
  for (int s = 0; s < kStageCount; ++s) {
    if (stages[s] > 0) {
      bench.counters[fmt::format("{}_ms", stageName(static_cast<Stage>(s)))] =
          benchmark::Counter(1e3 * stages[s], benchmark::Counter::kAvgIterations);
    }
  }
  bench.SetComplexityN(n);
}
BENCHMARK(chainStep)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond)->Complexity();

}  // namespace
}  // namespace sinew::test
