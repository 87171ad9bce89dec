#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/params/ParamSpec.h"
#include "core/registry/Registry.h"

namespace sinew::ui {

// Single keys of a curve, as the curve editor handles them. Values that hold no curve are returned
// as they are.

/// The key with this index at `time` [s] and with `number` [SI] as one of its components, kept
/// within what the parameter allows. Another key that was there gives way.
Value withKeyPut(const Value& value, const ParamSpec& spec, std::size_t index, int component,
                 double time, double number);

/// How the curve goes on from the key with this index.
Value withInterpolation(const Value& value, std::size_t index, Interpolation toNext);

/// Which of the smooth segments that meet at a key.
enum class Side { Before, After };

/// With a slope [SI/s] of one component at the key with this index, on one side or on both; what
/// was found from the keys becomes set by hand.
Value withSlope(const Value& value, std::size_t index, int component, double slope,
                std::optional<Side> side = std::nullopt);
/// Level there, in all components.
Value withLevelKey(const Value& value, std::size_t index);
/// With the slopes found from the keys again.
Value withFoundSlopes(const Value& value, std::size_t index);

}  // namespace sinew::ui
