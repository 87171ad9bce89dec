#pragma once
#include <cmath>

#include "core/params/ParamSpec.h"

namespace sinew::test {

/// A legal number that is not `fallback`.
inline double otherNumber(const ParamSpec& spec, double fallback) {
  for (const double candidate :
       {fallback + 0.5, fallback / 2, fallback - 0.5, fallback + 1, spec.max, spec.min})
    if (candidate != fallback && std::isfinite(candidate) && candidate <= spec.max &&
        (spec.minExclusive ? candidate > spec.min : candidate >= spec.min))
      return candidate;
  return fallback;
}

/// A legal value that is not the default.
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
      Vec3 vector = std::get<Vec3>(spec.fallback.content);
      vector.y() = otherNumber(spec, vector.y());
      return vector;
    }
    case ParamType::Rotation:
      return Quat(0.5, 0.5, 0.5, 0.5);
    case ParamType::Enum:
      return spec.choices.back();
    case ParamType::Point:
      return MaterialPoint{"anchor", {0.25}};
    case ParamType::List:
      return ValueList{otherValue(spec.item.front())};
    case ParamType::PartRef:
    case ParamType::MaterialRef:
    case ParamType::Asset:
    case ParamType::Text:
      break;
  }
  return "other";
}

}  // namespace sinew::test
