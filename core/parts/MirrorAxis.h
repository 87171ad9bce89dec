#pragma once
#include "core/math/Types.h"

namespace sinew {

/// The axis of a part turned by `orientation` that lies nearest to one of the world's: turned over
/// along it, the part is turned otherwise by as little as can be.
inline int mirrorAxis(const Quat& orientation, int worldAxis) {
  int nearest = 0;
  (orientation.conjugate() * Vec3::Unit(worldAxis)).cwiseAbs().maxCoeff(&nearest);
  return nearest;
}

}  // namespace sinew
