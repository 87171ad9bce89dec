#include <fmt/format.h>

#include <cmath>

#include "core/scene/ValueJson.h"

namespace sinew {
namespace {

std::string withUnit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

std::string constantText(const ParamSpec& spec) {
  const std::string range = rangeText(spec);
  const std::string numbers = range.empty() ? withUnit("", spec.unit) : " " + range;
  switch (spec.type) {
    case ParamType::Bool:
      return "true or false";
    case ParamType::Int:
      return "a whole number" + numbers;
    case ParamType::Real:
      return "a number" + numbers;
    case ParamType::Vector:
      return "[x, y, z], numbers" + numbers;
    case ParamType::Colour:
      return "[red, green, blue], numbers" + numbers;
    case ParamType::Rotation:
      return "a quaternion [w, x, y, z] that is not zero";
    case ParamType::Text:
      return "a text";
    case ParamType::PartRef:
      return "the name of a part";
    case ParamType::MaterialRef:
      return "the name of a material";
    case ParamType::Point:
      return R"({"part": NAME, "at": [up to 3 numbers]})";
    case ParamType::Asset:
    case ParamType::Mesh:
      return "a path inside the scene's folder";
    case ParamType::List:
      return "a list" + (range.empty() ? "" : " of " + range + " elements");
    case ParamType::Enum:
      break;
  }
  std::string out = "one of ";
  for (std::size_t i = 0; i < spec.choices.size(); ++i)
    out += (i > 0 ? ", " : "") + quotedText(spec.choices[i]);
  return out;
}

}  // namespace

std::string rangeText(const ParamSpec& spec) {
  const bool below = std::isfinite(spec.min);
  const bool above = std::isfinite(spec.max);
  std::string out;
  if (below && above) {
    out = spec.minExclusive
              ? fmt::format("> {} and ≤ {}", numberText(spec.min), numberText(spec.max))
              : fmt::format("{} to {}", numberText(spec.min), numberText(spec.max));
  } else if (below) {
    out = fmt::format("{} {}", spec.minExclusive ? ">" : "≥", numberText(spec.min));
  } else if (above) {
    out = "≤ " + numberText(spec.max);
  }
  return out.empty() ? out : withUnit(out, spec.unit);
}

std::string legalText(const ParamSpec& spec) {
  std::string out = constantText(spec);
  if (spec.keyable) out += R"(, or {"keys": [[time, value], ...]})";
  return out;
}

}  // namespace sinew
