#include "core/contact/PairRules.h"

#include <algorithm>
#include <ranges>

namespace sinew {
namespace {
constexpr double kSticks = 10;  // μ of what sticks, where it is solid to each other for now
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

TouchResponse PairRules::response(int a, int b) const {
  const Rule* rule = last(a, b, [](const Rule& each) { return each.response.has_value(); });
  return rule == nullptr ? m_usual : *rule->response;
}

bool PairRules::has(TouchResponse response) const {
  return m_usual == response ||
         std::ranges::any_of(m_rules, [&](const Rule& rule) { return rule.response == response; });
}

double PairRules::friction(int a, int b) const {
  if (response(a, b) == TouchResponse::Sticky) return kSticks;
  const Rule* rule = last(a, b, [](const Rule& each) { return each.friction >= 0; });
  return rule == nullptr ? -1 : rule->friction;
}

double PairRules::restitution(int a, int b) const {
  const Rule* rule = last(a, b, [](const Rule& each) { return each.restitution >= 0; });
  return rule == nullptr ? -1 : rule->restitution;
}

}  // namespace sinew
