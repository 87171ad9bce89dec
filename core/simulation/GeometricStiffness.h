#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/simulation/Islands.h"
#include "core/simulation/World.h"
#include "core/solvers/ConstraintSystem.h"

namespace sinew {

/// What constraints' forces do by turning with the parts that they hold. A light link under a heavy
/// load springs back so hard when it turns that a step which takes forces to keep their direction
/// throws it about.
///
/// With multipliers λ of constraints g, a step of h seconds takes
///   A + h² K,  K = −Σ λ ∂²g/∂x² ≥ 0,
/// of which only what pulls back counts. Here that is rows with compliance, (J A⁻¹ Jᵀ + 1/(h² k)) s
/// = −J ν/h: one item for each part that turns about places where it is held, and one for each two
/// places that are held at a distance. Only what is stiffer than a step can follow is taken: the
/// rest swings on without loss.
///
/// What such rows hold of ν is lost, as ever in implicit Euler, so a slow swing of all of it would
/// lose most. Where rows would carry next to nothing of the energy there is, they hold against a
/// change of ν instead: an inertia, that keeps energy and bears any step.
///
/// DEPARTURE: [Metaxas93] has no such term; it is that of Tournier, Nesme, Gilles and Faure 2015.
class GeometricStiffness {
 public:
  using Scratches = std::span<const std::unique_ptr<PartScratch>>;

  /// Adds its items to the structure, behind all constraints: where what hangs together is so heavy
  /// beside a part that its weight could count in a step of the usual length. From the initial
  /// state.
  void compile(const World& world, ConstraintSystem::Structure& structure);
  bool none() const { return m_turns.empty() && m_spans.empty(); }

  /// Nothing counts, until it is taken.
  void clear(ConstraintSystem& system);

  struct Instant {
    const World& world;
    Scratches scratch;
    Surroundings around;
    const double* v;  ///< of all parts
  };
  /// Sets the rows of all that counts with these multipliers [N, N m] at an instant, in a step of h
  /// seconds. False if nothing does.
  bool take(const Instant& at, std::span<const double> lambda, double h, ConstraintSystem& system);
  bool counts() const { return m_counts; }  ///< anything, as last taken
  /// Whether some of it carries so much energy that a step has to be solved for again where it led.
  bool isWild() const { return m_wild; }
  enum class Against { Motion, Change };  ///< ν, or where there is little energy how it changes
  /// Right-hand sides of its rows, for parts that would move with ν.
  void aim(const ConstraintSystem& system, const Reals& nu, double h, Against against,
           Reals& rhs) const;

 private:
  /// Rows of the system.
  struct Item {
    int item = 0, rows = 0, island = 0;
    Vec3 compliance = Vec3::Zero();  ///< per row, 1/(h² k)
    Vec3 kept = Vec3::Zero();        ///< of J ν as the step begins, that rows do not hold
  };
  /// A part that turns, by constraints that hold it at points.
  struct Turn : Item {
    int part = 0;
    double arm = 0;                 ///< [m] of the farthest of those
    Mat3 stiffness = Mat3::Zero();  ///< [N m/rad] K, world axes
  };
  /// Places that a constraint keeps at a distance.
  struct Span : Item {
    int constraint = 0;
  };
  struct Ends;

  void addSources(const World& world);
  static bool counts(const CompiledConstraint& constraint);
  void evaluate(const World& world, Scratches scratch, double time, int constraint, Ends& ends);
  Mat3 turningMobility(const CompiledPart& part, const PartScratch& scratch, double arm);
  bool takeTurns(const World& world, Scratches scratch, double h, ConstraintSystem& system);
  void findKept(const Instant& at, const ConstraintSystem& system);
  template <class Do>
  void forActive(const ConstraintSystem& system, Do&& what);
  static bool takeSpan(const World& world, Span& span, const Ends& ends, double pull, double h,
                       ConstraintSystem& system);

  std::vector<Turn> m_turns;
  std::vector<int> m_turnOf;  ///< per part: which, or −1
  std::vector<Span> m_spans;
  std::vector<int> m_spanOf;   ///< per constraint: which, or −1
  std::vector<int> m_sources;  ///< constraints that either needs
  Islands m_islands;           ///< of all constraints, at any time
  Reals m_carried, m_kinetic;  ///< [J] per island: by rows, and of all its parts
  Reals m_nu, m_torque, m_answer;
  bool m_counts = false, m_wild = false;
  Reals m_L;  ///< room for the points of one constraint
};

}  // namespace sinew
