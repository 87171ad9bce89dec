#include "core/simulation/CompiledRules.h"

#include "core/params/ParamValues.h"
#include "core/scene/ContactRules.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

/// What the name of a response comes to in a world.
class Responses {
 public:
  Responses(const World& world, bool solved) : m_world(world), m_solved(solved) {}

  PairRules::Rule usual() const {
    const ParamReader settings(settingsTable(), m_world.scene().settings);
    const std::string& contact = settings.text("contact");
    const bool solid = contact == "analytic" || contact == "barrier";
    return named(solid ? "solid" : contact);
  }

  PairRules::Rule named(std::string_view name) const {
    PairRules::Rule rule;
    if (name != "scene") rule.response = responseOf(name);
    rule.sticks = name == "sticky" && rule.response == TouchResponse::Solid;
    return rule;
  }

 private:
  TouchResponse responseOf(std::string_view name) const {
    if (name == "none") return TouchResponse::None;
    if (name == "solid") return TouchResponse::Solid;
    // Where nothing has inertia nothing is thrown, and springs need not stick.
    const bool inert = m_world.makeIntegrator()->level() == Level::Equilibrium;
    if (name != "sticky" || inert) return TouchResponse::Springs;
    return m_solved ? TouchResponse::Solid : TouchResponse::Sticky;
  }

  const World& m_world;
  bool m_solved;
};

// Empty where all parts are on it.
std::vector<char> marked(const ContactRule::Side& side, const World& world) {
  if (side.all) return {};
  std::vector<char> on(world.parts().size(), 0);
  for (const std::string& name : side.parts)
    if (const auto part = world.findPart(name)) on[*part] = 1;
  return on;
}

}  // namespace

PairRules compiledRules(const World& world, bool solved) {
  const Responses responses(world, solved);
  const PairRules::Rule usual = responses.usual();
  PairRules rules(*usual.response, usual.sticks);
  for (const ContactRule& said : contactRules(world.simulated())) {
    PairRules::Rule rule = responses.named(said.response);
    rule.sides = {marked(said.sides[0], world), marked(said.sides[1], world)};
    rule.friction = said.friction;
    rule.restitution = said.restitution;
    rules.add(std::move(rule));
  }
  return rules;
}

}  // namespace sinew
