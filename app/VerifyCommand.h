#pragma once
#include "app/CommandLine.h"

namespace sinew {

/// `sinew verify CLIP`: simulates a clip again and compares every frame.
Verb verifyCommand();

}  // namespace sinew
