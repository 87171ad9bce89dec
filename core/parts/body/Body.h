#pragma once
#include "core/motion/RigidMotion.h"
#include "core/motion/Turning.h"
#include "core/parts/body/BodyShape.h"

namespace sinew {

/// What a body is made of and how it begins.
struct BodySpec {
  BodyShape shape;
  double mass = 0;               ///< [kg]; 0: from density
  double density = 1000;         ///< [kg/m³]
  double damping = 0;            ///< [1/s] of both momenta
  Vec3 position = Vec3::Zero();  ///< [m] of its origin, the middle of its shape
  Quat orientation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();         ///< [m/s] of its origin
  Vec3 angularVelocity = Vec3::Zero();  ///< [rad/s] in world axes
};

/// A rigid body of a primitive shape. Material point: [x, y, z] in the part's axes [m], anywhere on
/// or in it, or beside it: then it is held as if by a rod without mass. Its direction is the one
/// out of the surface nearest by.
class Body final : public RigidMotion<Part> {
 public:
  explicit Body(const BodySpec& spec);

  double size() const override { return m_surface.size; }
  double thickness() const override { return m_spec.shape.thickness(); }
  SurfaceScales scales() const override;
  void initialState(double* q, double* v) const override;

  Result<ResolvedPoint> resolve(std::span<const double> at) const override;
  void direction(const PartScratch& scratch, const ResolvedPoint& u,
                 PointKinematics& out) const override;

  ContactSurface contactSurface() const override;
  double ballRadius() const override;
  ResolvedPoint ballPoint(const PartScratch& scratch, const Vec3& arm) const override;
  std::span<const ResolvedPoint> contactPoints() const override { return m_contact; }
  double contactRadius() const override { return m_surface.surface.thickness; }
  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override;

  MeshTopology tessellation() const override { return meshOf(m_surface); }
  void tessellate(const PartScratch& scratch, std::span<float> positions) const override;

 private:
  ResolvedPoint pointAt(const Vec3& place) const;

  BodySpec m_spec;
  SolidShape m_surface;
  Vec3 m_centre;                         // [m] of mass, in the part's axes
  std::vector<ResolvedPoint> m_contact;  // its corners
  double m_reach = 0;                    // [m] from the centre of mass to the farthest of those
};

}  // namespace sinew
