#pragma once
#include "core/model/Part.h"
#include "core/parts/rope/LaneBand.h"
#include "core/parts/rope/RopeSections.h"

namespace sinew {

struct RopeScratch;

/// A rope, or a ring of it: a cubic B-spline that stretches, bends and twists.
///
/// Paper: [MICADO08] §3, any x(u) = Σ bᵢ(u) xᵢ; energies as in Kirchhoff's theory of rods.
/// Per section (Gauss point), with ′ = d/du, speed c = rest length per u, l = ‖x′‖, t = x′/l and
/// material directors m₁, m₂ = t × m₁:
///   stretch  ε = l/c − 1                                    ½ EA ε²           per rest length
///   bend     K₁ = −x″·m₂/l, K₂ = x″·m₁/l (by u)             ½ EI Σ (K_i/c − κ_i)²
///   twist    τ = m₁′·m₂ (by u)                              ½ GJ (τ/c − τ₀)²
/// and what resists folds that spans cannot show, RopeFolds.cpp.
/// Directors do not spin about t but by the spin ω_t; then τ̇ = k·ẋ′/l + ω_t′, k = K₁m₁ + K₂m₂.
///
///   q = control points [m], then per section m₁ and τ
///   v = ν = velocities of the control points [m/s], then spins η [rad/s] of the n − 1 legs of the
///       control polygon, n on a ring, about themselves
///   ω_t = ζ c/l with ζ = Σ s_k η_k, s_k(u) = a_k(u) ℓ_k/c where x′ = Σ a_k (x_{k+1} − x_k)
/// DEPARTURE: [MICADO08] has no twist. A spin spline of its own would not contain t·ω, what a rigid
/// rotation ω turns sections by; legs do (η_k = ω·(x_{k+1} − x_k)/ℓ_k), so that angular momentum is
/// kept. Spin carries the inertia ½ ρJ c ζ²: that of the section, grown by (l/c)².
class Rope final : public Part, public TurningLengths {
 public:
  explicit Rope(const RopeSpec& spec);

  PartDims dims() const override;
  std::vector<StateField> configurationFields() const override;
  std::vector<StateField> velocityFields() const override;
  SurfaceScales scales() const override;
  void initialState(double* q, double* v) const override;
  double mass() const override { return m_totalMass; }
  /// A span: over more its tangent may turn freely.
  double size() const override { return m_mesh.restLength / m_mesh.spline.spans(); }

  double thickness() const override { return 2 * m_spec.radius; }

  /// The axis of the world that the director m₁ leans towards where the rope starts.
  int firstDirectorLeansTo() const;

  bool mayStiffen() const override { return true; }
  double stiffening(const double* q) const override;

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
  /// x′, towards where u grows.
  void direction(const PartScratch& scratch, const ResolvedPoint& u,
                 PointKinematics& out) const override;

  Track track() const override;
  ResolvedPoint trackPoint(double place) const override;
  double placeOf(const ResolvedPoint& u) const override;
  void bend(const PartScratch& scratch, const ResolvedPoint& u, TrackBend& out) const override;

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
  bool advancePoints(const PartScratch& scratch, const double* nu, double h,
                     double* q) const override;
  void normalise(double* q) const override;
  PartEnergy energy(const Surroundings& around, const PartScratch& scratch) const override;

  bool linearises() const override { return true; }
  void linearise(PartScratch& scratch, const ImplicitStep& step, double* Q) const override;
  const TurningLengths* lengths() const override { return this; }
  Stretch stretch() const override;
  bool isStraight() const override;
  double storedByTurning(const PartScratch& scratch, double h) const override;
  double dampedByTurning(const PartScratch& scratch, double h) const override;
  void dampByChange(const PartScratch& scratch, const PartScratch& start, const Span& span,
                    double* Q) const override;
  void applyInverseDynamics(const PartScratch& scratch, const double* rhs, double* out,
                            int columns) const override;
  void applyHalfInverse(const PartScratch& scratch, Lanes* x, int from) const override;
  const BlockChain* chain() const override { return &m_chain; }
  void chainMatrix(const PartScratch& scratch, Inertia which, double* out) const override;
  void addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                       double* v) const override;
  void addInverseRate(const PartScratch& scratch, const double* dv, double scale,
                      double* Q) const override;

  ContactSurface contactSurface() const override;
  std::span<const ResolvedPoint> contactPoints() const override { return m_contact; }
  double contactRadius() const override { return m_spec.radius; }
  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override;

  MeshTopology tessellation() const override;
  void tessellate(const PartScratch& scratch, std::span<float> positions) const override;

 private:
  /// [N m] of a section, conjugate to K₁, K₂ and τ.
  struct Moments {
    double bend1 = 0, bend2 = 0, twist = 0;
  };

  int controls() const { return m_mesh.spline.controls(); }
  bool isRing() const { return m_mesh.spline.isRing(); }
  int legs() const { return isRing() ? controls() : controls() - 1; }
  // Vectors that spans read or add to have, on a ring, the first three blocks again after the last.
  int lapped() const { return isRing() ? controls() + 3 : controls(); }
  void lap(std::vector<Lanes>& x) const;
  void foldLap(std::vector<Lanes>& x) const;
  double* frame(double* q, std::size_t section) const { return q + 3 * controls() + 4 * section; }
  ResolvedPoint pointAt(double fraction) const;
  void compileMass();
  void compileChain();
  // Between ν and one lane block per control point, of which only every `stride`th is used.
  void loadRates(const double* nu, Lanes* out, int stride = 1) const;
  void addLanes(const Lanes* lanes, double scale, double* nu, int stride = 1) const;
  Moments momentsOf(const RopeScratch& scratch, std::size_t section, double rateShare) const;
  void applyMoments(const RopeScratch& s, std::size_t section, const Moments& m,
                    Lanes* force) const;
  void addSectionStiffness(RopeScratch& s, std::size_t section, const ImplicitStep& step,
                           Lanes* force) const;
  double pullSpeed() const;
  void addStretchStiffness(RopeScratch& s, std::size_t section, const ImplicitStep& step,
                           Lanes* force) const;
  double addSectionForces(const RopeScratch& s, Lanes* force) const;
  double addStretchForces(const RopeScratch& s, Lanes* force) const;
  double addWeightAndDrag(const Surroundings& around, const RopeScratch& s, Lanes* force) const;
  void addFoldForces(const RopeScratch& s, Lanes* force) const;
  void addFoldStiffness(RopeScratch& s, const ImplicitStep& step, Lanes* force) const;
  double foldEnergy(const RopeScratch& s) const;
  double elasticEnergy(const RopeScratch& s) const;
  Vec3 spinMomentum(const RopeScratch& s) const;

  RopeSpec m_spec;
  RopeMesh m_mesh;
  std::vector<Vec3> m_directors;   // m₁ per section at the start
  std::vector<double> m_nodeMass;  // [kg] ∫ ρA bᵢ per control point
  double m_totalMass = 0;          // [kg]
  double m_spinInertia = 0;        // [kg m] ρJ
  LaneBand m_mass, m_massFactor;
  BlockChain m_chain;
  std::vector<ResolvedPoint> m_contact;
};

}  // namespace sinew
