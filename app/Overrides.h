#pragma once
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// Applies --set arguments, "OBJECT/KEY=VALUE" such as "parts/body/mass=2" or
/// "settings/step=0.01". A value is JSON; what is no JSON is taken as a text.
Result<void> applyOverrides(Scene& scene, const std::vector<std::string>& overrides,
                            const Registry& registry);

}  // namespace sinew
