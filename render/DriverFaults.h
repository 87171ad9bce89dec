#pragma once

namespace sinew {

/// Sets what keeps known faults of drivers away, for this process. Call it before there are
/// threads, and before anything is drawn.
void avoidDriverFaults();

}  // namespace sinew
