#pragma once
#include <optional>
#include <vector>

#include "core/model/Part.h"

namespace sinew {

/// Where a material point of a part is when it begins [m]; nothing if there is none.
std::optional<Vec3> placeAtStart(const Part& part, const std::vector<double>& at);

/// The material point that is at a place [m] when the part begins, to a millionth of the part's
/// size; nothing if the part has none there.
std::optional<std::vector<double>> materialPointAtStart(const Part& part, const Vec3& place);

/// The material point that is nearest to a place [m] when the part begins, which for what fills
/// space is there; nothing if it has none.
std::optional<std::vector<double>> nearestMaterialPoint(const Part& part, const Vec3& place);

}  // namespace sinew
