#include "core/integrators/TouchRemark.h"

namespace sinew {

std::string touchRemark(const ParamReader& settings) {
  if (settings.text("contact") != "analytic") return "";
  return "What touches, and what is tied to that, moves as under Implicit Euler.";
}

}  // namespace sinew
