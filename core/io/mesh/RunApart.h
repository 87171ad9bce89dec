#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "core/base/Result.h"

namespace sinew {

/// What something that runs apart may take.
struct ApartLimits {
  unsigned seconds = 30;               ///< of the clock and of the processor
  std::uint64_t memory = 4ULL << 30U;  ///< [bytes] besides what the program has
};

/// Runs what may crash, hang or take all memory in a process of its own, and gives back what it
/// returned. It sees everything as it is now, and what it changes is gone with it. It must start no
/// threads and wait for none.
Result<std::string> runApart(const std::function<std::string()>& work,
                             const ApartLimits& limits = {});

}  // namespace sinew
