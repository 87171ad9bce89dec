#pragma once
#include "app/CommandLine.h"

namespace sinew {

/// `sinew simulate SCENE`: runs a scene without drawing it.
Verb simulateCommand();

}  // namespace sinew
