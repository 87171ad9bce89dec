#include "core/params/ParamSpec.h"

#include <algorithm>
#include <utility>

namespace sinew {

Param::Param(std::string key, ParamType type, Value fallback) {
  m_spec.key = std::move(key);
  m_spec.type = type;
  m_spec.fallback = std::move(fallback);
}

Param Param::boolean(std::string key, bool fallback) {
  return {std::move(key), ParamType::Bool, fallback};
}

Param Param::integer(std::string key, std::int64_t fallback) {
  return {std::move(key), ParamType::Int, fallback};
}

Param Param::real(std::string key, std::string unit, double fallback) {
  Param param(std::move(key), ParamType::Real, fallback);
  param.m_spec.unit = std::move(unit);
  return param;
}

Param Param::vec3(std::string key, std::string unit, const Vec3& fallback) {
  Param param(std::move(key), ParamType::Vector, Value(fallback));
  param.m_spec.unit = std::move(unit);
  return param;
}

Param Param::rotation(std::string key) {
  return {std::move(key), ParamType::Rotation, Value(Quat::Identity())};
}

Param Param::colour(std::string key, const Vec3& fallback) {
  return Param(std::move(key), ParamType::Colour, Value(fallback)).range(0, 1).effect(Effect::Look);
}

Param Param::choice(std::string key, std::vector<std::string> choices) {
  Param param(std::move(key), ParamType::Enum, choices.front());
  param.m_spec.choices = std::move(choices);
  return param;
}

Param Param::text(std::string key, std::string fallback) {
  return {std::move(key), ParamType::Text, std::move(fallback)};
}

Param Param::part(std::string key) {
  return {std::move(key), ParamType::PartRef, ""};
}

Param Param::material(std::string key) {
  return Param(std::move(key), ParamType::MaterialRef, "").effect(Effect::Look);
}

Param Param::materialPoint(std::string key) {
  return {std::move(key), ParamType::Point, MaterialPoint{}};
}

Param Param::asset(std::string key) {
  return {std::move(key), ParamType::Asset, ""};
}

Param Param::mesh(std::string key) {
  Param param(std::move(key), ParamType::Mesh, MeshFile{});
  param.m_spec.choices = meshEndings();
  return param;
}

Param Param::list(std::string key, Param item) {
  Param param(std::move(key), ParamType::List, ValueList{});
  param.m_spec.item.push_back(std::move(item));
  return param;
}

Param&& Param::range(double min, double max) && {
  m_spec.min = min;
  m_spec.max = max;
  return std::move(*this);
}

Param&& Param::atLeast(double min) && {
  m_spec.min = min;
  return std::move(*this);
}

Param&& Param::over(double min) && {
  m_spec.min = min;
  m_spec.minExclusive = true;
  return std::move(*this);
}

Param&& Param::effect(Effect effect) && {
  m_spec.effect = effect;
  return std::move(*this);
}

Param&& Param::keyable() && {
  m_spec.keyable = true;
  m_spec.effect = Effect::Live;
  return std::move(*this);
}

Param&& Param::required() && {
  m_spec.required = true;
  return std::move(*this);
}

Param&& Param::optional() && {
  m_spec.optional = true;
  return std::move(*this);
}

Param&& Param::derived(std::string words, double (*from)(const ParamReader& values)) && {
  m_spec.optional = true;
  m_spec.derived = from;
  m_spec.derivedAs = std::move(words);
  return std::move(*this);
}

Param&& Param::formerly(int upTo, Value fallback) && {
  m_spec.former.push_back({upTo, std::move(fallback)});
  return std::move(*this);
}

Param&& Param::onlyFor(std::string key, std::vector<std::string> values) && {
  m_spec.usedWhen = std::move(key);
  m_spec.usedFor = std::move(values);
  return std::move(*this);
}

Param&& Param::onlyWithout(std::string key) && {
  m_spec.usedWithout = std::move(key);
  return std::move(*this);
}

Param&& Param::zeroMeans(std::string words) && {
  m_spec.zero = std::move(words);
  return std::move(*this);
}

Param&& Param::lens() && {
  m_spec.lens = true;
  return std::move(*this);
}

Param&& Param::doc(std::string sentence) && {
  m_spec.doc = std::move(sentence);
  return std::move(*this);
}

std::vector<std::string> meshEndings() {
  return {"obj", "stl", "ply", "gltf", "glb"};
}

const Value* formerDefault(const ParamSpec& spec, int version) {
  const auto then = std::ranges::find_if(
      spec.former, [version](const FormerDefault& each) { return version <= each.upTo; });
  return then == spec.former.end() ? nullptr : &then->value;
}

const ParamSpec* findParam(const ParamTable& table, std::string_view key) {
  const auto it = std::find_if(table.begin(), table.end(),
                               [key](const ParamSpec& spec) { return spec.key == key; });
  return it == table.end() ? nullptr : &*it;
}

ParamTable onlyFor(const std::string& key, const std::vector<std::string>& values,
                   ParamTable table) {
  for (ParamSpec& spec : table) {
    spec.usedWhen = key;
    spec.usedFor = values;
  }
  return table;
}

const char* typeName(ParamType type) {
  switch (type) {
    case ParamType::Bool:
      return "bool";
    case ParamType::Int:
      return "int";
    case ParamType::Real:
      return "real";
    case ParamType::Vector:
      return "vec3";
    case ParamType::Rotation:
      return "rotation";
    case ParamType::Colour:
      return "colour";
    case ParamType::Enum:
      return "enum";
    case ParamType::Text:
      return "text";
    case ParamType::PartRef:
      return "part";
    case ParamType::MaterialRef:
      return "material";
    case ParamType::Point:
      return "point";
    case ParamType::Asset:
      return "asset";
    case ParamType::Mesh:
      return "mesh";
    case ParamType::List:
      return "list";
  }
  return "?";
}

const char* effectName(Effect effect) {
  switch (effect) {
    case Effect::Look:
      return "look";
    case Effect::Live:
      return "live";
    case Effect::Rebuild:
      return "rebuild";
    case Effect::Start:
      return "start";
  }
  return "?";
}

}  // namespace sinew
