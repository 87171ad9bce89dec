#pragma once
#include "core/parts/superquadric/SuperquadricShape.h"

namespace sinew {

/// Mass properties of the solid that a rest shape bounds, for density 1 kg/m³.
struct SolidMoments {
  double volume = 0;             ///< [m³]
  Vec3 centroid = Vec3::Zero();  ///< [m] in the part's axes
  Mat3 inertia = Mat3::Zero();   ///< [m⁵] about the centroid
  bool foldsOver = false;        ///< the deformation turns some of the material inside out
};

/// Exact across sections (Beta functions), double-exponential quadrature along the axis: about
/// 1e-12 relative. For the undeformed shape the volume is 2 a³ a₁a₂a₃ ε₁ε₂ B(ε₁/2+1, ε₁)
/// B(ε₂/2, ε₂/2).
SolidMoments solidMoments(const SuperquadricShape& shape);

/// A solid of uniform density at rest, replaced by point masses.
struct MassPoints {
  MaterialPoints points;
  Reals mass;  ///< [kg] per slot, fillers 0
};

/// `stations` sections along the axis with four equal masses each. They carry the solid's mass
/// and, across each section, its first and second moments; along the axis they are a Gauss rule.
/// Undeformed, the inertia is that of the solid to rounding.
MassPoints solidMassPoints(const SuperquadricShape& shape, double mass, int stations);

}  // namespace sinew
