#include "ui/document/Keys.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace sinew::ui {
namespace {

std::array<double, 3> componentsOf(const Value& constant) {
  if (const auto* on = std::get_if<bool>(&constant.content)) return {*on ? 1.0 : 0.0};
  if (const auto* number = std::get_if<double>(&constant.content)) return {*number};
  if (const auto* v = std::get_if<Vec3>(&constant.content)) return {v->x(), v->y(), v->z()};
  return {};
}

Value constantOf(const std::array<double, 3>& components, ParamType type) {
  if (type == ParamType::Bool) return components[0] != 0;
  if (type == ParamType::Real) return components[0];
  return Vec3(components[0], components[1], components[2]);
}

void setKey(Curve& curve, const Curve::Key& key) {
  const auto at = std::lower_bound(curve.keys.begin(), curve.keys.end(), key.time - kSameTime,
                                   [](const Curve::Key& k, double time) { return k.time < time; });
  if (at != curve.keys.end() && std::abs(at->time - key.time) <= kSameTime) {
    at->value = key.value;
  } else {
    curve.keys.insert(at, key);
  }
}

}  // namespace

Value valueAt(const Value& value, const ParamSpec& spec, double time) {
  const auto* curve = std::get_if<Curve>(&value.content);
  return curve == nullptr ? value : constantOf(curve->at(time).value, spec.type);
}

Value withValueAt(const Value& value, const Value& now, double time) {
  const auto* curve = std::get_if<Curve>(&value.content);
  if (curve == nullptr) return now;
  Curve changed = *curve;
  const auto between =
      std::holds_alternative<bool>(now.content) ? Interpolation::Step : Interpolation::Smooth;
  setKey(changed, {time, componentsOf(now), between});
  return changed;
}

Value withEdit(const Value& value, const Value& now, const ParamSpec& spec, double time,
               bool autoKey) {
  const bool becomesKeyed = autoKey && spec.keyable && !isKeyed(value);
  return becomesKeyed ? withKeyAt(now, spec, time) : withValueAt(value, now, time);
}

bool isKeyed(const Value& value) {
  return std::holds_alternative<Curve>(value.content);
}

bool hasKeyAt(const Value& value, double time, double tolerance) {
  const auto* curve = std::get_if<Curve>(&value.content);
  return curve != nullptr &&
         std::any_of(curve->keys.begin(), curve->keys.end(),
                     [&](const Curve::Key& key) { return std::abs(key.time - time) <= tolerance; });
}

Value withKeyAt(const Value& value, const ParamSpec& spec, double time) {
  const Value now = valueAt(value, spec, time);
  if (isKeyed(value)) return withValueAt(value, now, time);
  Curve curve;
  curve.components = spec.type == ParamType::Vector ? 3 : 1;
  return withValueAt(curve, now, time);
}

// A cubic cut in two is the same two cubics if the slope at the cut is its own; what slopes were
// found at the keys on both sides must not follow from the new one.
Curve withKeyOnTheWay(Curve curve, double time) {
  const auto next =
      std::lower_bound(curve.keys.begin(), curve.keys.end(), time - kSameTime,
                       [](const Curve::Key& key, double at) { return key.time < at; });
  if (next != curve.keys.end() && next->time <= time + kSameTime) return curve;
  if (next == curve.keys.begin() || next == curve.keys.end()) return curve;
  const auto i = static_cast<std::size_t>(next - curve.keys.begin());
  const Curve::Sample there = curve.at(time);
  const Curve::Key cut{time, there.value, curve.keys[i - 1].toNext,
                       Curve::Slopes{there.rate, there.rate}};
  const Curve::Slopes before = curve.slopesAt(i - 1), after = curve.slopesAt(i);
  curve.keys[i - 1].slopes = before;
  curve.keys[i].slopes = after;
  curve.keys.insert(curve.keys.begin() + static_cast<std::ptrdiff_t>(i), cut);
  return curve;
}

Value withKeyMoved(const Value& value, double from, double to) {
  return withKeysMoved(value, {from}, to - from);
}

Value withKeysMoved(const Value& value, const std::vector<double>& times, double by) {
  const auto* curve = std::get_if<Curve>(&value.content);
  if (curve == nullptr) return value;
  std::vector<Curve::Key> moving, kept;
  for (Curve::Key key : curve->keys) {
    const bool moves = std::any_of(times.begin(), times.end(), [&](double time) {
      return std::abs(key.time - time) <= kSameTime;
    });
    if (moves) key.time += by;
    (moves ? moving : kept).push_back(key);
  }
  std::erase_if(kept, [&](const Curve::Key& key) {
    return std::any_of(moving.begin(), moving.end(), [&](const Curve::Key& other) {
      return std::abs(key.time - other.time) <= kSameTime;
    });
  });
  Curve moved = *curve;
  moved.keys.clear();
  std::merge(kept.begin(), kept.end(), moving.begin(), moving.end(), std::back_inserter(moved.keys),
             [](const Curve::Key& a, const Curve::Key& b) { return a.time < b.time; });
  return moved;
}

Value withoutKeyAt(const Value& value, const ParamSpec& spec, double time, double tolerance) {
  const auto* curve = std::get_if<Curve>(&value.content);
  if (curve == nullptr) return value;
  Curve left = *curve;
  std::erase_if(left.keys,
                [&](const Curve::Key& key) { return std::abs(key.time - time) <= tolerance; });
  if (left.keys.empty()) return valueAt(value, spec, time);
  return left;
}

}  // namespace sinew::ui
