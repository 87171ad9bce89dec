#pragma once
#include <string_view>

#include "core/model/Part.h"
#include "core/parts/superquadric/Membrane.h"

namespace sinew {

/// Everything a superquadric part is made of, read from its parameters.
struct SuperquadricSpec {
  ShapeSpec shape;

  double mass = 1;        ///< [kg]; 0: density × volume
  double density = 1000;  ///< [kg/m³]
  double nodalMass = 0;   ///< [kg] of every node of a local part; 0: share out the mass

  Vec3 position = Vec3::Zero();         ///< [m] of the part's origin at the start
  Quat orientation = Quat::Identity();  ///< part to world
  /// How far from rest it starts: Global::kCount differences of shape parameters, then the nodes'
  /// displacements [m] in the part's frame, 3 each; or only the former, or nothing.
  Reals startShape;
  Vec3 velocity = Vec3::Zero();         ///< [m/s] of the origin
  Vec3 angularVelocity = Vec3::Zero();  ///< [rad/s] in world axes

  double damping = 0;          ///< [1/s] drag against the world, in proportion to mass
  double internalDamping = 0;  ///< [1/s] the same against the part's own rigid motion

  GlobalValues<double> stiffness{};  ///< k of the energy below, in units of J/q²
  MembraneSpec membrane;

  int nodesU = 7, nodesV = 12;     ///< rings of nodes between the poles, nodes round a ring
  int renderU = 48, renderV = 96;  ///< drawn cells from pole to pole and round

  /// Energy [J] of the moving parameters, and its negative gradient: ½ Σ k (q − q₀)².
  /// DEPARTURE: [Metaxas93]'s linear springs let a hard pull turn a part inside out. A radius has
  /// ¼ k (a − a₀)² (1 + a₀/a) instead, the same for small changes and without end towards 0; tapers
  /// beyond ±1 and exponents beyond their range meet a wall.
  double shapeEnergy(const double* qs) const;
  void addShapeForce(const double* qs, double* force) const;
  /// Its second derivatives, one per moving parameter: the slopes of these springs, never negative.
  void shapeStiffness(const double* qs, double* slopes) const;
  /// Q −= d h K q̇, and what springs of radii pull more in the mean of a step's way round here than
  /// here: else what is squeezed far would gain on its way in, and lose on its way out.
  void addShapeResistance(const double* qs, const double* rates, const ImplicitStep& step,
                          double* Q) const;
  /// What is impossible about the moving parameters, as the end of a sentence; empty if nothing.
  std::string_view impossible(const double* qs) const;
  /// Largest curvature of a parameter's energy, in units of its stiffness, ≥ 1.
  double stiffening(const double* qs) const;

 private:
  struct Spring {
    double energy = 0, slope = 0, curvature = 0;  // by q: 0, 1, 2 times
  };
  Spring springOf(Global::Param p, double value) const;
  double energyAfter(Global::Param radius, double value, double way) const;
};

}  // namespace sinew
