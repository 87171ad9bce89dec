#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>

namespace {

constexpr std::size_t kLanes = 1024;  // 2 × 8 kB: stays in the first-level cache
constexpr int kSweeps = 4200;         // about a millisecond on the machines of 2022

/// Work that a vector unit may do in any width: every lane by itself.
void independentSweep(std::array<double, kLanes>& a, const std::array<double, kLanes>& b) {
  for (std::size_t i = 0; i < kLanes; ++i) a[i] = a[i] * 0.999 + b[i];
}

/// Work that waits for itself: multiplications, additions and a division in one chain.
double dependentSweep(double x) {
  for (int i = 0; i < 64; ++i) x = x * 0.75 + 0.125;
  return 1.0 / (1.0 + x);
}

}  // namespace

/// The unit in which scripts/bench --check measures everything else: a fixed mixture of dependent
/// and independent double-precision work. Changing it voids every limit in limits.json.
static void calibration(benchmark::State& state) {
  std::array<double, kLanes> a{}, b{};
  for (std::size_t i = 0; i < kLanes; ++i) b[i] = 1.0 / static_cast<double>(i + 1);
  double x = 0.5;
  for (auto _ : state) {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      independentSweep(a, b);
      x = dependentSweep(x);
      benchmark::DoNotOptimize(a.data());
      benchmark::ClobberMemory();
    }
    benchmark::DoNotOptimize(x);
  }
}
BENCHMARK(calibration)->Unit(benchmark::kMillisecond);
