#pragma once
#include <Eigen/Core>

#include "core/simulation/Snapshot.h"
#include "render/FrameLook.h"

namespace sinew {

/// A ball that holds what is worth seeing.
struct Focus {
  Vec3 centre = Vec3::Zero();  ///< [m]
  double radius = 1;           ///< [m]
  bool operator==(const Focus&) const = default;
};

/// Ball round the parts of a snapshot that `shown` marks (by index). Parts much larger than the
/// others (a ground plane, a wall) are left out, so that shadows and framing stay sharp.
Focus focusOf(const Snapshot& snapshot, const std::vector<bool>& shown);

/// The same of those that a settled camera sees or that are near what it looks at, of all if none
/// are: what has flown off must not take the shadows of what is in the picture along.
Focus focusNear(const CameraLook& camera, const Snapshot& snapshot, const std::vector<bool>& shown);

/// The camera with everything automatic decided. `aspect` is width over height.
CameraLook settleCamera(const CameraLook& wish, const Focus& focus, double aspect);

/// Whether the ground is drawn for this eye: from beneath it would hide everything. Its light and
/// its shade stay either way.
bool showsGround(const GroundLook& ground, const CameraLook& camera);

/// World to clip space, depth −1..1, of a settled camera.
Eigen::Matrix4f viewProjection(const CameraLook& camera, double aspect);

/// Clip (x, y, 1, 1) to the direction from the eye into the world, not normalised.
Eigen::Matrix4f clipToRay(const CameraLook& camera, double aspect);

/// Where a place of the picture leads into the world.
struct Ray {
  Vec3 origin = Vec3::Zero();       ///< [m]
  Vec3 direction = Vec3(0, 0, -1);  ///< unit
};

/// The ray of a settled camera through `clip`, −1..1 right and up.
Ray rayThrough(const CameraLook& camera, double aspect, const Eigen::Vector2d& clip);

/// Columns: right, up and back of the camera, unit.
Mat3 cameraAxes(const CameraLook& camera);

/// [m] Half the height that the camera sees at its target.
double stageOf(const CameraLook& camera);

/// World to 0..1 box: an orthographic view along −towards of the ball. Depth grows away from the
/// light. Used by everything that casts shadows.
Eigen::Matrix4f ballProjection(const Vec3& towards, const Focus& ball);

}  // namespace sinew
