#pragma once
#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

#include "tests/support/VictimWord.h"

namespace sinew::test {

struct KillOrder {
  std::string work;  ///< "scene", "autosave" or "recording"
  std::filesystem::path path;
  std::string sort;  ///< of moment
  std::uint64_t number = 0;
};

/// Starts sinew_victim, kills it (SIGKILL) when it has come to that moment, and says what it had
/// said until then: the newest work that was done, and where it stopped.
struct Killed {
  VictimWord done, stopped;
};
std::optional<Killed> killAt(const KillOrder& order);

}  // namespace sinew::test
