// Which table belongs to which section and kind.
#include <algorithm>

#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

template <class Kind>
const ParamTable* tableOf(const Kind* kind) {
  return kind == nullptr ? nullptr : &kind->table;
}

template <class Kind>
std::vector<std::string_view> namesOf(const std::vector<Kind>& kinds) {
  std::vector<std::string_view> names;
  for (const Kind& kind : kinds) names.push_back(kind.name);
  return names;
}

}  // namespace

bool hasKinds(Section section) {
  return section == Section::Parts || section == Section::Constraints || section == Section::Forces;
}

const ParamTable* entityTable(const Registry& registry, Section section, std::string_view kind) {
  switch (section) {
    case Section::Materials:
      return &materialTable();
    case Section::Parts:
      return tableOf(registry.part(kind));
    case Section::Groups:
      return &groupTable();
    case Section::Constraints:
      return tableOf(registry.constraint(kind));
    case Section::Forces:
      return tableOf(registry.force(kind));
    case Section::ContactRules:
      return &contactRuleTable();
    case Section::Markers:
      return &markerTable();
    case Section::Cameras:
      return &cameraTable();
    case Section::Lights:
      return &lightTable();
  }
  return nullptr;
}

std::vector<std::string_view> kindNames(const Registry& registry, Section section) {
  switch (section) {
    case Section::Parts:
      return namesOf(registry.parts());
    case Section::Constraints:
      return namesOf(registry.constraints());
    case Section::Forces:
      return namesOf(registry.forces());
    default:
      return {};
  }
}

bool isLegalName(std::string_view name) {
  constexpr std::size_t kMaxName = 200;
  if (name.empty() || name.size() > kMaxName) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return std::string_view("/:[]").find(c) == std::string_view::npos &&
           static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
  });
}

}  // namespace sinew
