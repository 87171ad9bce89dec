#pragma once
#include "core/registry/Registry.h"

namespace sinew::test {

/// Everything that ships with Sinew, and two kinds that nothing of it has heard of: a block that
/// floats, and a constraint that keeps two points level.
const Registry& registryWithOwnKinds();

}  // namespace sinew::test
