// Time per whole step of the rope bridge while a hand drags it about at 2 m/s.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

#include "tests/support/Bridge.h"

namespace sinew::test {
namespace {

constexpr double kStep = 0.01, kSpeed = 2, kReach = 0.3;  // [s], [m/s], [m]
constexpr int kSettling = 100;                            // steps before anything is measured

void bridgeStep(benchmark::State& bench) {
  Simulator simulator(ropeBridge().world());
  const Vec3 start(0, 0.7, 0.35);
  double worst = 0;
  int step = 0;
  const auto advance = [&] {
    const double angle = kSpeed / kReach * kStep * step;
    simulator.post(
        MoveGrabCommand{0, start + kReach * Vec3(std::cos(angle) - 1, std::sin(angle), 0)});
    simulator.step(kStep * ++step);
  };
  simulator.post(GrabCommand{0, "foot_left", {0.5}, start});
  while (step < kSettling) advance();
  std::array<double, kStageCount> stages{};
  for (auto unused : bench) {
    (void)unused;
    advance();
    for (int s = 0; s < kStageCount; ++s) stages[s] += simulator.report().stageSeconds[s];
    for (const auto& c : simulator.report().constraints) worst = std::max(worst, c.residual);
  }
  if (simulator.report().status != RunStatus::Ok) bench.SkipWithError("diverged");
  bench.counters["gap_m"] = worst;
  for (int s = 0; s < kStageCount; ++s) {
    if (stages[s] == 0) continue;
    bench.counters[fmt::format("{}_us", stageName(static_cast<Stage>(s)))] =
        benchmark::Counter(1e6 * stages[s], benchmark::Counter::kAvgIterations);
  }
}
BENCHMARK(bridgeStep)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sinew::test
