#include "core/scene/Scene.h"

#include <algorithm>

namespace sinew {

const char* sectionKey(Section section) {
  switch (section) {
    case Section::Materials:
      return "materials";
    case Section::Parts:
      return "parts";
    case Section::Groups:
      return "groups";
    case Section::Constraints:
      return "constraints";
    case Section::Forces:
      return "forces";
    case Section::ContactRules:
      return "contact_rules";
    case Section::Markers:
      return "markers";
    case Section::Cameras:
      return "cameras";
    case Section::Lights:
      return "lights";
  }
  return "?";
}

const Entity* Scene::find(Section section, std::string_view name) const {
  const std::vector<Entity>& entities = (*this)[section];
  const auto it = std::find_if(entities.begin(), entities.end(),
                               [name](const Entity& entity) { return entity.name == name; });
  return it == entities.end() ? nullptr : &*it;
}

}  // namespace sinew
