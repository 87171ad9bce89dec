#include "app/CheckCommand.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/Assets.h"
#include "app/FilmTextures.h"
#include "app/Log.h"
#include "app/Wording.h"
#include "core/base/PlainText.h"
#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/JsonText.h"
#include "core/scene/SceneTrial.h"
#include "core/simulation/ConstraintDoctor.h"
#include "core/simulation/OverlapRemark.h"
#include "core/simulation/StepRemark.h"
#include "render/SceneLook.h"

namespace sinew {
namespace {

struct CheckOptions {
  std::string scene;
  bool json = false;
};

/// What checking found: faults make a scene invalid, remarks do not.
struct Verdict {
  std::vector<Fault> faults;
  std::string compileError;            ///< why the scene could not be built, a line per reason
  std::vector<std::string> redundant;  ///< constraints that others already hold
  std::vector<std::string> conflicting;
  std::vector<std::string> remarks;  ///< the same in sentences
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
  out["remarks"] = verdict.remarks;
  fmt::print("{}", printJson(out));
}

void addNames(const std::vector<std::string>& names, std::vector<std::string>& out) {
  const std::set<std::string> known(out.begin(), out.end());
  for (const std::string& name : names) {
    if (!known.contains(name)) out.push_back(name);
  }
}

void remarkOnConstraints(std::shared_ptr<const World> world, Verdict& verdict) {
  for (const Finding& finding : diagnose(std::move(world))) {
    const bool redundant = finding.kind == Finding::Kind::Redundant;
    addNames(finding.constraints, redundant ? verdict.redundant : verdict.conflicting);
    verdict.remarks.push_back(finding.sentence);
  }
}

void remarkOnTextures(const Scene& scene, const Registry& registry,
                      const std::filesystem::path& folder, Verdict& verdict) {
  auto look = lookAt(scene, registry, 0);
  if (!look) return;
  for (std::string& missing : FilmTextures(folder).dress(*look))
    verdict.remarks.push_back(std::move(missing));
}

ExitCode check(const CheckOptions& options, const Registry& registry) {
  Verdict verdict;
  auto exit = ExitCode::Done;
  const auto path = findScene(options.scene);
  if (!path) return report(path.error());
  const auto scene = loadSceneAndMeshes(*path, registry, assetFolder());
  if (!scene) {
    verdict.faults = scene.error().faults;
    exit = report(scene.error());
    if (exit != ExitCode::Invalid) return exit;
  } else if (const auto world = World::compile(*scene, registry); !world) {
    verdict.faults = tryMaking(*scene, registry, {});
    if (verdict.faults.empty()) verdict.compileError = world.error().message;
    exit = verdict.faults.empty()
               ? report(world.error())
               : report(SceneFileError{ErrorCode::Invalid,
                                       shownPath(*path) + " cannot be simulated:", verdict.faults});
  } else {
    remarkOnConstraints(*world, verdict);
    if (auto steps = remarkOnSteps(**world)) verdict.remarks.push_back(std::move(steps->message));
    for (std::string& remark : remarkOnOverlaps(*world)) {
      verdict.remarks.push_back(std::move(remark));
    }
    remarkOnTextures(*scene, registry, path->parent_path(), verdict);
    for (const std::string& remark : verdict.remarks) spdlog::warn("{}", remark);
    spdlog::info("{} is valid: {}, {}, {}", shownPath(options.scene),
                 counted(scene->parts().size(), "part"),
                 counted(scene->constraints().size(), "constraint"),
                 counted(scene->forces().size(), "force"));
  }
  if (options.json) printVerdict(verdict);
  return exit;
}

}  // namespace

Verb checkCommand() {
  return {"check", "Report everything that is wrong with a scene",
          [](CLI::App& app, const Registry& registry) -> Run {
            auto options = std::make_shared<CheckOptions>();
            app.add_option("scene", options->scene, "Scene file or name of a demo")->required();
            app.add_flag("--json", options->json, "Print the verdict as JSON");
            return [options, &registry] { return check(*options, registry); };
          }};
}

}  // namespace sinew
