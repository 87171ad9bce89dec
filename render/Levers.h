#pragma once
#include <vector>

#include "render/Picking.h"

namespace sinew {

/// Where to take hold of a part besides the point `at` [m] of it, to turn it about an axis through
/// that point: the place of its surface that is farthest from the axis, one on the other side where
/// that is far from it as well, and one aside from the line of these where the part could roll
/// about it. None where the whole part lies along the axis, and of parts that are held in one point
/// only.
std::vector<SurfaceHit> leversAbout(const Snapshot& snapshot, std::uint32_t part, const Vec3& at,
                                    const Vec3& axis);

}  // namespace sinew
