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
/// What such rows hold of ν is lost, as ever in implicit Euler. They do not hold against what hangs
/// together turning as one, so that a swing or a spin of all of it goes on.
///
/// FIXME: what presses on links without being tied to them (contact, hands, keyed forces) is not
/// seen where it is found out what may count; eyelets, tubes and axes have no such rows.
///
/// DEPARTURE: [Metaxas93] has no such term; it is that of Tournier, Nesme, Gilles and Faure 2015.
class GeometricStiffness {
 public:
  using Scratches = std::span<const std::unique_ptr<PartScratch>>;

  /// Finds what may count: where what hangs together is so heavy beside a part that its weight
  /// could, in a step of the usual length. From the initial state.
  void compile(const World& world);
  /// Its items of a system, which stand right behind the world's constraints.
  const std::vector<ConstraintSystem::Structure::Item>& items() const { return m_items; }
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
  /// Whether some of it, or what hangs together with a part, carries so much energy that a step has
  /// to be solved for again where it led.
  bool isWild() const { return m_wild; }
  bool isWild(int part) const { return m_wild && m_motion[m_islands.of(part)].wild; }
  /// Whether any of it counts in what hangs together with a constraint.
  bool actsOn(const World& world, int constraint) const;
  enum class Against { Motion, Change };  ///< ν, or what it is beside a spin of all as one
  /// Right-hand sides of its rows, for parts that would move with ν.
  void aim(const ConstraintSystem& system, const Reals& nu, double h, Against against,
           Reals& rhs) const;

 private:
  /// Rows of the system.
  struct Item {
    int item = 0, rows = 0, island = 0;
    Vec3 compliance = Vec3::Zero();  ///< per row, 1/(h² k)
    Mat3 byTurning = Mat3::Zero();   ///< ∂(J ν) by the spin of all that hangs together as one
    Vec3 kept = Vec3::Zero();        ///< of J ν as the step begins, that rows do not hold
    Vec3 rest = Vec3::Zero();        ///< of J ν but for that spin
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
  /// Of what hangs together.
  struct Motion {
    double mass = 0, kinetic = 0, carried = 0;        ///< [kg], [J], [J] by rows
    Vec3 momentum = Vec3::Zero();                     ///< [kg m/s]
    Mat3 turning = Mat3::Zero();                      ///< what rows do about a spin, times h²
    Vec3 turned = Vec3::Zero(), spin = Vec3::Zero();  ///< likewise of all; [rad/s]
    bool counts = false, wild = false;
  };
  struct Ends;

  Reals findIslands(const World& world);
  int addItem(const ConstraintSystem::Structure::Item& item);
  void addTurn(const World& world, int part, const PointKinematics& point,
               const PartScratch& scratch, const Reals& weight);
  void addSpan(const World& world, int constraint, const Reals& weight);
  void addSources(const World& world);
  static bool isPlain(const CompiledConstraint& constraint);
  void evaluate(const World& world, Scratches scratch, double time, int constraint, Ends& ends);
  Mat3 turningMobility(const CompiledPart& part, const PartScratch& scratch, double arm);
  bool takeTurns(const World& world, Scratches scratch, double h, ConstraintSystem& system);
  void findEnergy(const Instant& at);
  void findKept(const Instant& at, const ConstraintSystem& system);
  template <class Do>
  void forActive(const ConstraintSystem& system, Do&& what);
  static bool takeSpan(const World& world, Span& span, const Ends& ends, double pull, double h,
                       ConstraintSystem& system);

  std::vector<ConstraintSystem::Structure::Item> m_items;
  int m_firstItem = 0;  ///< of the system
  std::vector<Turn> m_turns;
  std::vector<int> m_turnOf;  ///< per part: which, or −1
  std::vector<Span> m_spans;
  std::vector<int> m_spanOf;     ///< per constraint: which, or −1
  std::vector<int> m_sources;    ///< constraints that either needs
  Islands m_islands;             ///< of all constraints, at any time
  std::vector<char> m_anchored;  ///< likewise, to what does not move freely
  std::vector<Motion> m_motion;  ///< likewise, per island
  Reals m_nu, m_torque, m_answer;
  bool m_counts = false, m_wild = false;
  Reals m_L;  ///< room for the points of one constraint
};

}  // namespace sinew
