#pragma once
#include <functional>
#include <string>

#include "core/base/Result.h"
#include "core/io/mesh/FewerRights.h"

namespace sinew {

/// Runs what may crash, hang or take all memory in a process of its own, and gives back what it
/// returned. It sees everything as it is now, but no files, no network and no other programs; what
/// it changes is gone with it, and it ends when this program does. It must start no threads and
/// wait for none.
Result<std::string> runApart(const std::function<std::string()>& work, const ProcessLimits& limits);

}  // namespace sinew
