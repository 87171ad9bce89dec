#pragma once
#include <array>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// The global parameters q_s of a superquadric (Metaxas93 eq. 6), in the order of GlobalValues.
struct Global {
  enum Param : int {
    Radius1,    ///< a₁ [m] half width along x
    Radius2,    ///< a₂ [m] half width along y
    Radius3,    ///< a₃ [m] half length along z, the long axis
    Exponent1,  ///< ε₁ [–] roundness from pole to pole
    Exponent2,  ///< ε₂ [–] roundness round the long axis
    Taper1,     ///< t₁ [–] relative growth of x at the upper pole
    Taper2,     ///< t₂ [–] relative growth of y at the upper pole
    Twist,      ///< τ [rad] turn of the upper pole against the lower
    Shear1,     ///< h₁ [–] shift of x per height
    Shear2,     ///< h₂ [–] shift of y per height
    Bend,       ///< θ [rad] angle between the two ends, in the x–z plane
  };
  static constexpr int kCount = 11;
};

template <class T>
using GlobalValues = std::array<T, Global::kCount>;

/// What the shape is at rest, and which of its global parameters may move.
struct ShapeSpec {
  GlobalValues<double> rest{0.25, 0.25, 0.25, 1, 1, 0, 0, 0, 0, 0, 0};
  double scale = 1;         ///< a [–], fixed: moving it with the radii would make mass singular
  double bendCentre = 0;    ///< ζ₀: where the bend sits, −1 lower pole … 1 upper pole; fixed
  double bendExtent = 0.5;  ///< w > 0: the bend lives in ζ₀ ± w; fixed
  std::vector<Global::Param> moving;  ///< in ascending order
};

/// A material point of the solid or its surface. f, g, ζ place it in the unit superellipsoid at
/// the rest exponents; the logarithms say how it moves when exponents move.
///
///   f = r·C_u^ε₁·C_v^ε₂,  g = r·C_u^ε₁·S_v^ε₂,  ζ = r·S_u^ε₁,  S_w^ε = sgn(sin w)|sin w|^ε
///
/// A logarithm whose factor is zero is stored as 0: that is the limit of the derivative.
struct ShapePoint {
  double f = 0, g = 0, zeta = 0;
  double logCosU = 0, logSinU = 0, logCosV = 0, logSinV = 0;
};

}  // namespace sinew
