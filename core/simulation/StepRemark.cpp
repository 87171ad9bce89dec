#include "core/simulation/StepRemark.h"

#include <fmt/format.h>

namespace sinew {

std::optional<StepRemark> remarkOnSteps(const World& world) {
  constexpr double kFarShorter = 0.02;  // of the step asked for
  const auto integrator = world.makeIntegrator();
  if (integrator->adaptive()) return {};
  const bool implicit = integrator->level() != Level::Acceleration;
  const World::StepLimit& limit = world.stepLimit();
  const double step = implicit ? world.implicitStepLimit() : limit.step;
  if (step > kFarShorter * world.nominalStep()) return {};
  const std::string& part = world.parts()[limit.part].name;
  return StepRemark{
      fmt::format("{} is so stiff for its mass that steps of {:g} s are cut to {:.2g} s: expect a "
                  "slow run; less stiffness, more mass{} takes longer ones",
                  part, world.nominalStep(), step, implicit ? "" : " or an implicit integrator"),
      part};
}

}  // namespace sinew
