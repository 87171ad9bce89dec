#pragma once
#include "app/CommandLine.h"

namespace sinew {

/// `sinew info FILE`: what is in a scene.
Verb infoCommand();

}  // namespace sinew
