#include "app/Advice.h"

#include <fmt/format.h>

#include "core/scene/SceneTables.h"

namespace sinew {

std::string adviceOn(const StepReport& diverged, const World& world) {
  if (!diverged.remedy.empty()) return diverged.remedy;
  const ParamReader settings(settingsTable(), world.scene().settings);
  const auto integrator = world.makeIntegrator();
  if (integrator->level() == Level::Equilibrium)
    return "try weaker forces on what is named, or something that holds it: where nothing balances "
           "there is nowhere to go";
  const bool adaptive = integrator->adaptive();
  const Accuracy* finer = settings.given("step") ? nullptr : finerThan(world.accuracy());
  const std::string first =
      adaptive
          ? fmt::format("a coarser --set settings/tolerance={:g}", 100 * settings.real("tolerance"))
      : finer != nullptr
          ? fmt::format("--set settings/accuracy={}", finer->name)
          : fmt::format("a shorter --set settings/step={:g}", settings.real("step") / 4);
  const char* second = adaptive ? "an integrator with steps of one length"
                                : "an integrator that chooses its own steps";
  return fmt::format(
      "try {}, {} (sinew list integrators), or less stiffness and more damping in what is named",
      first, second);
}

}  // namespace sinew
