#pragma once

namespace sinew {

/// From now on SIGINT and SIGTERM end the program at once, with a sentence and the exit code for
/// it. For everything that leaves nothing
/// half done behind.
void endOnStop();

/// From now on SIGINT and SIGTERM ask the program to stop; a second request ends it at once.
void listenForStop();

/// The signal that asked, or 0.
int stopRequested();

}  // namespace sinew
