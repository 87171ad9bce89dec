#pragma once
#include "app/ExitCode.h"
#include "core/base/Result.h"
#include "core/scene/SceneFile.h"

namespace sinew {

/// Sends the log to stderr, so that stdout stays readable by machines.
void startLog();

/// Logs a failure and says how the program should end.
ExitCode report(const Error& error);
ExitCode report(const SceneFileError& error);

}  // namespace sinew
