#pragma once
#include <string>
#include <vector>

#include "core/registry/Registry.h"
#include "core/scene/JsonText.h"

namespace sinew {

/// The lists that the registry can give: parts, constraints, forces, integrators, materials,
/// settings.
std::vector<std::string> referenceTopics();

/// One topic in full: kinds with doc and parameters (key, type, unit, range, default, effect, ...).
OrderedJson describeTopic(const Registry& registry, const std::string& topic);

/// One topic as a page of Markdown; docs/reference/TOPIC.md holds exactly this.
std::string topicPage(const Registry& registry, const std::string& topic);

}  // namespace sinew
