#include "ui/document/CurveKeys.h"

#include <algorithm>
#include <cmath>

#include "ui/document/Keys.h"

namespace sinew::ui {
namespace {

double allowed(double number, const ParamSpec& spec, double before) {
  if (spec.type == ParamType::Bool) return number < 0.5 ? 0 : 1;
  const double within = std::clamp(number, spec.min, spec.max);
  return spec.minExclusive && within <= spec.min ? before : within;
}

}  // namespace

Value withKeyPut(const Value& value, const ParamSpec& spec, std::size_t index, int component,
                 double time, double number) {
  const auto* curve = std::get_if<Curve>(&value.content);
  if (curve == nullptr || index >= curve->keys.size()) return value;
  Curve changed = *curve;
  double& put = changed.keys[index].value[static_cast<std::size_t>(component)];
  put = allowed(number, spec, put);
  return withKeyMoved(changed, changed.keys[index].time, std::max(0.0, time));
}

namespace {

/// The value with something done to the curve's key with this index.
template <class Change>
Value withKeyChanged(const Value& value, std::size_t index, Change change) {
  const auto* curve = std::get_if<Curve>(&value.content);
  if (curve == nullptr || index >= curve->keys.size()) return value;
  Curve changed = *curve;
  change(changed.keys[index]);
  return changed;
}

}  // namespace

Value withInterpolation(const Value& value, std::size_t index, Interpolation toNext) {
  return withKeyChanged(value, index, [&](Curve::Key& key) { key.toNext = toNext; });
}

Value withSlope(const Value& value, std::size_t index, int component, double slope,
                std::optional<Side> side) {
  return withKeyChanged(value, index, [&](Curve::Key& key) {
    if (!key.slopes) key.slopes = std::get<Curve>(value.content).slopesAt(index);
    const auto c = static_cast<std::size_t>(component);
    if (side != Side::After) key.slopes->before[c] = slope;
    if (side != Side::Before) key.slopes->after[c] = slope;
  });
}

Value withLevelKey(const Value& value, std::size_t index) {
  return withKeyChanged(value, index, [](Curve::Key& key) { key.slopes = Curve::Slopes{}; });
}

Value withFoundSlopes(const Value& value, std::size_t index) {
  return withKeyChanged(value, index, [](Curve::Key& key) { key.slopes.reset(); });
}

}  // namespace sinew::ui
