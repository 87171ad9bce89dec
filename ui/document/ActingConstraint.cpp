#include "ui/document/ActingConstraint.h"

#include <algorithm>

#include "ui/document/Keys.h"

namespace sinew::ui {

std::optional<ActingConstraint> ActingConstraint::of(const Document& document,
                                                     const ObjectId& thing) {
  if (thing.section != Section::Constraints) return std::nullopt;
  const ParamTable* table = document.tableOf(thing.path());
  const ParamValues* values = document.valuesOf(thing.path());
  const ParamSpec* spec = table == nullptr ? nullptr : findParam(*table, "activation");
  if (spec == nullptr || values == nullptr || spec->type != ParamType::Bool) return std::nullopt;
  return ActingConstraint{thing, spec, givenOr(*values, *spec)};
}

bool ActingConstraint::isOn(double time) const {
  return std::get<bool>(valueAt(activation, *spec, time).content);
}

double ActingConstraint::offSince(double time) const {
  double since = 0;
  const auto* curve = std::get_if<Curve>(&activation.content);
  bool before = true;
  for (const Curve::Key& key : curve == nullptr ? std::vector<Curve::Key>{} : curve->keys) {
    const bool on = key.value[0] != 0;
    if (key.time <= time && before && !on) since = std::max(0.0, key.time);
    before = on;
  }
  return since;
}

SceneEdit ActingConstraint::turned(const Value& now) const {
  return SetParam{id.path(), spec->key, now};
}

}  // namespace sinew::ui
