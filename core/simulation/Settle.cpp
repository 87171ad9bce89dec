#include "core/simulation/Settle.h"

#include <algorithm>
#include <cmath>

#include "core/scene/SceneTables.h"
#include "core/simulation/Simulator.h"

namespace sinew {
namespace {

constexpr double kPatience = 30;     // [s] of the scene
constexpr double kFrame = 1.0 / 24;  // [s]
constexpr double kStill = 2e-5;      // of a part's size, by which it may move in a frame
constexpr int kStillFrames = 3;      // one after the other

void holdKeys(const ParamTable& table, ParamValues& values) {
  for (const ParamSpec& spec : table) {
    const Value* value = values.find(spec.key);
    const auto* keyed = value ? std::get_if<Curve>(&value->content) : nullptr;
    if (!keyed) continue;
    Curve held;
    held.components = keyed->components;
    held.keys = {{0, keyed->at(0).value}};
    values.set(spec, held);
  }
}

/// The scene with all keys held as they are at the start, and without inertia.
Scene standingStill(Scene scene, const Registry& registry) {
  const auto hold = [](std::vector<Entity>& entities, const auto& kindOf) {
    for (Entity& entity : entities) {
      if (const KindInfo* kind = kindOf(entity.kind)) holdKeys(kind->table, entity.values);
    }
  };
  hold(scene[Section::Parts], [&](const auto& name) { return registry.part(name); });
  hold(scene[Section::Constraints], [&](const auto& name) { return registry.constraint(name); });
  hold(scene[Section::Forces], [&](const auto& name) { return registry.force(name); });
  holdKeys(settingsTable(), scene.settings);
  scene.settings.set(*findParam(settingsTable(), "integrator"), "quasi_static");
  return scene;
}

/// How far parts have moved, in their own sizes: the most of any, and which that is.
double furthest(const World& world, const Reals& before, const double* now, std::string& which) {
  double most = 0;
  for (const CompiledPart& part : world.parts()) {
    for (int k = part.firstQ; k < part.firstQ + part.dims.q; ++k) {
      const double moved = std::abs(now[k] - before[k]) * world.errorScale()[k] / part.part->size();
      if (part.dims.v == 0 || moved <= most) continue;
      most = moved;
      which = part.name;
    }
  }
  return most;
}

}  // namespace

Result<Settled> settle(const Scene& scene, const Registry& registry, const MayGoOn& mayGoOn) {
  const auto world = World::compile(standingStill(scene, registry), registry);
  if (!world) return Unexpected{world.error()};
  Simulator simulator(*world);
  const std::size_t first = (*world)->offsets().y, count = (*world)->configurationSize();
  Settled settled;
  settled.configuration.assign(count, 0);
  const auto look = [&] { return simulator.state().reals.data() + first; };
  std::copy_n(look(), count, settled.configuration.begin());
  int still = 0;
  for (double time = kFrame; time <= kPatience && still < kStillFrames; time += kFrame) {
    if (!mayGoOn()) return fail(ErrorCode::Stopped, "stopped");
    const StepReport& report = simulator.advanceTo(time);
    if (report.status != RunStatus::Ok) return fail(ErrorCode::Invalid, report.message);
    settled.restless.clear();
    still =
        furthest(**world, settled.configuration, look(), settled.restless) < kStill ? still + 1 : 0;
    std::copy_n(look(), count, settled.configuration.begin());
  }
  if (still == kStillFrames) settled.restless.clear();
  return settled;
}

}  // namespace sinew
