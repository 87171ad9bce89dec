#pragma once
#include "core/math/Rotation.h"
#include "core/model/Point.h"

namespace sinew {

/// How a part's frame is turned and turns; all in world axes.
struct Turning {
  Mat3 R = Mat3::Identity();
  Vec3 omega = Vec3::Zero();     ///< [rad/s]
  Vec3 freeSpin = Vec3::Zero();  ///< [rad/s²] ω̇ while no force acts
  Vec3 wander = Vec3::Zero();    ///< [rad/s²] ω̇ along Part::coast
};

/// A direction of the frame, all of `out` but its blocks and L.
inline void turnDirection(const Turning& now, const Vec3& ofFrame, PointKinematics& out) {
  const Vec3 d = now.R * ofFrame;
  out.position = d;
  out.velocity = now.omega.cross(d);
  const Vec3 swings = now.omega.cross(out.velocity);
  out.curvature = swings + now.wander.cross(d);
  out.bias = swings + now.freeSpin.cross(d);
}

/// Blocks and L of a direction d, ḋ = ω × d, where ν[3..5] is ω.
inline void turnJacobian(const Vec3& direction, PointKinematics& out) {
  out.blockCount = 1;
  out.blocks[0] = {3, 3};
  out.columns = 3;
  Eigen::Map<Mat3>(out.L) = skew(-direction);
}

}  // namespace sinew
