#pragma once
#include <optional>

#include "core/parts/superquadric/SolidMass.h"
#include "core/parts/superquadric/SuperquadricPart.h"
#include "core/parts/superquadric/SurfaceNodes.h"

namespace sinew {

/// The paper's own inertia (Metaxas93 eq. 12 with lumped masses), selectable to reproduce its
/// figures, with global motion only or with local motion as well.
///
///   q = (origin c [m], unit quaternion part → world, q_s, q_d of each node [m])
///   v = ν = (ċ, ω, q̇_s, q̇_d), ċ and ω in world axes, q̇_d in the part's axes
///
/// Translation, rotation, each global parameter and each node are independent masses:
/// m, Σ m [p]×ᵀ[p]×, Σ m |J_k|², m_i. Since q_c, q_θ, q_s and q_d can express the same motion,
/// inertia is counted up to four times: a force moves the part too far, weight included, and
/// momentum is not kept. The inertial forces g_q are left out, as is usual with lumped masses.
class LumpedSuperquadric final : public SuperquadricPart {
 public:
  /// `volume` [m³] of the solid at rest.
  LumpedSuperquadric(SuperquadricSpec spec, double volume, bool local);

  PartDims dims() const override;
  std::vector<StateField> configurationFields() const override;
  std::vector<StateField> velocityFields() const override;
  SurfaceScales scales() const override;
  void initialState(double* q, double* v) const override;
  double mass() const override { return m_mass; }
  bool keepsMomentum() const override { return false; }

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
  bool mayBecomeImpossible() const override { return true; }
  std::string_view impossible(const double* q) const override { return spec().impossible(q + 7); }
  double stiffening(const double* q) const override { return spec().stiffening(q + 7); }
  void normalise(double* q) const override;
  PartEnergy energy(const Surroundings& around, const PartScratch& scratch) const override;

  bool linearises() const override { return true; }
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
  const SurfaceGrid* nodeGrid() const override { return m_nodes ? &m_nodes->grid() : nullptr; }
  const MaterialPoints& points() const { return m_nodes ? m_nodes->points() : m_solid.points; }
  const Reals& pointMass() const { return m_nodes ? m_nodes->mass() : m_solid.mass; }
  int nodeCount() const { return m_nodes ? m_nodes->count() : 0; }
  int nodeStart() const { return 6 + shape().moving(); }  ///< first velocity of the nodes

  double m_mass = 0;
  std::optional<SurfaceNodes> m_nodes;  ///< with local motion
  MassPoints m_solid;                   ///< without
};

}  // namespace sinew
