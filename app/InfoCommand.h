#pragma once
#include "app/CommandLine.h"

namespace sinew {

/// `sinew info FILE`: what is in a scene.
Command infoCommand();

}  // namespace sinew
