#pragma once
#include "core/parts/superquadric/SolidMass.h"
#include "core/parts/superquadric/SuperquadricPart.h"

namespace sinew {

/// A superquadric whose frame and global parameters move (Metaxas93 §3 without q_d).
///
///   q = (origin c [m], unit quaternion part → world, q_s)
///   ν = (ċ, ω, q̇_s), ċ and ω in world axes
///   v = T p: p = M ν, M = Σ m AᵀA over point masses that stand for the solid; T takes off it what
///       the linear momentum P = m V carries, as s − s̄ and J − J̄ in place of s and J in Aᵀ would
///
/// The points move as ẋ = A ν, A = [I  −[R s]×  R J], eq. (11). From Σ m Aᵀ ẍ = Q follows
/// v̇ = T Q + (d/dt T Aᵀ) M_n (ẋ − V), of which only the shape's rows are left: both momenta are
/// kept exactly, and what a body does about its centre of mass it does alike at any speed V.
/// DEPARTURE: eq. (12) integrates q̇ and lumps M into a diagonal; that keeps no momentum. Here M
/// is consistent and the state carries momenta.
class GlobalSuperquadric final : public SuperquadricPart {
 public:
  /// `volume` [m³] of the solid at rest.
  GlobalSuperquadric(SuperquadricSpec spec, double volume);

  PartDims dims() const override;
  std::vector<StateField> configurationFields() const override;
  std::vector<StateField> velocityFields() const override;
  SurfaceScales scales() const override;
  void initialState(double* q, double* v) const override;
  double mass() const override { return m_mass; }

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
  bool mayBecomeImpossible() const override { return true; }
  std::string_view impossible(const double* q) const override { return spec().impossible(q + 7); }
  double stiffening(const double* q) const override { return spec().stiffening(q + 7); }
  void normalise(double* q) const override;
  PartEnergy energy(const Surroundings& around, const PartScratch& scratch) const override;

  bool linearises() const override { return true; }
  bool heedsDamping() const override { return true; }
  double deformingEnergy(const PartScratch& scratch) const override;
  void slowDeforming(const PartScratch& scratch, double share, double* v) const override;
  double elasticAt(const double* q, PartScratch&) const override {
    return spec().shapeEnergy(q + 7);
  }
  void linearise(PartScratch& scratch, const ImplicitStep& step, double* Q) const override;
  void applyInverseDynamics(const PartScratch& scratch, const double* rhs, double* out,
                            int columns) const override;
  void addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                       double* v) const override;
  void addInverseRate(const PartScratch& scratch, const double* dv, double scale,
                      double* Q) const override;

  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override;
  void tessellate(const PartScratch& scratch, std::span<float> positions) const override;

 protected:
  Turning turning(const PartScratch& scratch) const override;

 private:
  double m_mass;
  MassPoints m_solid;
};

}  // namespace sinew
