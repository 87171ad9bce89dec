#pragma once
#include <cstdint>

#include "core/base/Hash.h"
#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

void hashValue(Hasher& hasher, const Value& value);

/// Hash of everything in a scene that the simulation can feel: settings, parts, constraints,
/// forces and rules of contact, without their parameters of Effect::Look. Recolouring never changes
/// it, unless a rule is about a material.
std::uint64_t simulationHash(const Scene& scene, const Registry& registry);

}  // namespace sinew
