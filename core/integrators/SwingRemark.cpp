#include "core/integrators/SwingRemark.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace sinew {
namespace {

/// [s] Steps are equal and end on frames.
double stepTaken(const ParamReader& settings) {
  constexpr double kRounding = 1e-9;
  const double frame = 1 / static_cast<double>(settings.integer("fps"));
  return frame / std::ceil(frame / settings.real("step") - kRounding);
}

}  // namespace

std::string swingRemark(const ParamReader& settings, double (*factor)(double phase)) {
  constexpr double kPeriod = 1;  // [s]
  const double step = stepTaken(settings);
  const double phase = 2 * std::numbers::pi * step / kPeriod;
  const double lost = 1 - std::pow(factor(phase), kPeriod / step);
  return fmt::format(
      "In steps of {:.3g} ms, what bends or stretches, as ropes do, loses {:.2g} % of its "
      "amplitude "
      "in each period of a swing of {:g} s. Quicker swings lose more, shorter steps lose less.",
      1e3 * step, 1e2 * lost, kPeriod);
}

}  // namespace sinew
