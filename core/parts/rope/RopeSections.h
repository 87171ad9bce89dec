#pragma once
#include <vector>

#include "core/math/Lanes.h"
#include "core/parts/rope/CubicSpline.h"
#include "core/parts/rope/RopeSpec.h"

namespace sinew {

/// A point of a rope where bend and twist are measured (a Gauss point), as it is at rest.
struct RopeSection {
  CubicSpline::Basis basis;
  std::array<double, 4> spin{}, spinSlope{};  ///< basis of ζ and its derivative by u (Rope.h)
  /// Derivatives of the basis by u, and in the fourth lane spin and spinSlope: what stands in the
  /// lanes of control points and legs, or is to be added there, at once.
  std::array<Lanes, 4> first{}, second{};
  double u = 0;
  double weight = 0;                                 ///< of the quadrature over u
  double speed = 1;                                  ///< [m] of rest length per u
  double quickening = 0;                             ///< x′·x″/c² at rest, for RopeFolds.cpp
  double curvature1 = 0, curvature2 = 0, twist = 0;  ///< [1/m] at rest
};

/// A point where stretch is measured.
struct StretchSection {
  CubicSpline::Basis basis;
  double weight = 0;
  double speed = 1;  ///< [m] of rest length per u
};

/// Where a rope is measured. Stretch: two Gauss points in the end spans, one elsewhere; more lock
/// thin ropes, fewer leave motions that nothing resists. Rings have no end spans. Bend and twist:
/// three in every span.
struct RopeMesh {
  CubicSpline spline;
  std::vector<Vec3> controls{};  ///< [m] at the start
  std::vector<double> legs{};    ///< [m] rest lengths of the control polygon's legs
  double restLength = 0;         ///< [m]
  bool restsAsDrawn = false;
  double shrink = 1;  ///< rest length over drawn length
  /// Σ basis_k x_k over the four control points of a span at the start.
  Vec3 sumOf(const std::array<double, 4>& basis, int span) const;
  /// [m] of rest length per u.
  double speedAt(const CubicSpline::Basis& basis) const;
  /// x′·x″/c² at rest.
  double quickeningAt(const CubicSpline::Basis& basis) const;
  std::vector<RopeSection> sections{};
  std::vector<StretchSection> stretch{};
};

RopeMesh makeRopeMesh(const RopeSpec& spec);

}  // namespace sinew
