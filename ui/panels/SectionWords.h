#pragma once
#include <QString>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew::ui {

/// "Parts", "Cameras", ...
QString sectionLabel(Section section);
/// Icon of a section (assets/icons).
QString sectionIcon(Section section);
/// What an entity is, as people read it: its kind's label, or the section's in the singular.
QString kindLabel(const Registry& registry, Section section, const Entity& entity);

}  // namespace sinew::ui
