#pragma once
#include "core/parts/superquadric/SuperquadricPart.h"
#include "core/parts/superquadric/SurfaceNodes.h"

namespace sinew {

struct LocalScratch;

/// A superquadric with frame, global and local motion (Metaxas93 §3, eqs. 7–11).
///
///   q = (origin c [m], unit quaternion part → world, q_s, q_d: displacement of each node in the
///        part's axes [m])
///   v = ν = w: velocity of each node in world axes [m/s]
///
/// DEPARTURE: the paper's rates (ċ, ω, q̇_s, q̇_d) are redundant – all four can express one and the
/// same motion – so Σ m LᵀL is singular, and lumping its blocks counts inertia up to four times.
/// Here the nodes' velocities are the state, with their point masses M_n as mass matrix, and
/// the frame and the global parameters follow the nodes in the mean, weighted by mass:
///
///   ν_g = (ċ, ω, q̇_s) = (AᵀM_nA)⁻¹ AᵀM_n w,   q̇_d = Rᵀ (w − A ν_g),   ẇ = M_n⁻¹ F
///
/// where A = [I  −[R p]×  R J] stacked over the nodes. Elastic forces act so that
/// they are minus the gradient of the energy along w: with F_d = −R K q_d and the global g_s,
///
///   F = F_d + M_n A (AᵀM_nA)⁻¹ ([0; 0; g_s] − Aᵀ F_d)
///
/// Between nodes x(u) = Σ Sᵢ xᵢ + R (s(u) − Σ Sᵢ sᵢ): the nodes' bilinear surface, corrected by
/// what the true shape is away from it.
class LocalSuperquadric final : public SuperquadricPart {
 public:
  /// `volume` [m³] of the solid at rest.
  LocalSuperquadric(SuperquadricSpec spec, double volume);

  PartDims dims() const override;
  std::vector<StateField> configurationFields() const override;
  std::vector<StateField> velocityFields() const override;
  SurfaceScales scales() const override;
  void initialState(double* q, double* v) const override;
  double mass() const override { return m_mass; }

  std::unique_ptr<PartScratch> makeScratch() const override;
  void update(const PartState& state, PartScratch& scratch) const override;
  void updatePoints(const PartState& state, PartScratch& scratch) const override;

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
  bool heedsDamping() const override { return true; }
  double deformingEnergy(const PartScratch& scratch) const override;
  void slowDeforming(const PartScratch& scratch, double share, double* v) const override;
  double elasticAt(const double* q, PartScratch& work) const override;
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
  void turningJacobian(const PartScratch& scratch, const Vec3& direction,
                       PointKinematics& out) const override;

 private:
  /// Where the nodes depart from when they are advanced by velocities ν for h seconds.
  struct Departure {
    Vec3 c;
    Mat3 R;
    const Field& s;
    const double* nu;
    double h;
  };
  void moveFrame(const Vec3& move, const Vec3& turn, const FrameVector& shift, double* q) const;
  void seeFromFrame(const LocalScratch& s, const Departure& from, double* q) const;
  const SurfaceGrid* nodeGrid() const override { return &m_nodes.grid(); }
  void fillJacobian(const LocalScratch& s, const NodeShare& share, const double* response,
                    double* L) const;

  double m_mass = 0;
  SurfaceNodes m_nodes;
  Reals m_inverseMass;  ///< [1/kg] per node
};

}  // namespace sinew
