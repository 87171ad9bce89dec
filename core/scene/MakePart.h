#pragma once
#include <memory>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// The part that an entity says, by itself; null when it cannot be made.
std::unique_ptr<Part> makePart(const Registry& registry, const Entity& entity);

}  // namespace sinew
