#pragma once
#include <filesystem>
#include <string>

#include "core/base/Result.h"

namespace sinew {

/// How a file comes to be.
enum class Written {
  Anew,     ///< beside its name first, then renamed
  InPlace,  ///< through its name, which may be that of a pipe
};

/// Whether a file can be written there, found out without touching it, so that nobody waits for a
/// run whose result cannot be kept. `option` names the argument; an empty path was not given.
Result<void> checkOutput(const std::string& option, const std::filesystem::path& path,
                         Written written = Written::Anew);

}  // namespace sinew
