#include "core/contact/PairRules.h"

#include <algorithm>
#include <ranges>

namespace sinew {
namespace {
constexpr double kSticks = 10;  // μ of what sticks and is solid to each other
}

bool PairRules::Rule::covers(int a, int b) const {
  // Of a part with itself only a rule that names it on both sides.
  if (a == b && (sides[0].empty() || sides[1].empty())) return false;
  return (isOn(0, a) && isOn(1, b)) || (isOn(0, b) && isOn(1, a));
}

template <class Says>
const PairRules::Rule* PairRules::last(int a, int b, const Says& says) const {
  const auto backwards = std::views::reverse(m_rules);
  const auto found = std::ranges::find_if(
      backwards, [&](const Rule& rule) { return says(rule) && rule.covers(a, b); });
  return found == backwards.end() ? nullptr : &*found;
}

const PairRules::Rule& PairRules::answering(int a, int b) const {
  const Rule* rule = last(a, b, [](const Rule& each) { return each.response.has_value(); });
  return rule == nullptr ? m_usual : *rule;
}

TouchResponse PairRules::response(int a, int b) const {
  return *answering(a, b).response;
}

bool PairRules::has(TouchResponse response) const {
  return m_usual.response == response ||
         std::ranges::any_of(m_rules, [&](const Rule& rule) { return rule.response == response; });
}

double PairRules::friction(int a, int b) const {
  const Rule& answer = answering(a, b);
  if (answer.response == TouchResponse::Sticky || answer.sticks) return kSticks;
  const Rule* rule = last(a, b, [](const Rule& each) { return each.friction >= 0; });
  return rule == nullptr ? -1 : rule->friction;
}

double PairRules::restitution(int a, int b) const {
  const Rule* rule = last(a, b, [](const Rule& each) { return each.restitution >= 0; });
  if (rule != nullptr) return rule->restitution;
  return answering(a, b).sticks ? 0 : -1;
}

}  // namespace sinew
