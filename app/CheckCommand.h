#pragma once
#include "app/CommandLine.h"

namespace sinew {

/// `sinew check SCENE`: validates without simulating.
Verb checkCommand();

}  // namespace sinew
