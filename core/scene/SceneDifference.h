#pragma once
#include <cstdint>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// Whether two scenes compile to the same world: they differ at most in what is read anew for
/// every picture (cameras, lights, materials, environment, a part's colour) or left out.
bool sameWorld(const Scene& a, const Scene& b, const Registry& registry);

/// Whether entities that are in both scenes start otherwise (Effect::Start).
bool startDiffers(const Scene& a, const Scene& b, const Registry& registry);

/// simulationHash without what is said about the start: it changes when a simulation that is on its
/// way would go on otherwise.
std::uint64_t courseHash(const Scene& scene, const Registry& registry);

}  // namespace sinew
