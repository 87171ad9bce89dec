#include "render/DriverFaults.h"

#include <cstdlib>

namespace sinew {

// Mesa's software renderer (seen in 22.3) frees a fence (lp_fence) while the thread that has just
// signalled it has yet to unlock it, and that writes into what has the memory next: the window
// crashed with work in it. Without threads of its own it draws in the thread that asks. Drivers of
// graphics cards do not read this; who has set it knows why.
void avoidDriverFaults() {
  constexpr int kKeep = 0;
  setenv("LP_NUM_THREADS", "0", kKeep);
}

}  // namespace sinew
