#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "core/base/Result.h"
#include "core/params/ParamSpec.h"
#include "core/params/ParamValues.h"
#include "core/registry/Registry.h"

namespace sinew {

/// points: what a path drawn by hand runs through after the part's origin.
ParamSpec pathPointsParam();
/// Them with the origin, in the part's axes [m]; the end of a straight path of `length` [m] where
/// there are none.
Result<std::vector<Vec3>> readPathPoints(const ParamReader& params, double length);

/// [m] A place in the part's axes, in space.
using Placing = std::function<Vec3(const Vec3&)>;
/// Handles at its points; where there are none at the end of a straight path, for `length`.
std::vector<PartHandle> pathHandles(const ParamReader& params, const Placing& inSpace);
/// The path so many times as large along the part's axes, and how many times as long it then is.
struct ScaledPath {
  Fitted values;
  double length = 1;
};
ScaledPath scaledPath(const ParamReader& params, const Vec3& factors);
/// How many times as thick something slim is then: as thick as before where one factor alone is not
/// 1, and as much thicker as longer where all are the same.
double scaledThickness(const Vec3& factors);

/// ends: apart, or joined to a ring.
ParamSpec endsParam();
bool endsJoined(const ParamReader& params);
/// What is wrong with points to be joined to a ring.
std::optional<Error> faultOfRing(const std::vector<Vec3>& points);

/// The axis along which a part that is a path is best turned over: y or z, for straight paths run
/// along x.
int mirrorAxisOfPath(const Quat& orientation, int worldAxis);
/// Its points turned over along one of the part's axes.
ValueList pointsTurnedOver(const ParamReader& params, int axis);

}  // namespace sinew
