#include "app/CommandLine.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "app/Assets.h"
#include "app/CheckCommand.h"
#include "app/InfoCommand.h"
#include "app/ListCommand.h"
#include "app/Log.h"
#include "app/RenderCommand.h"
#include "app/SimulateCommand.h"
#include "app/StudioCommand.h"
#include "app/VerifyCommand.h"
#include "core/base/PlainText.h"
#include "core/scene/Fault.h"

namespace sinew {
namespace {

constexpr const char* kFooter =
    R"(Without a verb the window opens: sinew, sinew SCENE, sinew CLIP, sinew DEMO.

Examples:
  sinew dragonfly                  a demo in the window
  sinew simulate dragonfly --report run.json
  sinew render dragonfly -o dragonfly.mp4
  sinew list parts                 the part kinds with every parameter
  sinew check scene.json           everything that is wrong with a scene
  sinew info dragonfly             what is in a scene; demos go by their name

Exit codes: 0 done, 2 usage, 3 scene or file invalid, 4 diverged, 5 input or output,
6 clip does not match, 7 stopped: the log says how to go on.)";

/// The verbs, in the order of the help text. A verb is listed once it works.
std::vector<Verb> allVerbs() {
  return {simulateCommand(), renderCommand(), verifyCommand(),
          checkCommand(),    infoCommand(),   listCommand()};
}

int exitNumber(ExitCode code) {
  return static_cast<int>(code);
}

/// A first argument that is neither a verb nor an option nor anything to open.
std::optional<Error> unknownName(int argc, const char* const* argv,
                                 const std::vector<std::string>& verbs) {
  if (argc < 2) return std::nullopt;
  const std::string name = argv[1];
  std::error_code error;
  const bool verb = std::find(verbs.begin(), verbs.end(), name) != verbs.end();
  if (verb || name.starts_with("-") || std::filesystem::exists(scenePath(name), error))
    return std::nullopt;
  return Error{ErrorCode::Usage,
               "there is no verb, scene or demo " + quotedText(name) + suggestScene(name, verbs) +
                   " (sinew --help lists the verbs)",
               {}};
}

}  // namespace

int runCommandLine(int argc, char** argv) {
  Registry registry;
  registerBuiltins(registry);
  CLI::App app("Sinew animates deformable parts that pull themselves together.", "sinew");
  app.set_version_flag("--version", std::string("sinew ") + SINEW_VERSION);
  app.footer(kFooter);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);

  const std::vector<Verb> verbs = allVerbs();
  std::vector<std::string> names;
  for (const Verb& verb : verbs) names.push_back(verb.name);
  if (const auto file = studioArgument(argc, argv, names))
    return exitNumber(runStudioCommand(argc, argv, *file, registry));
  if (const auto unknown = unknownName(argc, argv, names)) return exitNumber(report(*unknown));
  std::vector<std::pair<CLI::App*, Run>> runs;
  for (const Verb& verb : verbs) {
    CLI::App* const sub = app.add_subcommand(verb.name, verb.summary);
    runs.emplace_back(sub, verb.build(*sub, registry));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are no errors; everything else is a mistake in the arguments.
    std::ostringstream said;
    const bool well = app.exit(error, std::cout, said) == 0;
    std::cerr << plainText(said.str());
    return well ? 0 : exitNumber(ExitCode::Usage);
  }
  for (const auto& [sub, run] : runs)
    if (sub->parsed()) return exitNumber(run());
  return exitNumber(ExitCode::Usage);
}

}  // namespace sinew
