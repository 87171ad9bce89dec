// Time per whole step of the other scenes of [MICADO08], Table 1, while a hand drags them about.
#include "tests/support/DraggedStep.h"
#include "tests/support/PaperScenes.h"

namespace sinew::test {
namespace {

void necklaceStep(benchmark::State& bench) {
  draggedStep(bench, paperNecklace(), "string", 0.8, Vec3(0.8, 0.9, 0));
}
void bowStep(benchmark::State& bench) {
  draggedStep(bench, paperBow(), "string", 0.5, Vec3(-0.1, 1, 0));
}
void spiderNetStep(benchmark::State& bench) {
  draggedStep(bench, paperNet(), "ray2", 0.6, Vec3(0, 0.9, 0.6));
}
BENCHMARK(necklaceStep)->Unit(benchmark::kMicrosecond);
BENCHMARK(bowStep)->Unit(benchmark::kMicrosecond);
BENCHMARK(spiderNetStep)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sinew::test
