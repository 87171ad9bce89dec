#pragma once
#include <span>

#include "core/registry/Registry.h"
#include "core/scene/JsonText.h"

namespace sinew {

/// Turns a document of one version into one of the next.
using Upgrader = void (*)(Json& document, const Registry& registry);

/// Brings a document up to date in place: upgraders[k] leads from version k + 1 to k + 2. False,
/// with a fault, when the version is missing, illegal or newer than the last upgrader reaches.
bool upgradeDocument(Json& document, std::span<const Upgrader> upgraders, const Registry& registry,
                     FaultLog& faults);

/// The upgraders of the scene format, Scene::kVersion − 1 of them.
std::span<const Upgrader> sceneUpgraders();

}  // namespace sinew
