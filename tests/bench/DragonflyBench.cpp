// A tenth of a second of the dragonfly demo, averaged over the whole film: assembly, flapping,
// swat.
#include "tests/bench/Film.h"

namespace sinew::test {
namespace {

constexpr int kFlightTenths = 110;  // of a second that the film lasts

void dragonflyTenthSecond(benchmark::State& bench) {
  filmTenthSecond(bench, "dragonfly", kFlightTenths);
}
BENCHMARK(dragonflyTenthSecond)->Unit(benchmark::kMillisecond)->Iterations(2 * kFlightTenths);

}  // namespace
}  // namespace sinew::test
