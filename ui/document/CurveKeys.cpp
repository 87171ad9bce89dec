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

Value withInterpolation(const Value& value, std::size_t index, Interpolation toNext) {
  const auto* curve = std::get_if<Curve>(&value.content);
  if (curve == nullptr || index >= curve->keys.size()) return value;
  Curve changed = *curve;
  changed.keys[index].toNext = toNext;
  return changed;
}

}  // namespace sinew::ui
