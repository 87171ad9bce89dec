#include "ui/document/HandOver.h"

#include <algorithm>

#include "core/scene/ConstraintFit.h"
#include "ui/document/Keys.h"
#include "ui/document/Members.h"
#include "ui/document/Ties.h"

namespace sinew::ui {
namespace {

/// Constraints that can be turned on and off by keys.
std::vector<ObjectId> leadersOf(const Document& document) {
  const Scene& scene = document.scene();
  std::vector<ObjectId> leaders;
  const auto take = [&](const ObjectId& id) {
    const ParamTable* table =
        id.section == Section::Constraints ? document.tableOf(id.path()) : nullptr;
    const ParamSpec* spec = table == nullptr ? nullptr : findParam(*table, "activation");
    const bool known = std::ranges::find(leaders, id) != leaders.end();
    if (spec != nullptr && spec->keyable && !known) leaders.push_back(id);
  };
  const auto& selected = document.selection().items();
  std::ranges::for_each(selected, take);
  if (!leaders.empty()) return leaders;
  for (const std::string& part : partsOf(scene, selected))
    std::ranges::for_each(tiesOf(scene, document.registry(), {Section::Parts, part}), take);
  return leaders;
}

/// Something that a constraint says, from which what it says from an instant on is made.
class Said {
 public:
  Said(const Document& document, const ObjectId& constraint, const std::string& key)
      : m_constraint(constraint.path()), m_spec(findParam(*document.tableOf(m_constraint), key)) {
    const Value* given = document.valuesOf(m_constraint)->find(key);
    m_value = given == nullptr ? m_spec->fallback : *given;
  }
  bool keyable() const { return m_spec->keyable; }
  bool isOn(double time) const { return std::get<bool>(valueAt(m_value, *m_spec, time).content); }
  /// When it was turned off last, at the start if it never was on [s].
  double offSince(double time) const {
    double since = 0;
    const auto* curve = std::get_if<Curve>(&m_value.content);
    if (curve == nullptr) return since;
    bool before = true;
    for (const Curve::Key& key : curve->keys) {
      const bool on = key.value[0] != 0;
      if (key.time <= time && before && !on) since = std::max(0.0, key.time);
      before = on;
    }
    return since;
  }
  /// Keeps what it says until an instant, says it on until another, and from there on something
  /// else [s].
  SceneEdit after(double kept, const Value& now, double time) const {
    Value value = withKeyAt(withKeyAt(m_value, *m_spec, 0), *m_spec, kept);
    if (kept < time - kSameTime) holdFrom(kept, value);
    return SetParam{m_constraint, m_spec->key, withValueAt(value, now, time)};
  }

 private:
  static void holdFrom(double time, Value& value) {
    for (Curve::Key& key : std::get<Curve>(value.content).keys)
      if (std::abs(key.time - time) <= kSameTime) key.toNext = Interpolation::Step;
  }

  std::string m_constraint;
  const ParamSpec* m_spec;
  Value m_value;
};

}  // namespace

HandOver handOverAt(const Document& document, std::span<const double> configuration, double time) {
  const std::vector<ObjectId> leaders = leadersOf(document);
  HandOver over;
  over.led = std::ranges::none_of(
      leaders, [&](const ObjectId& id) { return Said(document, id, "activation").isOn(time); });
  for (const ObjectId& id : leaders) {
    over.names.push_back(id.name);
    const Said activation(document, id, "activation");
    if (activation.isOn(time) == over.led) continue;
    over.edits.push_back(activation.after(0, Value(over.led), time));
    if (!over.led) continue;
    const Entity& entity = *document.scene().find(id.section, id.name);
    for (const auto& [key, value] :
         fitAt(entity, document.scene(), document.registry(), configuration, time)) {
      const Said lead(document, id, key);
      if (lead.keyable()) over.edits.push_back(lead.after(activation.offSince(time), value, time));
    }
  }
  return over;
}

}  // namespace sinew::ui
