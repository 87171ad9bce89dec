#pragma once
#include <CLI/App.hpp>
#include <functional>
#include <string>

#include "app/ExitCode.h"
#include "core/registry/Registry.h"

namespace sinew {

/// What runs when a verb was chosen; its options have been read by then.
using Run = std::function<ExitCode()>;

/// One verb of the command line.
struct Verb {
  std::string name;
  std::string summary;
  /// Adds the verb's options to `app` and returns what runs. The registry outlives it.
  std::function<Run(CLI::App& app, const Registry& registry)> build;
};

/// Reads the arguments, runs the chosen verb or opens the window. Results go to stdout, the log to
/// stderr.
int runCommandLine(int argc, char** argv);

}  // namespace sinew
