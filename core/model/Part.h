#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"
#include "core/math/Lanes.h"
#include "core/math/Rotation.h"
#include "core/model/BlockChain.h"
#include "core/model/ContactSurface.h"
#include "core/model/Point.h"
#include "core/model/Tessellation.h"
#include "core/model/TurningLengths.h"

namespace sinew {

/// Sizes of a compiled part.
struct PartDims {
  int q = 0;                 ///< configuration numbers (poses with unit quaternions, shape, ...)
  int v = 0;                 ///< velocity numbers
  int pointColumns = 0;      ///< most columns a point's L can have
  int directionColumns = 0;  ///< most columns a direction's L can have
  int half = 0;              ///< length of a column of applyHalfInverse(); 0: it has none
  int spin = -1;  ///< first of the three of ν that are ω [rad/s], by which a part turns; −1: none
};

/// What a part reads of the state: its slices of q and v, and the time [s].
struct PartState {
  const double* q = nullptr;
  const double* v = nullptr;
  double time = 0;
};

/// What acts on a part from outside, or on the scene as a whole.
struct Surroundings {
  double time = 0;                   ///< [s]
  Vec3 gravity = Vec3(0, -9.81, 0);  ///< [m/s²] of parts: with their share of it
};

/// Energies [J] and momenta of one part, about the world's origin.
struct PartEnergy {
  double kinetic = 0, elastic = 0, gravity = 0;
  Vec3 momentum = Vec3::Zero();         ///< [kg m/s]
  Vec3 angularMomentum = Vec3::Zero();  ///< [kg m²/s]
  double total() const { return kinetic + elastic + gravity; }
};

/// Surface of an obstacle seen from a point: gap [m] (negative inside), outward unit normal,
/// velocity [m/s] of the surface there.
struct SurfaceProbe {
  double gap = 0;
  Vec3 normal = Vec3::UnitY();
  Vec3 velocity = Vec3::Zero();
};

/// Springs between an obstacle's surface and what touches it.
struct ContactMaterial {
  double stiffness = 0;  ///< [N/m] per contact point
  double damping = 0;    ///< [N s/m] per contact point
  double friction = 0;   ///< Coulomb coefficient μ [–]
};

/// Everything a part computes anew whenever its state changes. Owned by whoever evaluates
/// (so that a World can be shared between threads); each kind derives its own.
class PartScratch {
 public:
  virtual ~PartScratch() = default;
};

/// A step that takes internal forces at its end.
struct ImplicitStep {
  // NOLINTNEXTLINE(google-explicit-constructor): most care for its length alone
  ImplicitStep(double seconds, double share = 1) : h(seconds), damping(share), acts(seconds) {}
  double h;  ///< [s]
  /// Numerical, of what turns and gives way (Part::heedsDamping): 1 as implicit Euler does, 0 none.
  double damping;
  /// [s] that forces act, from the middle of the step before on to that of this one: else what
  /// swings would gain or lose where steps change their length.
  double acts;
  /// [s²] of K in A, for Q − d h K ν: Newmark's method (1959) with γ = ½ + d, β = ½ (1 + d);
  /// DEPARTURE: [MICADO08] (2) is implicit Euler, d = 1. While steps keep their length,
  /// T + ½ (U before + U after) never grows however d changes: velocities are of a step's middle. A
  /// swing loses ½ d h ω a radian; of one too fast for the step √((1 − d)/(1 + d)) is left after
  /// it.
  double stiffness() const { return 0.5 * (1 + damping) * h * acts; }
  /// In passes of Newton's method, where the one before this was linearised; else null.
  const PartScratch* before = nullptr;
  /// [s] If damping of lengths goes by how they have changed (TurningLengths::dampByChange), since
  /// when; else 0.
  double since = 0;
};

/// A named slice of q or v, for clips, reports and hashes.
struct StateField {
  std::string name;  ///< "centre", "rotation", "momentum", ...
  int count = 0;
};

/// What a unit of each number of a part does to its points at rest, at most: so numbers of all
/// kinds compare, whatever the part's mass and whatever the state carries.
struct SurfaceScales {
  Reals q;   ///< [m] by which a point moves
  Reals v;   ///< [m/s] at which a point moves: 1/mass for a momentum, 1 for a velocity
  Reals nu;  ///< [m/s] likewise, for ν: the distance from the axis for an angular velocity
};

/// A deformable, flexible or rigid thing: generalised coordinates and the map from material to
/// space. Immutable once compiled; parts never know constraints.
///
/// Three spaces:
///   q   configuration, rotations as unit quaternions (w,x,y,z)
///   v   what the state carries as velocity: a kind chooses it so that what nature keeps is a sum
///       of v's (momenta for rigid and global motion, nodal velocities for local motion)
///   ν   the velocities that points see, ẋ = L ν; same length as v; Q is dual to ν (power Qᵀν).
/// They are tied by  v̇ = freeRate + R Q  and  ν = velocityFromState(q, v).
class Part {
 public:
  virtual ~Part() = default;

  virtual PartDims dims() const = 0;
  virtual std::vector<StateField> configurationFields() const = 0;  ///< counts add up to dims().q
  virtual std::vector<StateField> velocityFields() const = 0;       ///< counts add up to dims().v
  virtual void initialState(double* q, double* v) const = 0;
  virtual double mass() const = 0;  ///< [kg]; 0 for what does not move freely
  /// False for a mass model that counts inertia more than once and so keeps neither momentum nor
  /// energy (a paper's shortcut, selectable to reproduce its figures).
  virtual bool keepsMomentum() const { return true; }
  virtual double size() const = 0;  ///< [m] a typical length, for tolerances and reports
  /// For error control and for what counts as fast. As here where q and v are places and
  /// velocities of points.
  virtual SurfaceScales scales() const {
    const PartDims size = dims();
    return {Reals(size.q, 1.0), Reals(size.v, 1.0), Reals(size.v, 1.0)};
  }

  virtual std::unique_ptr<PartScratch> makeScratch() const = 0;
  /// Recomputes scratch from the state. Everything below reads only scratch.
  virtual void update(const PartState& state, PartScratch& scratch) const = 0;
  /// As much of it as locate() and point() need, but for b and c; nothing else means anything then.
  virtual void updatePoints(const PartState& state, PartScratch& scratch) const {
    update(state, scratch);
  }

  // — points —
  /// Looks a material point up; fails with what is legal if `at` is malformed or off the part.
  virtual Result<ResolvedPoint> resolve(std::span<const double> at) const = 0;
  /// Position, velocity, L, b and c. out.L has room for 3 × dims().pointColumns.
  virtual void point(const PartScratch& scratch, const ResolvedPoint& u,
                     PointKinematics& out) const = 0;
  /// Position and velocity only.
  virtual void locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                      Vec3& velocity) const = 0;
  /// Q += Lᵀ f for a force f [N] at u.
  virtual void addPointForce(const PartScratch& scratch, const ResolvedPoint& u, const Vec3& force,
                             double* Q) const = 0;

  /// Whether its points have the next.
  virtual bool hasDirections() const { return dims().directionColumns > 0; }
  /// The direction at u, of any length but 0: a rope's tangent, the way out of a solid's surface.
  /// As point(), with the direction in place of the position; out.L has room for
  /// 3 × dims().directionColumns.
  virtual void direction(const PartScratch& /*scratch*/, const ResolvedPoint& /*u*/,
                         PointKinematics& /*out*/) const {}

  // — tracks —
  virtual Track track() const { return {}; }
  virtual ResolvedPoint trackPoint(double /*place*/) const { return {}; }
  virtual double placeOf(const ResolvedPoint& /*u*/) const { return 0; }
  virtual void bend(const PartScratch& /*scratch*/, const ResolvedPoint& /*u*/,
                    TrackBend& /*out*/) const {}

  // — dynamics —
  /// Q += elastic, damping and gravity forces. Returns the power that damping takes [W], ≥ 0.
  virtual double addForces(const Surroundings& around, const PartScratch& scratch,
                           double* Q) const = 0;
  /// out = M⁻¹ rhs for `columns` right-hand sides stored one after the other (v × columns).
  virtual void applyInverseMass(const PartScratch& scratch, const double* rhs, double* out,
                                int columns) const = 0;
  /// out = v̇ when no generalised force acts (what a moving frame or shape does to v).
  virtual void freeRate(const PartScratch& scratch, double* out) const = 0;
  /// v += scale · R Q: what a generalised force does to the velocity state.
  virtual void addForceRate(const PartScratch& scratch, const double* Q, double scale,
                            double* v) const = 0;
  /// ν for any v, at the configuration of scratch.
  virtual void velocityFromState(const PartScratch& scratch, const double* v, double* nu) const = 0;
  /// out = q̇ at scratch's q and v (quaternions: ½ ω q).
  virtual void configurationRate(const PartScratch& scratch, double* out) const = 0;
  /// q ← q moved for `h` seconds with ν constant, rotations along the manifold.
  virtual void advance(const PartScratch& scratch, const double* nu, double h, double* q) const = 0;
  /// Likewise, but ν is what points start with, and turns on as it does where no force acts: what
  /// has not the same inertia about all axes wanders about, and keeps its energy.
  virtual void coast(const PartScratch& scratch, const double* nu, double h, double* q) const {
    advance(scratch, nu, h, q);
  }
  /// ∂θ/∂(h ω) for parts with dims().spin, where after coast() with ω + δω they are turned by θ
  /// more [world axes].
  virtual Mat3 coastResponse(const PartScratch&, const double* nu, double h) const {
    return turnedFurther(h * Eigen::Map<const Vec3>(nu + dims().spin));
  }
  /// As much of advance() as updatePoints() needs; false if that is all there is.
  virtual bool advancePoints(const PartScratch& scratch, const double* nu, double h,
                             double* q) const {
    advance(scratch, nu, h, q);
    return false;
  }
  /// Whether q may reach what no part can be, such as a size of nothing; only then is it asked
  /// what is impossible about q: the end of a sentence that begins with the part's name, or "".
  virtual bool mayBecomeImpossible() const { return false; }
  virtual std::string_view impossible(const double* /*q*/) const { return {}; }
  /// Whether restoring springs may become stiffer than in the initial shape; only then is it asked
  /// how many times the strongest has its stiffness of there, ≥ 1: steps are cut accordingly.
  virtual bool mayStiffen() const { return mayBecomeImpossible(); }
  virtual double stiffening(const double* /*q*/) const { return 1; }
  /// Puts q back onto its manifold after it was summed componentwise (unit quaternions).
  virtual void normalise(double* q) const = 0;
  /// Of motion, and the potential of all forces that it has of itself: work that is not accounted
  /// for counts as gained from nowhere, and stops the take.
  virtual PartEnergy energy(const Surroundings& around, const PartScratch& scratch) const = 0;

  // — steps that take internal forces at their end —
  // Linearised over a step of h seconds, with A = M + h C + h² K (M mass, C damping, K stiffness,
  // positive semi-definite): A ν′ = M ν + h (Q − h K ν). A kind without stiffness has A = M.
  /// Whether the next three are overridden; if not, springs limit the step.
  virtual bool linearises() const { return false; }
  /// A for those below, which hold until it is called or scratch updated again; and Q −= h K ν,
  /// unless Q is null.
  virtual void linearise(PartScratch& /*scratch*/, const ImplicitStep& /*step*/,
                         double* /*Q*/) const {}
  /// Whether linearise() heeds ImplicitStep::damping for all of K.
  virtual bool heedsDamping() const { return false; }
  /// [J] What it then stores as q, as energy() has it; `work` may be overwritten.
  virtual double elasticAt(const double* /*q*/, PartScratch& /*work*/) const { return 0; }
  /// [J] Kinetic, of all motion that is not as a whole, where heedsDamping().
  virtual double deformingEnergy(const PartScratch& /*scratch*/) const { return 0; }
  /// v ← motion as a whole, and `share` of all other: momenta stay.
  virtual void slowDeforming(const PartScratch& /*scratch*/, double /*share*/,
                             double* /*v*/) const {}
  /// Of a part with forces that turn with it, like the tension of a rope.
  virtual const TurningLengths* lengths() const { return nullptr; }
  /// out = A⁻¹ rhs, laid out as in applyInverseMass.
  virtual void applyInverseDynamics(const PartScratch& scratch, const double* rhs, double* out,
                                    int columns) const {
    applyInverseMass(scratch, rhs, out, columns);
  }
  /// x ← H⁻¹ x, where A = H Hᵀ is factored so that H⁻¹ alone is cheap. Of a part with a chain(),
  /// for kAbreast columns side by side, 0 before block `from`: block i of the k-th at x[kAbreast ·
  /// i + k].
  virtual void applyHalfInverse(const PartScratch& /*scratch*/, Lanes* /*x*/, int /*from*/) const {}
  /// For a part whose M and A are narrow bands, so that many constraints on it cost no more each
  /// than few do.
  virtual const BlockChain* chain() const { return nullptr; }
  enum class Inertia { Mass, Dynamics };  ///< M, or A
  /// The lower half of M or A: for every block of the chain, with itself and each of the `reach`
  /// before it, a 4 × 4 block, column-major. Rows that no velocity has stand alone with a 1.
  virtual void chainMatrix(const PartScratch& /*scratch*/, Inertia /*which*/,
                           double* /*out*/) const {}
  /// v += what a generalised force Q does to the velocity state in h seconds.
  virtual void addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                               double* v) const {
    addForceRate(scratch, Q, h, v);
  }

  /// Q += scale · R⁻¹ dv: the generalised force that changes v by scale · dv in a second.
  virtual void addInverseRate(const PartScratch& scratch, const double* dv, double scale,
                              double* Q) const = 0;

  // — contact —
  /// What others can run into, made when asked for; empty for what nothing touches.
  virtual ContactSurface contactSurface() const { return {}; }
  /// [m] The radius of what is exactly a ball, which others then run into in place of its skin;
  /// else 0. Of a ball it is asked for the material point at `arm` [m, world axes] from its centre.
  virtual double ballRadius() const { return 0; }
  virtual ResolvedPoint ballPoint(const PartScratch& /*scratch*/, const Vec3& /*arm*/) const {
    return {};
  }
  /// Points that feel obstacles, and the thickness [m] round each.
  virtual std::span<const ResolvedPoint> contactPoints() const { return {}; }
  virtual double contactRadius() const { return 0; }
  /// Centre [m] and radius [m] of a sphere that holds all contact points, for quick rejection.
  virtual void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const = 0;
  /// For obstacles: the surface nearest to x. False for anything else.
  virtual bool probe(const PartScratch&, const Vec3&, SurfaceProbe&) const { return false; }
  virtual const ContactMaterial* contactMaterial() const { return nullptr; }

  /// Times in (from, to] where something keyed jumps; steps end on them.
  virtual void eventTimes(double /*from*/, double /*to*/, std::vector<double>&) const {}

  // — drawing —
  virtual MeshTopology tessellation() const = 0;
  /// xyz per vertex of tessellation(), in world axes [m].
  virtual void tessellate(const PartScratch& scratch, std::span<float> positions) const = 0;

  // — without load —
  /// q where it starts, but in the shape that it has without load: what starts loaded, as after
  /// settling, is otherwise there.
  virtual void unloadedConfiguration(double* q) const {
    std::vector<double> v(static_cast<std::size_t>(dims().v));
    initialState(q, v.data());
  }
  /// [m] Its smallest diameter in the shape without load, which no length along it changes.
  virtual double thickness() const { return size(); }
};

}  // namespace sinew
