#include "ui/document/HandOver.h"

#include <algorithm>

#include "core/scene/ConstraintFit.h"
#include "ui/document/ActingConstraint.h"
#include "ui/document/Addition.h"
#include "ui/document/Keys.h"
#include "ui/document/Members.h"
#include "ui/document/Ties.h"

namespace sinew::ui {
namespace {

using Leaders = std::vector<ActingConstraint>;

/// Whether a constraint ties a part to nothing but space and what goes as keyed itself.
bool leads(const Document& document, const ObjectId& constraint, const std::string& part) {
  const Scene& scene = document.scene();
  for (const auto& [key, value] : document.valuesOf(constraint.path())->entries()) {
    const auto* point = std::get_if<MaterialPoint>(&value.content);
    if (point == nullptr || point->part == part) continue;
    const Entity* other = scene.find(Section::Parts, point->part);
    if (other == nullptr || !isPrescribed(document.registry(), other->kind)) return false;
  }
  return true;
}

/// The constraints that are selected, else those that lead the selected parts.
struct Chosen {
  Leaders leaders;
  bool selected = false;
};

Chosen chosenIn(const Document& document) {
  Chosen chosen;
  const auto& selected = document.selection().items();
  for (const ObjectId& id : selected)
    if (auto one = ActingConstraint::of(document, id)) chosen.leaders.push_back(*std::move(one));
  chosen.selected = !chosen.leaders.empty();
  if (chosen.selected) return chosen;
  for (const std::string& part : partsOf(document.scene(), selected))
    for (const ObjectId& id :
         tiesOf(document.scene(), document.registry(), {Section::Parts, part})) {
      auto one = ActingConstraint::of(document, id);
      if (one && leads(document, id, part)) chosen.leaders.push_back(*std::move(one));
    }
  return chosen;
}

/// Those that let go last: what was off before was meant to be.
void keepLatest(Leaders& leaders, double time) {
  double latest = 0;
  for (const ActingConstraint& one : leaders) latest = std::max(latest, one.offSince(time));
  std::erase_if(leaders, [&](const ActingConstraint& one) {
    return one.offSince(time) < latest - kSameTime;
  });
}

/// The same curve until an instant [s], and held from there on to its next key.
Curve heldFrom(Curve curve, double time) {
  curve = withKeyOnTheWay(std::move(curve), time);
  const auto after = std::ranges::upper_bound(curve.keys, time + kSameTime, {}, &Curve::Key::time);
  if (after == curve.keys.begin()) {
    curve.keys.insert(after, {time, after->value, Interpolation::Step});
    return curve;
  }
  const auto last = static_cast<std::size_t>(after - curve.keys.begin()) - 1;
  curve.keys[last].slopes = curve.slopesAt(last);
  curve.keys[last].toNext = Interpolation::Step;
  return curve;
}

/// What was said runs on until an instant, holds from there to another, and is `now` then [s].
Value saidAnew(const Value& said, const ParamSpec& spec, double until, const Value& now,
               double time) {
  const Value keyed = isKeyed(said) ? said : withKeyAt(said, spec, 0);
  if (until >= time - kSameTime) return withValueAt(keyed, now, time);
  return withValueAt(heldFrom(std::get<Curve>(keyed.content), until), now, time);
}

Value turnedAt(const ActingConstraint& one, bool on, double time) {
  const Value keyed =
      isKeyed(one.activation) ? one.activation : withKeyAt(one.activation, *one.spec, 0);
  return withValueAt(keyed, Value(on), time);
}

void takeHold(const Document& document, const StandingParts& standing, const ActingConstraint& one,
              double time, std::vector<SceneEdit>& edits) {
  const Entity& entity = *document.scene().find(one.id.section, one.id.name);
  for (const auto& [key, value] : standing.holdHere(entity)) {
    const ParamSpec& spec = *findParam(*document.tableOf(one.id.path()), key);
    edits.emplace_back(
        SetParam{one.id.path(), key,
                 saidAnew(givenOr(entity.values, spec), spec, one.offSince(time), value, time)});
  }
}

}  // namespace

HandOver handOverAt(const Document& document, std::span<const double> configuration, double time) {
  auto [leaders, selected] = chosenIn(document);
  const auto isOn = [&](const ActingConstraint& one) { return one.isOn(time); };
  HandOver over;
  over.led = std::ranges::none_of(leaders, isOn);
  if (over.led && !selected) keepLatest(leaders, time);
  if (!over.led) std::erase_if(leaders, [&](const auto& one) { return !isOn(one); });
  const StandingParts standing(document.scene(), document.registry(),
                               over.led ? configuration : std::span<const double>{}, time);
  for (const ActingConstraint& one : leaders) {
    over.names.push_back(one.id.name);
    over.edits.push_back(one.turned(turnedAt(one, over.led, time)));
    if (over.led) takeHold(document, standing, one, time, over.edits);
  }
  return over;
}

}  // namespace sinew::ui
