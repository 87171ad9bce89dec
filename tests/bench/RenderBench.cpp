// A 1280 × 720 frame of five bodies on the ground, read back, in each quality.
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "render/HeadlessContext.h"
#include "render/OffscreenTarget.h"
#include "render/Renderer.h"

namespace sinew {
namespace {

constexpr int kAcross = 64, kRings = 31;  // facets of a body round and up

void addBody(const Vec3& centre, double radius, RenderTopology& topology, Snapshot& snapshot) {
  RenderTopology::PartMesh part;
  part.part = "body" + std::to_string(topology.parts.size());
  part.firstVertex = topology.vertexCount;
  part.vertexCount = kAcross * kRings;
  for (int ring = 0; ring < kRings; ++ring) {
    const double up = 3.0 * (ring + 0.5) / kRings - 1.5;
    for (int i = 0; i < kAcross; ++i) {
      const double turn = 2 * std::numbers::pi * i / kAcross;
      const Vec3 direction(std::cos(up) * std::cos(turn), std::sin(up),
                           -std::cos(up) * std::sin(turn));
      const Vec3 x = centre + radius * direction;
      for (const double value : {x.x(), x.y(), x.z()}) {
        snapshot.positions.push_back(static_cast<float>(value));
      }
      if (ring + 1 == kRings) continue;
      const auto a = static_cast<std::uint32_t>(ring * kAcross + i);
      const auto b = static_cast<std::uint32_t>(ring * kAcross + (i + 1) % kAcross);
      part.mesh.triangles.push_back({a, b, a + kAcross});
      part.mesh.triangles.push_back({a + kAcross, b, b + kAcross});
    }
  }
  topology.vertexCount += part.vertexCount;
  topology.parts.push_back(std::move(part));
}

Snapshot fiveBodies() {
  Snapshot snapshot;
  auto topology = std::make_shared<RenderTopology>();
  for (int i = 0; i < 5; ++i) {
    addBody(Vec3(0.8 * (i - 2), 0.5, 0.3 * (i % 2)), 0.4, *topology, snapshot);
  }
  snapshot.topology = topology;
  return snapshot;
}

void drawFrame(benchmark::State& state, Quality quality) {
  const auto context = HeadlessContext::create();
  if (!context) return state.SkipWithError(context.error().message.c_str());
  const auto renderer = Renderer::create();
  const auto target = OffscreenTarget::create(1280, 720);
  if (!renderer || !target) return state.SkipWithError("no renderer");
  const Snapshot snapshot = fiveBodies();
  FrameLook look;
  look.camera.eye = Vec3(0.6, 1.35, 5.2);
  for (auto _ : state) {
    const Result<void> drawn = (*renderer)->draw(snapshot, look, target->target(), quality);
    if (!drawn) return state.SkipWithError(drawn.error().message.c_str());
    benchmark::DoNotOptimize(target->read().rgba.data());
  }
}

}  // namespace
}  // namespace sinew

static void renderDraft(benchmark::State& state) {
  sinew::drawFrame(state, sinew::Quality::Draft);
}
static void renderLive(benchmark::State& state) {
  sinew::drawFrame(state, sinew::Quality::Live);
}
static void renderFinal(benchmark::State& state) {
  sinew::drawFrame(state, sinew::Quality::Final);
}
BENCHMARK(renderDraft)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(renderLive)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(renderFinal)->Unit(benchmark::kMillisecond)->UseRealTime();
