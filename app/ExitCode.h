#pragma once
#include "core/base/Result.h"

namespace sinew {

/// What the program tells its caller; other tools rely on these numbers.
enum class ExitCode {
  Done = 0,
  Usage = 2,
  Invalid = 3,  ///< scene or file
  Diverged = 4,
  Io = 5,
  Mismatch = 6,  ///< clip does not match scene or version
  Stopped = 7,   ///< by signal or time limit; the log says how to go on
};

inline ExitCode exitCodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::Usage:
      return ExitCode::Usage;
    case ErrorCode::Invalid:
      return ExitCode::Invalid;
    case ErrorCode::Diverged:
      return ExitCode::Diverged;
    case ErrorCode::Io:
      return ExitCode::Io;
    case ErrorCode::Mismatch:
      return ExitCode::Mismatch;
    case ErrorCode::Stopped:
      return ExitCode::Stopped;
  }
  return ExitCode::Io;
}

}  // namespace sinew
