#include "core/scene/ContactRules.h"

#include <set>

#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

const std::string* materialOf(const Entity& part) {
  const Value* value = part.values.find("material");
  return value == nullptr ? nullptr : std::get_if<std::string>(&value->content);
}

ContactRule::Side sideOf(const Scene& scene, const ValueList& named, const std::string& material) {
  if (named.empty() && material.empty()) return {.all = true, .parts = {}};
  std::set<std::string> parts;
  for (const Value& name : named) parts.insert(std::get<std::string>(name.content));
  for (const Entity& part : scene.parts()) {
    const std::string* own = materialOf(part);
    if (!material.empty() && own != nullptr && *own == material) parts.insert(part.name);
  }
  return {.all = false, .parts = {parts.begin(), parts.end()}};
}

}  // namespace

std::vector<ContactRule> contactRules(const Scene& scene) {
  std::vector<ContactRule> rules;
  for (const Entity& entity : scene[Section::ContactRules]) {
    const ParamReader values(contactRuleTable(), entity.values);
    const auto share = [&](const char* key) { return values.given(key) ? values.real(key) : -1; };
    ContactRule rule;
    rule.sides = {sideOf(scene, values.list("parts"), values.text("material")),
                  sideOf(scene, values.list("others"), values.text("other_material"))};
    rule.response = values.text("response");
    rule.friction = share("friction");
    rule.restitution = share("restitution");
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace sinew
