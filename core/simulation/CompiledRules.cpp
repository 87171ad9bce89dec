#include "core/simulation/CompiledRules.h"

#include "core/params/ParamValues.h"
#include "core/scene/ContactRules.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

// Where nothing has inertia nothing is thrown, and springs need not stick.
TouchResponse soft(std::string_view name, const World& world) {
  const bool inert = world.makeIntegrator()->level() == Level::Equilibrium;
  return name == "sticky" && !inert ? TouchResponse::Sticky : TouchResponse::Springs;
}

TouchResponse usualResponse(const World& world) {
  const ParamReader settings(settingsTable(), world.scene().settings);
  const std::string& contact = settings.text("contact");
  const bool solid = contact == "analytic" || contact == "barrier";
  return solid ? TouchResponse::Solid : soft(contact, world);
}

std::optional<TouchResponse> responseOf(const ContactRule& rule, const World& world) {
  if (rule.response == "scene") return std::nullopt;
  if (rule.response == "none") return TouchResponse::None;
  return rule.response == "solid" ? TouchResponse::Solid : soft(rule.response, world);
}

// Empty where all parts are on it.
std::vector<char> marked(const ContactRule::Side& side, const World& world) {
  if (side.all) return {};
  std::vector<char> on(world.parts().size(), 0);
  for (const std::string& name : side.parts)
    if (const auto part = world.findPart(name)) on[*part] = 1;
  return on;
}

}  // namespace

PairRules compiledRules(const World& world) {
  PairRules rules(usualResponse(world));
  for (const ContactRule& rule : contactRules(world.simulated())) {
    rules.add({.sides = {marked(rule.sides[0], world), marked(rule.sides[1], world)},
               .response = responseOf(rule, world),
               .friction = rule.friction,
               .restitution = rule.restitution});
  }
  return rules;
}

}  // namespace sinew
