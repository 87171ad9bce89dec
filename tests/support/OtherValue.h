#pragma once
#include <algorithm>
#include <cmath>

#include "core/params/ParamSpec.h"

namespace sinew::test {

/// A legal number that is not the default.
inline double otherNumber(const ParamSpec& spec, double fallback) {
  const double low = std::isfinite(spec.min) ? spec.min : -10;
  const double high = std::isfinite(spec.max) ? spec.max : std::max(low, fallback) + 10;
  const double number = low + (high - low) * 0.3;
  return number == fallback ? low + (high - low) * 0.4 : number;
}

/// A legal value that is not the default; names in it are made up.
inline Value otherValue(const ParamSpec& spec) {
  switch (spec.type) {
    case ParamType::Bool:
      return !std::get<bool>(spec.fallback.content);
    case ParamType::Int: {
      const auto fallback = std::get<std::int64_t>(spec.fallback.content);
      return static_cast<double>(fallback + 1) <= spec.max ? fallback + 1 : fallback - 1;
    }
    case ParamType::Real:
      return otherNumber(spec, std::get<double>(spec.fallback.content));
    case ParamType::Vector:
    case ParamType::Colour: {
      Vec3 value = std::get<Vec3>(spec.fallback.content);
      for (double& component : value) component = otherNumber(spec, component);
      return Value(value);
    }
    case ParamType::Rotation:
      return Value(Quat(0.5, -0.5, 0.5, -0.5));
    case ParamType::Enum:
      return spec.choices.back();
    case ParamType::Text:
      return spec.key == "integrator" ? Value("rkf45") : Value("é \"x\"\n");
    case ParamType::PartRef:
      return "part";
    case ParamType::MaterialRef:
      return "material";
    case ParamType::Point:
      return MaterialPoint{"part", {0.1, -0.2}};
    case ParamType::Asset:
      return "meshes/a.obj";
    case ParamType::Mesh:
      return MeshFile{"meshes/a.obj", nullptr};
    case ParamType::List:
      return ValueList{otherValue(spec.item.front())};
  }
  return {};
}

}  // namespace sinew::test
