#include "ui/document/Members.h"

#include <set>

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"

namespace sinew::ui {

std::vector<std::string> partsOf(const Scene& scene, const std::vector<ObjectId>& things) {
  std::vector<std::string> names;
  std::set<std::string> known;
  const auto add = [&](const std::string& name) {
    if (known.insert(name).second) names.push_back(name);
  };
  for (const ObjectId& id : things) {
    if (id.section == Section::Parts) add(id.name);
    const Entity* group = id.section == Section::Groups ? scene.find(id.section, id.name) : nullptr;
    if (group == nullptr) continue;
    for (const Value& member : ParamReader(groupTable(), group->values).list("members"))
      add(std::get<std::string>(member.content));
  }
  return names;
}

Vec3 centreFor(const Scene& scene, const std::vector<ObjectId>& selected) {
  const bool one = selected.size() == 1 && selected.front().section == Section::Groups;
  const Entity* group = one ? scene.find(Section::Groups, selected.front().name) : nullptr;
  if (group == nullptr) return Vec3::Zero();
  const ParamReader values(groupTable(), group->values);
  return values.given("pivot") ? values.vec3("pivot") : Vec3::Zero();
}

}  // namespace sinew::ui
