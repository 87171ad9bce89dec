#include "core/simulation/OverlapRemark.h"

#include <fmt/format.h>

#include <utility>

#include "core/simulation/SceneDynamics.h"

namespace sinew {

std::vector<std::string> remarkOnOverlaps(std::shared_ptr<const World> world) {
  constexpr std::size_t kMost = 5;
  std::vector<std::string> remarks;
  const std::vector<char> loose(world->constraints().size(), 1);  // nothing is stepped
  const SceneDynamics dynamics(world, 1, loose);
  const auto overlaps = dynamics.overlaps();
  for (const auto& [a, b, way] : overlaps) {
    if (remarks.size() == kMost) {
      remarks.push_back(fmt::format("and so do {} more pairs of parts", overlaps.size() - kMost));
      break;
    }
    const auto& parts = world->parts();
    if (a == b) {
      remarks.push_back(fmt::format(
          "{} overlaps itself at the start: it passes through itself all the time", parts[a].name));
      continue;
    }
    const bool sticky = world->pairRules().response(a, b) == TouchResponse::Sticky;
    const bool pass = sticky && world->solidContact() == SolidContact::None;
    const char* what = pass     ? "they pass through each other"
                       : sticky ? "they are moved apart first, and rub instead of sticking"
                                : "they are moved apart first";
    remarks.push_back(fmt::format(
        "{} and {} overlap at the start: {}; move them apart, or let them pass on purpose "
        "(passes_through)",
        parts[a].name, parts[b].name, what));
  }
  return remarks;
}

}  // namespace sinew
