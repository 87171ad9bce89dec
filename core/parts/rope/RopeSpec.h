#pragma once
#include <functional>

#include "core/math/Types.h"

namespace sinew {

/// What a rope is made of and where it starts, in SI units.
struct RopeSpec {
  // As drawn
  std::function<Vec3(double)> drawn;  ///< [m] world point at a fraction 0–1 of the drawn length
  double drawnLength = 1;             ///< [m]
  Vec3 origin = Vec3::Zero();         ///< [m] that its spin at the start goes round
  Vec3 velocity = Vec3::Zero(), angularVelocity = Vec3::Zero();  ///< [m/s], [rad/s]
  int controlPoints = 16;
  bool ring = false;  ///< the drawn curve comes back to its start, and the rope has no ends

  // At rest
  double restLength = 1;                          ///< [m]
  bool restsAsDrawn = false;                      ///< keeps the curvature it was drawn with
  double naturalCurvature = 0, naturalTwist = 0;  ///< [1/m], besides

  // Made of
  double radius = 0.01;         ///< [m]
  double massPerLength = 0;     ///< [kg/m]
  double stretchStiffness = 0;  ///< [N] EA
  double bendStiffness = 0;     ///< [N m²] EI
  double twistStiffness = 0;    ///< [N m²] GJ
  double drag = 0;              ///< [1/s] against the world
  double viscosity = 0;         ///< [s] stress per strain rate over stress per strain
};

}  // namespace sinew
