#pragma once
#include <filesystem>
#include <memory>

#include "core/live/WallClock.h"
#include "core/registry/Registry.h"

namespace sinew::ui {

/// What the program was started with.
struct StudioOptions {
  std::filesystem::path open;         ///< scene or clip; empty: the gallery
  std::filesystem::path assetFolder;  ///< demos, and what scenes may refer to
  std::shared_ptr<WallClock> clock =
      nullptr;  ///< that the run keeps pace with; null: the machine's
};

/// Runs the window until it is closed; gives the program's exit code.
int runStudio(int& argc, char** argv, const Registry& registry, const StudioOptions& options);

}  // namespace sinew::ui
