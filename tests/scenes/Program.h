#pragma once
#include <functional>
#include <string>
#include <vector>

namespace sinew {

/// What a run of the program left behind.
struct ProgramRun {
  int exitCode = -1;  ///< −1 when it was ended by a signal
  std::string out;
  std::string log;
};

/// Runs `sinew` with the arguments, without a shell and without a display. `meanwhile` is called
/// with its process id once it has started.
ProgramRun runProgram(const std::vector<std::string>& arguments,
                      const std::function<void(int)>& meanwhile = {});

}  // namespace sinew
