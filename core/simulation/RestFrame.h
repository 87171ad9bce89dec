#pragma once
#include "core/math/Types.h"
#include "core/params/ParamValues.h"

namespace sinew {

/// Where a part's own axes begin in the world.
struct RestFrame {
  Vec3 origin = Vec3::Zero();           ///< [m]
  Quat orientation = Quat::Identity();  ///< from the part's axes to the world's
};

/// Read from the parameters that kinds share, at time 0: position, orientation, turn, and normal,
/// which is where up goes. What a kind lacks is that of the world.
RestFrame restFrameOf(const ParamTable& table, const ParamValues& values);

}  // namespace sinew
