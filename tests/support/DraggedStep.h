#pragma once
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {

/// Time per whole step of 10 ms while a hand drags a point of a part about at 2 m/s, with the
/// largest gap of any constraint and the time of every stage.
inline void draggedStep(benchmark::State& bench, const SceneBuilder& scene, const char* part,
                        double at, const Vec3& start) {
  constexpr double kStep = 0.01, kSpeed = 2, kReach = 0.3;  // [s], [m/s], [m]
  constexpr double kHeld = 1e-9;                            // [m, rad] gap of all constraints
  constexpr int kSettling = 100;                            // steps before anything is measured
  Simulator simulator(scene.world());
  double worst = 0;
  int step = 0;
  const auto advance = [&] {
    const double angle = kSpeed / kReach * kStep * step;
    simulator.post(
        MoveGrabCommand{0, start + kReach * Vec3(std::cos(angle) - 1, std::sin(angle), 0)});
    simulator.step(kStep * ++step);
  };
  simulator.post(GrabCommand{0, part, {at}, start});
  while (step < kSettling) advance();
  std::array<double, kStageCount> stages{};
  for (auto unused : bench) {
    (void)unused;
    advance();
    for (int s = 0; s < kStageCount; ++s) stages[s] += simulator.report().stageSeconds[s];
    for (const auto& c : simulator.report().constraints) worst = std::max(worst, c.residual);
  }
  if (simulator.report().status != RunStatus::Ok) bench.SkipWithError("diverged");
  if (worst > kHeld) bench.SkipWithError("constraints do not hold");
  bench.counters["gap_m"] = worst;
  for (int s = 0; s < kStageCount; ++s) {
    if (stages[s] == 0) continue;
    bench.counters[fmt::format("{}_us", stageName(static_cast<Stage>(s)))] =
        benchmark::Counter(1e6 * stages[s], benchmark::Counter::kAvgIterations);
  }
}

}  // namespace sinew::test
