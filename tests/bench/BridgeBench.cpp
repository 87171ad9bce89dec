// Time per whole step of the rope bridge while a hand drags it about at 2 m/s.
#include "tests/support/Bridge.h"
#include "tests/support/DraggedStep.h"

namespace sinew::test {
namespace {

void bridgeStep(benchmark::State& bench) {
  draggedStep(bench, ropeBridge(), "foot_left", 0.5, Vec3(0, 0.7, 0.35));
}
BENCHMARK(bridgeStep)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sinew::test
