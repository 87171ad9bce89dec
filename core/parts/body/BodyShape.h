#pragma once
#include "core/params/ParamValues.h"
#include "core/parts/SolidShape.h"

namespace sinew {

/// What a body is shaped like, and the numbers that its shape goes by.
struct BodyShape {
  enum class Form { Box, Ball, Capsule, Cylinder, Wedge };

  Form form = Form::Box;
  Vec3 half = Vec3::Constant(0.1);  ///< [m] half its size, of a box or wedge
  double radius = 0.1;              ///< [m] of what is round
  double halfLength = 0.1;  ///< [m] of a cylinder, or between the middles of a capsule's round ends

  SolidShape surface() const;
  /// The direction out of the surface where it is nearest to a place [m] in the part's axes.
  Vec3 outwards(const Vec3& place) const;
  double thickness() const;  ///< [m] smallest extent
};

/// Mass properties for density 1 kg/m³, of the exact solid.
struct BodyMoments {
  double volume = 0;             ///< [m³]
  Vec3 centroid = Vec3::Zero();  ///< [m] in the part's axes
  Mat3 inertia = Mat3::Zero();   ///< [m⁵] about the centroid
};
BodyMoments momentsOf(const BodyShape& shape);

/// shape, size, radius, length.
ParamTable bodyShapeParams();
BodyShape readBodyShape(const ParamReader& values);

}  // namespace sinew
