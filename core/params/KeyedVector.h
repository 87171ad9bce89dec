#pragma once
#include <optional>
#include <string_view>

#include "core/base/Result.h"
#include "core/math/Jet.h"
#include "core/params/Curve.h"

namespace sinew {

/// A keyed vector at an instant [s], with its rates.
VectorJet jetAt(const Curve& curve, double time);

/// What is wrong with a keyed direction: no length at a key, or on the way from one to the next.
std::optional<Error> checkDirection(const Curve& curve, std::string_view key);

}  // namespace sinew
