#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/registry/Registry.h"
#include "core/scene/Fault.h"
#include "core/scene/JsonText.h"
#include "core/scene/Scene.h"

namespace sinew {

/// The scene that a text describes (docs/scene-format.md), or everything that is wrong with it.
Result<Scene, std::vector<Fault>> readScene(std::string_view text, const Registry& registry);

/// Canonical text of a valid scene: equal scenes give equal bytes. Defaults are left out.
std::string writeScene(const Scene& scene, const Registry& registry);

/// Everything in a scene that names what is not there: parts, materials, integrators.
std::vector<Fault> checkReferences(const Scene& scene, const Registry& registry);

/// Whether entities of the section say their kind.
bool hasKinds(Section section);

/// The table of a section's entities; null when the section has kinds and `kind` is none of them.
const ParamTable* entityTable(const Registry& registry, Section section, std::string_view kind);

/// Names of the kinds that a section may hold; empty for sections without kinds.
std::vector<std::string_view> kindNames(const Registry& registry, Section section);

/// Name of an entity: not empty, at most 200 bytes, no / : [ ], no control characters.
bool isLegalName(std::string_view name);

}  // namespace sinew
