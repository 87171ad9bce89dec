#include "app/Advice.h"

#include <fmt/format.h>

#include "core/scene/SceneTables.h"

namespace sinew {

std::string adviceOnDivergence(const World& world) {
  const ParamReader settings(settingsTable(), world.scene().settings);
  const bool adaptive = world.makeIntegrator()->adaptive();
  const std::string first =
      adaptive
          ? fmt::format("a coarser --set settings/tolerance={:g}", 100 * settings.real("tolerance"))
          : fmt::format("a shorter --set settings/step={:g}", settings.real("step") / 4);
  const char* second = adaptive ? "an integrator with steps of one length"
                                : "an integrator that chooses its own steps";
  return fmt::format(
      "try {}, {} (sinew list integrators), or less stiffness and more damping in what is named",
      first, second);
}

std::string remarkOnSteps(const World& world) {
  constexpr double kFarShorter = 0.02;  // of the step asked for
  const auto integrator = world.makeIntegrator();
  if (integrator->adaptive()) return {};
  const bool implicit = integrator->level() == Level::Displacement;
  const World::StepLimit& limit = world.stepLimit();
  const double step = implicit ? world.implicitStepLimit() : limit.step;
  if (step > kFarShorter * world.nominalStep()) return {};
  const std::string& part = world.parts()[limit.part].name;
  return fmt::format(
      "{} is so stiff for its mass that steps of {:g} s are cut to {:.2g} s: expect a slow run; "
      "less stiffness, more mass{} takes longer ones",
      part, world.nominalStep(), step, implicit ? "" : " or settings/integrator=implicit_euler");
}

}  // namespace sinew
