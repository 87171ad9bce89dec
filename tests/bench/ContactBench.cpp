// Contact between any two parts: the balloons' film, and a pile.
#include "tests/bench/Film.h"

namespace sinew::test {
namespace {

constexpr int kRiseTenths = 60;  // of a second that the film lasts

void balloonsTenthSecond(benchmark::State& bench) {
  filmTenthSecond(bench, "balloons_3", kRiseTenths);
}
BENCHMARK(balloonsTenthSecond)->Unit(benchmark::kMillisecond)->Iterations(2 * kRiseTenths);

/// A hundred eggs, bricks and everything between, as rigid superquadrics in a well.
SceneBuilder pile() {
  constexpr int kAcross = 5, kHigh = 4;
  constexpr double kApart = 0.225, kWall = 0.65;
  SceneBuilder scene;
  scene.settings({{"integrator", "implicit_euler"},
                  {"step", 0.004},
                  {"contact", "barrier"},
                  {"restitution", 0.2}});
  scene.part("plane", "floor", {});
  int wall = 0;
  for (const Vec3& aside : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 0, 1), Vec3(0, 0, -1)}) {
    const Vec3 size = Vec3(0.1, 2, 0.1) + 1.2 * Vec3(aside.z(), 0, aside.x()).cwiseAbs();
    scene.part("box", "wall_" + std::to_string(wall++),
               {{"size", size}, {"position", Vec3(kWall * aside + Vec3(0, 1.01, 0))}});
  }
  for (int i = 0; i < kAcross * kAcross * kHigh; ++i) {
    const int x = i % kAcross, z = i / kAcross % kAcross, y = i / (kAcross * kAcross);
    const double lean = 0.005 * ((7 * i) % 3 - 1);
    scene.part("superquadric", "stone_" + std::to_string(i),
               {{"motion", "rigid"},
                {"radii", Vec3(0.1, 0.09, 0.08)},
                {"exponent_u", 1.0 - 0.35 * (i % 3)},
                {"exponent_v", 1.0 - 0.35 * (i / 3 % 3)},
                {"position", Vec3((x - 2) * kApart + lean, 0.12 + 0.21 * y, (z - 2) * kApart)}});
  }
  return scene;
}

// One step once it has come down. Steps are as long as contact lets them be.
void pileOfAHundredStep(benchmark::State& bench) {
  const auto world = pile().world();
  if (!world) return bench.SkipWithError("the scene does not compile");
  Simulator simulator(world);
  simulator.advanceTo(0.25);
  const double start = simulator.time();
  for (auto unused : bench) {
    (void)unused;
    simulator.step(1e3);
  }
  if (simulator.report().status != RunStatus::Ok) bench.SkipWithError("diverged");
  bench.counters["step_ms"] =
      1e3 * (simulator.time() - start) / static_cast<double>(bench.iterations());
  bench.counters["contacts"] = static_cast<double>(simulator.dynamics().contacts().contacts.size());
}
BENCHMARK(pileOfAHundredStep)->Unit(benchmark::kMillisecond)->Iterations(300);

}  // namespace
}  // namespace sinew::test
