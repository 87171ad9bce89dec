#pragma once
#include "core/parts/superquadric/FreeTurn.h"
#include "core/parts/superquadric/SolidMass.h"
#include "core/parts/superquadric/SuperquadricPart.h"

namespace sinew {

/// What the motion of a rigid body depends on.
struct RigidBodyConstants {
  double mass = 1, inverseMass = 1;        ///< [kg], [1/kg]
  double drag = 0;                         ///< [1/s] of both momenta
  Mat3 inertia = Mat3::Identity();         ///< [kg m²] about the centre, in the part's axes
  Mat3 inverseInertia = Mat3::Identity();  ///< [1/(kg m²)]
};

/// A superquadric that keeps its rest shape.
///
///   q = (position of the centre of mass [m], unit quaternion part → world)
///   v = (linear momentum [kg m/s], angular momentum about the centre of mass [kg m²/s])
///   ν = (velocity of the centre of mass [m/s], angular velocity [rad/s]), all in world axes
///
/// The state carries momenta, so that R = I, no velocity product acts on v, and a free body keeps
/// both momenta to the last bit.
class RigidSuperquadric final : public SuperquadricPart {
 public:
  RigidSuperquadric(SuperquadricSpec spec, const SolidMoments& moments);

  PartDims dims() const override { return {7, 6, 6, 3, 0, 3}; }
  std::vector<StateField> configurationFields() const override;
  std::vector<StateField> velocityFields() const override;
  SurfaceScales scales() const override;
  void initialState(double* q, double* v) const override;
  double mass() const override { return m_body.mass; }

  std::unique_ptr<PartScratch> makeScratch() const override;
  void update(const PartState& state, PartScratch& scratch) const override;

  Result<ResolvedPoint> resolve(std::span<const double> at) const override;
  void point(const PartScratch& scratch, const ResolvedPoint& u,
             PointKinematics& out) const override;
  void locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
              Vec3& velocity) const override;
  void addPointForce(const PartScratch& scratch, const ResolvedPoint& u, const Vec3& force,
                     double* Q) const override;

  double addForces(const Surroundings& around, const PartScratch& scratch,
                   double* Q) const override;
  void applyInverseMass(const PartScratch& scratch, const double* rhs, double* out,
                        int columns) const override;
  void freeRate(const PartScratch& scratch, double* out) const override;
  void addForceRate(const PartScratch& scratch, const double* Q, double scale,
                    double* v) const override;
  void velocityFromState(const PartScratch& scratch, const double* v, double* nu) const override;
  void configurationRate(const PartScratch& scratch, double* out) const override;
  void advance(const PartScratch& scratch, const double* nu, double h, double* q) const override;
  void coast(const PartScratch& scratch, const double* nu, double h, double* q) const override;
  Mat3 coastResponse(const PartScratch& scratch, const double* nu, double h) const override;
  void normalise(double* q) const override;
  PartEnergy energy(const Surroundings& around, const PartScratch& scratch) const override;

  bool linearises() const override { return true; }
  void linearise(PartScratch& scratch, double h, double* Q) const override;
  void applyInverseDynamics(const PartScratch& scratch, const double* rhs, double* out,
                            int columns) const override;
  void addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                       double* v) const override;
  void addInverseRate(const PartScratch& scratch, const double* dv, double scale,
                      double* Q) const override;

  double ballRadius() const override { return m_ballRadius; }
  ResolvedPoint ballPoint(const PartScratch& scratch, const Vec3& arm) const override;
  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override;
  void tessellate(const PartScratch& scratch, std::span<float> positions) const override;

 protected:
  Turning turning(const PartScratch& scratch) const override;

 private:
  FreeTurn::Body freeBody(const Mat3& R, const double* nu) const;

  RigidBodyConstants m_body;
  Vec3 m_centre;  ///< [m] centre of mass in the part's axes
  double m_contactReach = 0;
  double m_ballRadius = 0;
  Field m_drawn;  ///< [m] vertices about the centre of mass, in the part's axes
};

}  // namespace sinew
