#pragma once
#include "app/CommandLine.h"

namespace sinew {

/// `sinew list WHAT`: the registry, with every parameter.
Verb listCommand();

}  // namespace sinew
