#pragma once
#include <optional>
#include <string>

#include "core/params/ParamSpec.h"
#include "core/scene/JsonText.h"

namespace sinew {

/// Reads one parameter's value; reports every fault in it and returns nothing when there is one.
/// References are not looked up here (checkReferences does).
std::optional<Value> readValue(const Json& json, const ParamSpec& spec, const std::string& pointer,
                               FaultLog& faults);

/// The JSON that reads back as an equal value.
OrderedJson writeValue(const Value& value, const ParamSpec& spec);

/// What slopes set by hand lead a curve to, after the key with this index, that its parameter does
/// not allow.
struct CurveStray {
  std::size_t key = 0;
  double number = 0;
};
std::optional<CurveStray> strayOf(const Curve& curve, const ParamSpec& spec);

/// "> 0 kg", "0 to 1", "≥ -3 m"; empty when anything goes. Numbers of a list count its elements.
std::string rangeText(const ParamSpec& spec);

/// Everything that may stand there, in words: "a number > 0 kg".
std::string legalText(const ParamSpec& spec);

const char* interpolationName(Interpolation interpolation);

}  // namespace sinew
