#include "app/CheckCommand.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>

#include "app/Assets.h"
#include "app/Log.h"
#include "core/scene/JsonText.h"

namespace sinew {
namespace {

struct Options {
  std::string scene;
  bool json = false;
};

void printVerdict(const SceneFileError* error) {
  OrderedJson faults = OrderedJson::array();
  if (error != nullptr) {
    for (const Fault& fault : error->faults)
      faults.push_back(
          {{"pointer", fault.pointer}, {"found", fault.found}, {"legal", fault.legal}});
  }
  const OrderedJson out = {{"valid", error == nullptr}, {"faults", faults}};
  fmt::print("{}", printJson(out));
}

ExitCode check(const Options& options, const Registry& registry) {
  const auto scene = loadScene(scenePath(options.scene), registry, assetFolder());
  const SceneFileError* error = scene ? nullptr : &scene.error();
  if (options.json) printVerdict(error);
  if (error != nullptr) return report(*error);
  spdlog::info("{} is valid: {} parts, {} constraints, {} forces", options.scene,
               scene->parts().size(), scene->constraints().size(), scene->forces().size());
  return ExitCode::Done;
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
