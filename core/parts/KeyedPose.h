#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/math/Jet.h"
#include "core/model/Point.h"
#include "core/params/Curve.h"
#include "core/params/ParamSpec.h"
#include "core/params/ParamValues.h"

namespace sinew {

/// A place and a turn, both keyed: x = o + R p with R = R_z(c) R_y(b) R_x(a) R₀ for keyed angles
/// a, b, c [rad] about the world's axes and a fixed orientation R₀.
struct KeyedPose {
  Curve position;  ///< [m]
  Curve turn;      ///< [rad]
  Quat orientation = Quat::Identity();

  void eventTimes(double from, double to, std::vector<double>& out) const;
};

/// It at an instant.
struct MovingFrame {
  VectorJet origin;                                 // [m]
  Mat3 R = Mat3::Identity();                        // part to world
  Vec3 omega = Vec3::Zero(), alpha = Vec3::Zero();  // [rad/s, rad/s²] in world axes

  void update(const KeyedPose& pose, double time);
  /// A point p of the frame [m] in the world.
  VectorJet point(const Vec3& p) const;
  /// A direction of the frame in the world.
  VectorJet direction(const Vec3& d) const;
  /// Points of the frame in the world, xyz of one after the other.
  void place(std::span<const Vec3> points, std::span<float> out) const;
};

/// What moves thus, and answers to nothing.
void setPrescribed(const VectorJet& moves, PointKinematics& out);

/// position, with this to say of it, orientation, turn.
ParamTable keyedPoseParams(std::string positionDoc);
KeyedPose readKeyedPose(const ParamReader& params);
/// A point p of the part's axes [m] in space at the start.
Vec3 placeAtStart(const ParamReader& params, const Vec3& p);

}  // namespace sinew
