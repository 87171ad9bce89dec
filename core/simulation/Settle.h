#pragma once
#include <functional>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// Where a scene comes to rest when nothing keyed changes: everything keyed stays as it is at the
/// start. Parts give way without inertia until forces balance (`quasi_static`) or, where they could
/// come to lie on each other, move and are stopped whenever they have been fastest.
struct Settled {
  Reals configuration;   ///< q of all parts, one after the other
  std::string restless;  ///< the part that still moved most when patience ended; "" at rest
};

/// Is asked again and again.
using MayGoOn = std::function<bool()>;

/// Fails with what stands in the way, and with Stopped when it may not go on.
Result<Settled> settle(const Scene& scene, const Registry& registry, const MayGoOn& mayGoOn);

}  // namespace sinew
