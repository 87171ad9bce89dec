#pragma once
#include <cstdint>

namespace sinew {

/// What a process that reads somebody's bytes may take at most.
struct ProcessLimits {
  unsigned seconds = 30;     ///< of the processor, and of the clock (SIGALRM)
  std::uint64_t memory = 0;  ///< [bytes] that it writes to, besides what it has at first
};

/// [bytes] of memory that this process could write to of its own.
std::uint64_t ownMemory();

/// Takes from this process, a fresh copy of another, what it needs no more: files but `out`, which
/// becomes the one number that is returned; other processes and programs; the network; and all it
/// might take beyond its limits. It dies silently, by whatever happens to it, and with `parent`.
int giveUpRights(int out, int parent, const ProcessLimits& limits, std::uint64_t memoryNow);

}  // namespace sinew
