#include "core/simulation/ContactRemark.h"

#include <fmt/format.h>

#include "core/scene/SceneTables.h"

namespace sinew {

std::vector<std::string> remarkOnContact(const World& world) {
  std::vector<std::string> remarks;
  const ParamReader settings(settingsTable(), world.scene().settings);
  if (settings.given("contact") && !world.whyNotAnalytic().empty()) {
    remarks.push_back(fmt::format("contact is held by barriers and not analytic, because {}",
                                  world.whyNotAnalytic()));
  }
  const std::string& integrator = settings.text("integrator");
  if (world.contact() == ContactKind::Analytic && integrator != "implicit_euler") {
    remarks.push_back(fmt::format(
        "analytic contact takes steps of its own, of the length asked for; {} is not used",
        integrator));
  }
  return remarks;
}

}  // namespace sinew
