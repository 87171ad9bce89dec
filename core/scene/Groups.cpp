#include "core/scene/Groups.h"

#include <algorithm>

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

ValueList membersOf(const Entity& group) {
  return ParamReader(groupTable(), group.values).list("members");
}

bool has(const Entity& group, const std::string& part) {
  return std::ranges::any_of(membersOf(group), [&](const Value& member) {
    return std::get<std::string>(member.content) == part;
  });
}

bool isHidden(const Entity& group, double time) {
  return ParamReader(groupTable(), group.values).curve("visible").at(time).value[0] < 0.5;
}

}  // namespace

bool isLocked(const Entity& entity) {
  const Value* value = entity.values.find("locked");
  const bool* locked = value == nullptr ? nullptr : std::get_if<bool>(&value->content);
  return locked != nullptr && *locked;
}

const Entity* lockedGroupOf(const Scene& scene, const std::string& part) {
  for (const Entity& group : scene[Section::Groups])
    if (isLocked(group) && has(group, part)) return &group;
  return nullptr;
}

const Entity* hiddenGroupOf(const Scene& scene, const std::string& part, double time) {
  for (const Entity& group : scene[Section::Groups])
    if (isHidden(group, time) && has(group, part)) return &group;
  return nullptr;
}

std::set<std::string> hiddenWithGroups(const Scene& scene, double time) {
  std::set<std::string> parts;
  for (const Entity& group : scene[Section::Groups]) {
    if (!isHidden(group, time)) continue;
    for (const Value& member : membersOf(group))
      parts.insert(std::get<std::string>(member.content));
  }
  return parts;
}

}  // namespace sinew
