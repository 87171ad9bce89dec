#include "core/simulation/Breach.h"

#include <fmt/format.h>

#include "core/scene/SceneTables.h"

namespace sinew {

std::string finerSteps(const World& world) {
  const ParamReader settings(settingsTable(), world.scene().settings);
  const auto integrator = world.makeIntegrator();
  if (integrator->adaptive())
    return fmt::format("try a tolerance below {:g}", settings.real("tolerance"));
  const Accuracy* finer = settings.given("step") ? nullptr : finerThan(world.accuracy());
  const std::string shorter = finer != nullptr
                                  ? fmt::format("the accuracy {} (settings)", finer->name)
                                  : fmt::format("a step shorter than {:g} s", world.nominalStep());
  if (integrator->level() != Level::Acceleration) return "try " + shorter;
  return "try the integrator implicit_euler, or " + shorter;
}

}  // namespace sinew
