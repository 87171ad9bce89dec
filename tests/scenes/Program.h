#pragma once
#include <string>
#include <vector>

namespace sinew {

/// What a run of the program left behind.
struct ProgramRun {
  int exitCode = -1;  ///< −1 when it was ended by a signal
  std::string out;
  std::string log;
};

/// Runs `sinew` with the arguments, without a shell and without a display.
ProgramRun runProgram(const std::vector<std::string>& arguments);

}  // namespace sinew
