#pragma once
#include "core/simulation/rigid/RigidContacts.h"
#include "core/simulation/rigid/RigidCrossings.h"
#include "core/simulation/rigid/RigidSqueeze.h"

namespace sinew {

/// Steps of fixed length of a world in which all that moves is rigid, with contact solved for
/// instead of stepped round (docs/architecture.md, "Analytic contact"):
///
///   ν̄  = ν + ½ h M⁻¹Q + M⁻¹Jᵀλ₁      0 ≤ λ₁ ⟂ J ν̄ + max(gap, 0)/h ≥ 0, with Coulomb's cone
///   x⁺ = x moved on for h seconds with ν̄
///   ν⁺ = ν̄ + ½ h M⁻¹Q + M⁻¹Jᵀλ₂      0 ≤ λ₂ ⟂ J ν⁺ ≥ 0 for what touches, likewise
///
/// Free flight is exact at any step, what rests has no speed, and what falls ends on the surface.
/// What has run into something faster than gravity alone accounts for is an impact: the speeds that
/// met are those at the instant of touching, and are given back by generalised reflection (Smith,
/// Kaufman, Vouga, Tamstorf, Grinspun, ACM Trans. Graph. 31, 2012) with one restitution per
/// connected group, which never makes energy. Where parts turn into each other on their way, the
/// places where they would overlap are solved for as well, and the step is done again.
class RigidStep final : public Integrator {
 public:
  RigidStep(const World& world, SceneDynamics& dynamics, double step);

  Level level() const override { return Level::Displacement; }
  int order() const override { return 2; }
  double initialStep() const override { return m_step; }
  bool adaptive() const override { return false; }
  void propose(Dynamics& dynamics, double time, std::span<const double> y, double h,
               StepProposal& out) override;

  /// What the step last proposed leaves for the next to begin with.
  const std::vector<RestingContact>& resting() const { return m_resting; }
  const ConeSolver::Statistics& statistics() const { return m_statistics; }
  /// What is wrong with the step last proposed.
  struct Trouble {
    std::array<int, 2> parts;  ///< −1: no part
    bool shorterHelps = false;
  };
  /// Parts that it leaves in each other, or energy that it makes.
  std::optional<Trouble> trouble() const;
  /// See RigidContacts: then it solves for no contact at all.
  const std::optional<std::array<int, 2>>& overfull() const { return m_contacts.overfull(); }
  /// What keys leave so little room that nothing makes up for it.
  std::optional<Squeeze> squeezed() const;
  /// [m] By which any two overlap at its end.
  double deepest() const { return m_crossings.deepest(); }

 private:
  std::array<int, 2> hardest() const;
  bool lacksRoom(const std::array<int, 2>& pair) const;

  /// What has pushed on each other in a step.
  struct Group {
    double mass = 0;               ///< [kg]
    Vec3 momentum = Vec3::Zero();  ///< [N s]
    bool stands = false;           ///< against something that does not move freely
    bool driven = false;           ///< or that a key moves
    Vec3 velocity() const { return stands ? Vec3(Vec3::Zero()) : Vec3(momentum / mass); }
  };
  struct Impact {
    double speed = 0;   ///< [m/s] at which the two meet, > 0
    double fallen = 0;  ///< [s] of gravity until then
  };

  double tryStep(double time, std::span<const double> y, double h, StepProposal& out);
  void begin(std::span<const double> y, double h);
  void recall(double h);
  void beginAsBefore();
  double bulge(std::size_t contact, double h);
  bool allowBulges(double h);
  void solveMotion(double h);
  void partOverlaps(double h);
  void move(double h, double* y);
  void solveVelocities(double h);
  bool findImpacts(double h);
  void reflect(double h);
  void findHit(double h);
  bool hitMore(double h);
  void reflectOnce();
  void fallOn(double h);
  double shareOfFall(int body, double h);
  void goOn(double h);
  void note(const ConeSolver::Statistics& found);
  void arrive(double h, const double* start, double* y);
  void gain(const std::vector<ConeBody>& from, std::span<const ConeBody> to, double* y);
  double energyAt(double time, const double* y);
  double liftedApart(double h) const;
  double energyOfMotion(double h) const;
  void keepBooks(double h, double before, double after, double* y);
  double takenBack(double made, double h, double* y);
  void findGroups();
  void remember(double h);
  void setVelocities(const std::vector<ConeBody>& from);

  static constexpr double kMostMade = 1e-3;

  const World* m_world;
  SceneDynamics* m_dynamics;
  double m_step = 0;  // [s]
  ConeBudget m_budget;
  double m_made = 0;               // energy from nowhere: share of what moves
  std::vector<Group> m_groups;     // by island
  std::vector<int> m_groupOf;      // per body; −1: none
  std::vector<ConeBody> m_before;  // what was taken back
  std::optional<RigidSqueeze> m_squeeze;
  RigidContacts m_contacts;
  RigidCrossings m_crossings;
  ConeSolver m_solver;
  ConeSolver::Statistics m_statistics;
  std::vector<ConeBody> m_start, m_mean;  // velocities where the step starts, and in its mean
  std::vector<ConeBody> m_moved;          // velocities of the mean, as parts have moved with them
  std::vector<ConeBody> m_arrived;        // the latter, where parts have come to
  std::vector<Vec3> m_pushVelocity;       // [m/s] that parts overlaps, in positions only
  std::vector<Vec3> m_first;              // [N s] impulses to the mean, in contact axes
  std::vector<Vec3> m_stopped;            // [N s] the same in world axes: balls turn theirs
  std::vector<Vec3> m_total;              // [N s] of the whole step, in world axes
  std::vector<Impact> m_impacts;          // per contact; speed 0: none
  std::vector<double> m_fallen;           // [s] per body; −1: in no impact
  std::vector<char> m_touches;            // per contact, at the end of the step
  std::vector<char> m_hit;                // per body: an impact moves it
  Reals m_meanRates;                      // ν of all parts in the mean of the step
  std::vector<ConeBody> m_met, m_reflected;  // as things meet, and after impacts
  std::vector<ConeBody> m_changes;           // of velocities
  // Per island of contacts: 0 without an impact; [m/s] at which its impacts are over.
  std::vector<double> m_restitution, m_slowest;
  std::vector<ConeContact> m_kept;  // contacts as they were before a solve of another kind
  std::vector<RestingContact> m_resting, m_known;
  std::vector<char> m_found;  // per known contact
  std::vector<std::unique_ptr<PartScratch>> m_scratch;
};

}  // namespace sinew
