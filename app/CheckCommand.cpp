#include "app/CheckCommand.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <utility>

#include "app/Assets.h"
#include "app/Log.h"
#include "core/scene/JsonText.h"
#include "core/simulation/Simulator.h"

namespace sinew {
namespace {

struct Options {
  std::string scene;
  bool json = false;
};

/// What checking found: faults make a scene invalid, remarks do not.
struct Verdict {
  std::vector<Fault> faults;
  std::string compileError;            ///< why the scene could not be built, a line per reason
  std::vector<std::string> redundant;  ///< constraints that others already hold
  std::vector<std::string> conflicting;
};

void printVerdict(const Verdict& verdict) {
  OrderedJson faults = OrderedJson::array();
  for (const Fault& fault : verdict.faults)
    faults.push_back({{"pointer", fault.pointer}, {"found", fault.found}, {"legal", fault.legal}});
  OrderedJson out = {{"valid", verdict.faults.empty() && verdict.compileError.empty()},
                     {"faults", std::move(faults)}};
  if (!verdict.compileError.empty()) out["error"] = verdict.compileError;
  out["redundant"] = verdict.redundant;
  out["conflicting"] = verdict.conflicting;
  fmt::print("{}", printJson(out));
}

/// Asks the constraints' equations at the start of the scene, in a step too short to move a thing.
void findRedundancy(const std::shared_ptr<const World>& world, Verdict& verdict) {
  constexpr double kInstant = 1e-9;  // s
  Simulator simulator(world);
  const StepReport& report = simulator.step(kInstant);
  for (std::size_t i = 0; i < report.constraints.size(); ++i) {
    const std::string& name = world->constraints()[i].name;
    if (report.constraints[i].redundant) verdict.redundant.push_back(name);
    if (report.constraints[i].conflicting) verdict.conflicting.push_back(name);
  }
}

ExitCode check(const Options& options, const Registry& registry) {
  Verdict verdict;
  auto exit = ExitCode::Done;
  const auto scene = loadScene(scenePath(options.scene), registry, assetFolder());
  if (!scene) {
    verdict.faults = scene.error().faults;
    exit = report(scene.error());
    if (exit != ExitCode::Invalid) return exit;
  } else if (const auto world = World::compile(*scene, registry); !world) {
    verdict.compileError = world.error().message;
    exit = report(world.error());
  } else {
    findRedundancy(*world, verdict);
    for (const std::string& name : verdict.redundant)
      spdlog::warn("constraint {} is redundant: others already hold what it asks for", name);
    for (const std::string& name : verdict.conflicting)
      spdlog::warn("constraint {} conflicts: it cannot be met together with others", name);
    spdlog::info("{} is valid: {} parts, {} constraints, {} forces", options.scene,
                 scene->parts().size(), scene->constraints().size(), scene->forces().size());
  }
  if (options.json) printVerdict(verdict);
  return exit;
}

}  // namespace

Verb checkCommand() {
  return {"check", "Report everything that is wrong with a scene",
          [](CLI::App& app, const Registry& registry) -> Run {
            auto options = std::make_shared<Options>();
            app.add_option("scene", options->scene, "Scene file or name of a demo")->required();
            app.add_flag("--json", options->json, "Print the verdict as JSON");
            return [options, &registry] { return check(*options, registry); };
          }};
}

}  // namespace sinew
