#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/contact/convex/ConvexShape.h"
#include "core/model/Part.h"

namespace sinew {

/// A part of a world in which all that moves is rigid, as analytic contact sees it.
struct RigidShape {
  ConvexShape shape;  ///< about the centre of mass, or about the frame of what moves by key
  /// Of what moves by key: its origin, and a point on each of its axes.
  std::array<ResolvedPoint, 4> frame;
  bool keyed = true;
  double size = 0;  ///< [m] smallest of the part, for tolerances; 0 for a half-space
};

/// The instant's position [m], axes and motion of a part that keys move.
struct KeyedFrame {
  Vec3 origin = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();
  Mat3 axes = Mat3::Identity();
};
KeyedFrame keyedFrame(const Part& part, const PartScratch& scratch, const RigidShape& shape);

/// Whether a part moves as a rigid body: q = (centre of mass, quaternion), ν = (velocity, spin).
bool isRigidBody(const Part& part);

/// What analytic contact needs of a part, or why it cannot have it: the end of a sentence that
/// begins with the part's name.
Result<RigidShape> rigidShapeOf(const Part& part);

}  // namespace sinew
