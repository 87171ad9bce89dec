#pragma once
#include <string>

namespace sinew {

/// Whether this processor has the instructions Sinew was built for (SINEW_ARCH_FLAGS). If not,
/// message says what is missing and what to do; the program should print it and exit with
/// status 2 rather than die of an illegal instruction later. Call it first thing in main.
bool processorSupported(std::string& message);

}  // namespace sinew
