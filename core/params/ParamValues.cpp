#include "core/params/ParamValues.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace sinew {
namespace {

using Entry = std::pair<std::string, Value>;

bool keyBefore(const Entry& entry, std::string_view key) {
  return entry.first < key;
}

[[noreturn]] void abortReading(std::string_view key, const char* why) {
  fmt::print(stderr, "sinew: parameter '{}' {}\n", key, why);
  std::abort();
}

template <class T>
const T& as(const Value& value, std::string_view key) {
  const T* content = std::get_if<T>(&value.content);
  if (content == nullptr) abortReading(key, "was read as another type than its table says");
  return *content;
}

Curve constantCurve(std::array<double, 3> value, int components) {
  Curve curve;
  curve.components = components;
  curve.keys.push_back({0, value, Interpolation::Step});
  return curve;
}

}  // namespace

const Value* ParamValues::find(std::string_view key) const {
  const auto it = std::lower_bound(m_entries.begin(), m_entries.end(), key, keyBefore);
  return it != m_entries.end() && it->first == key ? &it->second : nullptr;
}

void ParamValues::set(const ParamSpec& spec, Value value) {
  // What must be given, or means something by being given, has no default to fall back to.
  const bool hasDefault = !spec.required && !spec.optional;
  if (hasDefault && value == spec.fallback) {
    erase(spec.key);
    return;
  }
  const auto it = std::lower_bound(m_entries.begin(), m_entries.end(), spec.key, keyBefore);
  if (it != m_entries.end() && it->first == spec.key) {
    it->second = std::move(value);
  } else {
    m_entries.insert(it, {spec.key, std::move(value)});
  }
}

void ParamValues::erase(std::string_view key) {
  const auto it = std::lower_bound(m_entries.begin(), m_entries.end(), key, keyBefore);
  if (it != m_entries.end() && it->first == key) m_entries.erase(it);
}

const Value& ParamReader::value(std::string_view key) const {
  if (const Value* given = m_values.find(key)) return *given;
  const ParamSpec* spec = findParam(m_table, key);
  if (spec == nullptr) abortReading(key, "is not in the table it is read through");
  return spec->fallback;
}

const Value& givenOr(const ParamValues& values, const ParamSpec& spec) {
  const Value* given = values.find(spec.key);
  return given == nullptr ? spec.fallback : *given;
}

Value valueInForce(const ParamSpec& spec, const ParamTable& table, const ParamValues& values) {
  if (spec.derived == nullptr || values.find(spec.key) != nullptr) return givenOr(values, spec);
  return spec.derived(ParamReader(table, values));
}

namespace {

bool isThere(std::string_view key, const ParamTable& table, const ParamReader& reader) {
  const ParamSpec* spec = findParam(table, key);
  const bool list = spec != nullptr && spec->type == ParamType::List;
  return list ? !reader.list(key).empty() : reader.given(key);
}

}  // namespace

bool isUsed(const ParamSpec& spec, const ParamTable& table, const ParamValues& values) {
  const ParamReader reader(table, values);
  if (!spec.usedWithout.empty() && isThere(spec.usedWithout, table, reader)) return false;
  if (spec.usedWhen.empty()) return true;
  return std::ranges::find(spec.usedFor, reader.text(spec.usedWhen)) != spec.usedFor.end();
}

bool ParamReader::boolean(std::string_view key) const {
  const Value& v = value(key);
  if (const auto* curve = std::get_if<Curve>(&v.content)) return curve->at(0).value[0] != 0;
  return as<bool>(v, key);
}

std::int64_t ParamReader::integer(std::string_view key) const {
  return as<std::int64_t>(value(key), key);
}

double ParamReader::real(std::string_view key) const {
  const ParamSpec* spec = given(key) ? nullptr : findParam(m_table, key);
  if (spec != nullptr && spec->derived != nullptr) return spec->derived(*this);
  const Value& v = value(key);
  if (const auto* curve = std::get_if<Curve>(&v.content)) return curve->at(0).value[0];
  return as<double>(v, key);
}

Vec3 ParamReader::vec3(std::string_view key) const {
  const Value& v = value(key);
  if (const auto* curve = std::get_if<Curve>(&v.content)) {
    const auto sample = curve->at(0).value;
    return {sample[0], sample[1], sample[2]};
  }
  return as<Vec3>(v, key);
}

Quat ParamReader::rotation(std::string_view key) const {
  return as<Quat>(value(key), key);
}

const std::string& ParamReader::text(std::string_view key) const {
  return as<std::string>(value(key), key);
}

const MaterialPoint& ParamReader::materialPoint(std::string_view key) const {
  return as<MaterialPoint>(value(key), key);
}

const ValueList& ParamReader::list(std::string_view key) const {
  return as<ValueList>(value(key), key);
}

const MeshFile& ParamReader::mesh(std::string_view key) const {
  return as<MeshFile>(value(key), key);
}

Curve ParamReader::curve(std::string_view key) const {
  const Value& v = value(key);
  if (const auto* curve = std::get_if<Curve>(&v.content)) return *curve;
  if (const auto* on = std::get_if<bool>(&v.content)) return constantCurve({*on ? 1.0 : 0.0}, 1);
  if (const auto* number = std::get_if<double>(&v.content)) return constantCurve({*number}, 1);
  const Vec3& vector = as<Vec3>(v, key);
  return constantCurve({vector.x(), vector.y(), vector.z()}, 3);
}

}  // namespace sinew
