#pragma once
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// What one --set changed.
struct Override {
  std::string text;         ///< as given
  std::string object, key;  ///< "parts/body", "mass"
  Effect effect = Effect::Rebuild;
};

/// Applies --set arguments, "OBJECT/KEY=VALUE" such as "parts/body/mass=2" or
/// "settings/step=0.01". A value is JSON; what is no JSON is taken as a text.
Result<std::vector<Override>> applyOverrides(Scene& scene,
                                             const std::vector<std::string>& overrides,
                                             const Registry& registry);

/// Fails for the first that changes nothing in a take that goes on from a recorded frame.
Result<void> refuseStartValues(const std::vector<Override>& overrides);

/// Fails for the first that changes nothing in pictures of recorded frames.
Result<void> refuseAllButLooks(const std::vector<Override>& overrides);

}  // namespace sinew
