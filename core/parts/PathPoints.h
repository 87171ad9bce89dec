#pragma once
#include <optional>
#include <vector>

#include "core/base/Result.h"
#include "core/params/ParamSpec.h"
#include "core/params/ParamValues.h"

namespace sinew {

/// points: what a path drawn by hand runs through after the part's origin.
ParamSpec pathPointsParam();
/// Them with the origin, in the part's axes [m]; the end of a straight path of `length` [m] where
/// there are none.
Result<std::vector<Vec3>> readPathPoints(const ParamReader& params, double length);

/// ends: apart, or joined to a ring.
ParamSpec endsParam();
bool endsJoined(const ParamReader& params);
/// What is wrong with points to be joined to a ring.
std::optional<Error> faultOfRing(const std::vector<Vec3>& points);

}  // namespace sinew
