#pragma once
#include "core/params/ParamSpec.h"
#include "core/scene/Scene.h"

namespace sinew {

/// Takes things from where they are in the world to somewhere else in it.
class WorldMap {
 public:
  virtual ~WorldMap() = default;
  virtual Vec3 place(const Vec3& x) const = 0;      ///< [m]
  virtual Vec3 direction(const Vec3& d) const = 0;  ///< of any unit
  /// Of what goes round: angles, angular velocities, torques.
  virtual Vec3 spin(const Vec3& w) const = 0;
};

/// Turned about the world's origin, then shifted.
struct RigidMotion final : WorldMap {
  Quat turn = Quat::Identity();
  Vec3 shift = Vec3::Zero();  ///< [m]

  RigidMotion() = default;
  RigidMotion(const Quat& turned, const Vec3& shifted) : turn(turned), shift(shifted) {}
  Vec3 place(const Vec3& x) const override { return turn * x + shift; }
  Vec3 direction(const Vec3& d) const override { return turn * d; }
  Vec3 spin(const Vec3& w) const override { return turn * w; }
  bool turns() const { return turn.vec() != Vec3::Zero(); }
  /// This after that.
  RigidMotion after(const RigidMotion& first) const {
    return {(turn * first.turn).normalized(), place(first.shift)};
  }
};

/// Whether a parameter speaks of the world. What shapes a part, rather than to put it somewhere or
/// to set it going, is said in its own axes.
bool speaksOfTheWorld(Section section, const ParamSpec& spec);

/// Vectors, and lists of them, carried along by what their unit says that they are, with every key
/// and slope; any other value as it is.
Value carried(Value value, const ParamSpec& spec, const WorldMap& map);

}  // namespace sinew
