#pragma once
#include <optional>
#include <string_view>

#include "core/base/Result.h"
#include "core/params/Curve.h"

namespace sinew {

/// What is wrong with a keyed direction: no length at a key, or on the way from one to the next.
std::optional<Error> checkDirection(const Curve& curve, std::string_view key);

}  // namespace sinew
