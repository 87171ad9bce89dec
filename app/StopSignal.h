#pragma once

namespace sinew {

/// From now on SIGINT and SIGTERM ask the program to stop; the second one ends it at once.
void listenForStop();

/// The signal that asked, or 0.
int stopRequested();

}  // namespace sinew
