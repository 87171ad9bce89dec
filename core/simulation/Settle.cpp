#include "core/simulation/Settle.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

/// Whether parts could come to lie on each other, or on something.
bool mayMeet(const World& world) {
  int surfaces = 0, moving = 0;
  for (const CompiledPart& part : world.parts()) {
    if (part.part->contactSurface().empty()) continue;
    ++surfaces;
    moving += part.dims.v > 0;
  }
  const SolidContact solid = world.solidContact();
  const bool apart = solid == SolidContact::Barrier || solid == SolidContact::Analytic;
  return apart && moving > 0 && surfaces > 1;
}

/// The scene with all keys held as they are at the start.
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
  return scene;
}

// Without inertia balance is near at once. What parts lie on each other with, friction above all,
// needs motion; that is taken from them whenever they have been fastest.
Result<std::shared_ptr<const World>> compileToSettle(const Scene& scene, const Registry& registry,
                                                     bool& moving) {
  Scene standing = standingStill(scene, registry);
  const ParamSpec& integrator = *findParam(settingsTable(), "integrator");
  standing.settings.set(integrator, "implicit_euler");
  auto world = World::compile(standing, registry);
  moving = world && mayMeet(**world);
  if (!world || moving) return world;
  standing.settings.set(integrator, "quasi_static");
  return World::compile(standing, registry);
}

/// Stops all motion when it has begun to slow down.
class KineticDamping {
 public:
  void look(Simulator& simulator) {
    const double kinetic = simulator.report().energy.kinetic;
    const bool slower = kinetic < m_before;
    m_before = slower ? 0 : kinetic;
    if (!slower) return;
    const World& world = simulator.world();
    State state = simulator.state();
    const auto v = state.reals.begin() +
                   static_cast<std::ptrdiff_t>(world.offsets().y + world.configurationSize());
    std::fill_n(v, world.velocitySize(), 0.0);
    simulator.restore(state);
  }

 private:
  double m_before = 0;  // [J]
};

/// What is on its way to rest is not judged by its energy, which is taken from it again and again.
void judgeNoEnergy(Simulator& simulator) {
  State state = simulator.state();
  const std::size_t highest = simulator.world().offsets().energyBook;
  state.reals[highest] = std::numeric_limits<double>::infinity();
  simulator.restore(state);
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
  bool moving = false;
  const auto world = compileToSettle(scene, registry, moving);
  if (!world) return Unexpected{world.error()};
  Simulator simulator(*world);
  judgeNoEnergy(simulator);
  StopWhen watch([&] { return !mayGoOn(); });
  simulator.watch(&watch);
  const std::size_t first = (*world)->offsets().y, count = (*world)->configurationSize();
  Settled settled;
  settled.configuration.assign(count, 0);
  const auto look = [&] { return simulator.state().reals.data() + first; };
  std::copy_n(look(), count, settled.configuration.begin());
  KineticDamping damping;
  int still = 0;
  for (double time = kFrame; time <= kPatience && still < kStillFrames; time += kFrame) {
    if (!mayGoOn()) return fail(ErrorCode::Stopped, "stopped");
    const StepReport& report = simulator.advanceTo(time);
    if (report.status == RunStatus::Stopped) return fail(ErrorCode::Stopped, "stopped");
    if (report.status != RunStatus::Ok) return fail(ErrorCode::Invalid, report.message);
    if (moving) damping.look(simulator);
    settled.restless.clear();
    still =
        furthest(**world, settled.configuration, look(), settled.restless) < kStill ? still + 1 : 0;
    std::copy_n(look(), count, settled.configuration.begin());
  }
  if (still == kStillFrames) settled.restless.clear();
  return settled;
}

}  // namespace sinew
