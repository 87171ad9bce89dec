#pragma once
#include <functional>
#include <limits>

#include "core/math/Types.h"

namespace sinew {

/// Which numbers may be chosen, and how far at once.
struct NumberRange {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  /// Longest step of a search: of angles, whose places come round again.
  double stride = std::numeric_limits<double>::infinity();
};

/// The number at which the place [m] that it decides lies nearest to a line: what is dragged
/// follows the pointer. Found downhill from `start`, with slopes by finite differences; `start`
/// itself where the place moves towards the eye and no pointer could tell how far.
double nearestToLine(const std::function<Vec3(double)>& place, double start,
                     const NumberRange& range, const Vec3& origin, const Vec3& direction);

/// The vector whose place [m] is `target`, for places that depend on it smoothly.
Vec3 vectorAt(const std::function<Vec3(const Vec3&)>& place, const Vec3& start,
              const NumberRange& range, const Vec3& target);

}  // namespace sinew
