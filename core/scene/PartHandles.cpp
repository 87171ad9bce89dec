#include "core/scene/PartHandles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/scene/ValueJson.h"

namespace sinew {
namespace {

constexpr double kAngleStride = 0.3;  // [rad] of an angle at once

double& component(Vec3& vector, const PartHandle& handle) {
  return vector[*handle.component];
}

/// Lengths of a value that has any, so many times as large; else nothing.
std::optional<Value> multiplied(const Value& value, double factor) {
  if (const auto* number = std::get_if<double>(&value.content)) return Value(factor * *number);
  if (const auto* vector = std::get_if<Vec3>(&value.content)) return Value(Vec3(factor * *vector));
  if (const auto* curve = std::get_if<Curve>(&value.content)) {
    Curve scaled = *curve;
    const auto scale = [&](std::array<double, 3>& numbers) {
      for (double& number : numbers) number *= factor;
    };
    for (Curve::Key& key : scaled.keys) {
      scale(key.value);
      if (!key.slopes) continue;
      scale(key.slopes->before);
      scale(key.slopes->after);
    }
    return Value(std::move(scaled));
  }
  const auto* list = std::get_if<ValueList>(&value.content);
  if (list == nullptr) return std::nullopt;
  ValueList scaled;
  for (const Value& item : *list) {
    auto one = multiplied(item, factor);
    if (!one) return std::nullopt;
    scaled.push_back(std::move(*one));
  }
  return Value(std::move(scaled));
}

// Where it is, is not how large it is.
bool isOwnLength(const ParamSpec& spec) {
  const ParamSpec& number = spec.type == ParamType::List ? spec.item.front() : spec;
  return number.unit == "m" && spec.effect != Effect::Start && spec.key != "position";
}

}  // namespace

PartHandles::PartHandles(const Registry& registry, Entity part)
    : m_kind(*registry.part(part.kind)), m_part(std::move(part)) {}

std::vector<PartHandle> PartHandles::all() const {
  if (!m_kind.handles) return {};
  return m_kind.handles(ParamReader(m_kind.table, m_part.values));
}

const ParamSpec& PartHandles::spec(const PartHandle& handle) const {
  return *findParam(m_kind.table, handle.key);
}

const ParamSpec& PartHandles::numberSpec(const PartHandle& handle) const {
  const ParamSpec& whole = spec(handle);
  return handle.item ? whole.item.front() : whole;
}

// A keyed one as it begins, as its handles lie where it begins.
Value PartHandles::given(const ParamSpec& spec) const {
  const Value& value = givenOr(m_part.values, spec);
  const auto* curve = std::get_if<Curve>(&value.content);
  if (curve == nullptr) return value;
  const auto now = curve->at(0).value;
  return spec.type == ParamType::Vector ? Value(Vec3(now.data())) : Value(now[0]);
}

Value PartHandles::valueAt(const PartHandle& handle) const {
  Value value = given(spec(handle));
  if (handle.item) value = Value(std::get<ValueList>(value.content)[*handle.item]);
  if (handle.component) return Value(component(std::get<Vec3>(value.content), handle));
  return value;
}

Value PartHandles::with(const PartHandle& handle, const Value& value) const {
  Value whole = given(spec(handle));
  Value& one = handle.item ? std::get<ValueList>(whole.content)[*handle.item] : whole;
  if (handle.component) {
    component(std::get<Vec3>(one.content), handle) = std::get<double>(value.content);
  } else {
    one = value;
  }
  return whole;
}

// What must be more than its least is at least some of what it is.
NumberRange PartHandles::range(const PartHandle& handle) const {
  constexpr double kLeastShare = 1e-3;
  const ParamSpec& spec = numberSpec(handle);
  NumberRange range{spec.min, spec.max};
  const Value now = valueAt(handle);
  const auto* number = std::get_if<double>(&now.content);
  if (spec.minExclusive && number != nullptr) range.least += kLeastShare * (*number - spec.min);
  if (spec.unit == "rad") range.stride = kAngleStride;
  return range;
}

bool PartHandles::isFree(const PartHandle& handle) const {
  return numberSpec(handle).type == ParamType::Vector && !handle.component;
}

double PartHandles::numberNear(const PartHandle& handle, const Vec3& origin,
                               const Vec3& direction) const {
  const auto place = [&](double number) { return placeWith(handle, number); };
  const double now = std::get<double>(valueAt(handle).content);
  return nearestToLine(place, now, range(handle), origin, direction);
}

Vec3 PartHandles::vectorFor(const PartHandle& handle, const Vec3& place) const {
  const auto placed = [&](const Vec3& vector) { return placeWith(handle, vector); };
  const Vec3 now = std::get<Vec3>(valueAt(handle).content);
  return vectorAt(placed, now, range(handle), place);
}

Vec3 PartHandles::placeWith(const PartHandle& handle, const Value& value) const {
  ParamValues values = m_part.values;
  values.set(spec(handle), with(handle, value));
  const auto handles = m_kind.handles(ParamReader(m_kind.table, values));
  const auto found = std::ranges::find_if(handles, [&](const auto& h) { return h.sets(handle); });
  return found == handles.end() ? handle.at : found->at;
}

Fitted scaledPart(const Registry& registry, const Entity& part, const Vec3& factors) {
  const PartKind* kind = registry.part(part.kind);
  if (kind == nullptr) return {};
  if (kind->scaled) return kind->scaled(ParamReader(kind->table, part.values), factors);
  int most = 0;
  factors.array().log().abs().maxCoeff(&most);
  Fitted scaled;
  for (const ParamSpec& spec : kind->table) {
    const bool notGiven = spec.optional && part.values.find(spec.key) == nullptr;
    if (!isOwnLength(spec) || notGiven) continue;
    auto value = multiplied(givenOr(part.values, spec), factors[most]);
    if (value) scaled.emplace_back(spec.key, std::move(*value));
  }
  return scaled;
}

Result<Entity> partWith(const Registry& registry, const Entity& part, const Fitted& values,
                        Trial trial) {
  const PartKind* kind = registry.part(part.kind);
  if (kind == nullptr) return fail(ErrorCode::Invalid, "a kind that is not known", part.kind);
  Entity changed = part;
  for (const auto& [key, value] : values) {
    const ParamSpec& spec = *findParam(kind->table, key);
    FaultLog faults;
    if (!readValue(Json(writeValue(value, spec)), spec, {}, faults))
      return fail(ErrorCode::Invalid, fmt::format("here must stand {}", legalText(spec)), key);
    changed.values.set(spec, value);
  }
  if (trial == Trial::EachValue) return changed;
  const auto made = kind->create(ParamReader(kind->table, changed.values));
  if (!made) return Unexpected{made.error()};
  return changed;
}

}  // namespace sinew
