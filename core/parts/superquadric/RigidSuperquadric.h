#pragma once
#include "core/motion/RigidMotion.h"
#include "core/parts/superquadric/SolidMass.h"
#include "core/parts/superquadric/SuperquadricPart.h"

namespace sinew {

/// A superquadric that keeps its rest shape, and moves as a rigid body.
class RigidSuperquadric final : public RigidMotion<SuperquadricPart> {
 public:
  RigidSuperquadric(SuperquadricSpec spec, const SolidMoments& moments);

  SurfaceScales scales() const override;
  void initialState(double* q, double* v) const override;
  Result<ResolvedPoint> resolve(std::span<const double> at) const override;

  double ballRadius() const override { return m_ballRadius; }
  ResolvedPoint ballPoint(const PartScratch& scratch, const Vec3& arm) const override;
  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override;
  void tessellate(const PartScratch& scratch, std::span<float> positions) const override;

 protected:
  Turning turning(const PartScratch& scratch) const override;

 private:
  Vec3 m_centre;  ///< [m] centre of mass in the part's axes
  double m_contactReach = 0;
  double m_ballRadius = 0;
  Field m_drawn;  ///< [m] vertices about the centre of mass, in the part's axes
};

}  // namespace sinew
