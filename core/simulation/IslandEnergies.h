#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "core/simulation/Islands.h"
#include "core/simulation/World.h"

namespace sinew {

/// An account of the energy of each island of what constraints tie together, from implicit step to
/// implicit step: what it has gained that nothing brought, or lost that nothing took.
///
/// * What hangs on something that stands gives back what it has gained, by all that it moves with.
/// * Of links that do not deform, or as little as a steel rope, each step ends with what there was,
///   as long as no limit or friction may have taken it: what they lose they get back.
/// * What swings and is not stiff (TurningLengths) is damped little, the more the more it has
///   gained. What it loses is not given back, for waves that steps cannot follow would live on.
///
/// A step moves places by the velocities that it ends with, which so are of its middle. What is
/// held is the energy where both are of its end: E + ½ h g·P, with the momentum P.
///
/// Solids swing on whatever touches them, with the damping that they are given (dampSolids), and
/// with more the more they have gained where nothing touches them: what turns far in a step gains.
/// Where there are any, the energies that are told of all parts are those of the middle of a step:
/// potential energy is the mean of its ends, and of what was put in half is still to come.
///
/// Of all others, where anything else brings or takes energy, closes, is led by keys, is limited or
/// touches, all is as implicit Euler has it. In the first step after a start or a change links get
/// nothing back: constraints may have stopped what flew, and that energy is lost.
class IslandEnergies {
 public:
  /// [1/s] Of what swings on, per second of a step: a tenth at 96 steps a second.
  static constexpr double kDamping = 9.6;

  explicit IslandEnergies(const World& world);
  /// What a State has of accounts: nothing where there are no such islands, or where the integrator
  /// goes other ways (Integrator::keepsAccounts).
  static std::size_t accountsSize(const World& world);
  /// Into the state, once the step is accepted.
  void remember(State& state) const;
  /// Something else than a step has changed it: what there was of energy counts no more.
  void close(State& state) const;
  /// [s] By how much the velocities of a link that hangs and touches nothing are older than its
  /// places. Ropes touch themselves and others now and then, where that is not known. Where springs
  /// tie anything, or solids swing, those of all parts: springs store what they lag by.
  double lag(const State& state, int part) const;
  /// [J] What a part stored more, in the mean of both ends of the step before, than at its end.
  /// Nothing where there was no step.
  std::optional<double> storedMore(const State& state, int part) const;
  /// [s] By how much its velocities are older than its places, whether or not that is told: half of
  /// a step from the start on, for that is how steps take them.
  double age(const State& state, int part) const;
  /// [s] The length of the step before; 0 where there was none.
  double stepBefore(const State& state) const;
  /// Whether that is told of all parts, for solids swing.
  bool tellsMidway() const { return m_live && m_hasSolids; }
  void store(std::size_t part, double more) { m_accounts[kEntries * part + More] = more; }
  /// [J] By how much what was put in is ahead: half of what the step before has booked.
  double workAhead(const State& state) const;
  /// [J] By hands, forces and drives, in the step.
  void putIn(double work) {
    if (!m_moving.empty()) m_accounts[kEntries * m_moving.front() + Work] = work;
  }
  /// [s] Half of the step before, where accounts were made in it.
  double halfStep(const State& state) const;

  /// Before a step from there: each part is an island. False where there is nothing to be kept.
  bool begin(const State& state);
  bool areKept() const { return m_live; }
  /// After it all is as without accounts.
  void end() { m_live = false; }
  /// A constraint that acts; `brings`: energy, for it closes or is led by keys.
  void tie(const CompiledConstraint& constraint, bool brings);
  /// Others act on a part than constraints, or touch it.
  void open(int part) { m_parts[part].open = true; }
  /// Two parts lay against each other in the step before.
  void press(int a, int b);
  /// A hand does.
  void pull(int part) { m_parts[part].open = m_parts[part].pulled = true; }
  /// Damping inside it takes so many watts.
  void damp(int part, double power) { m_parts[part].damped = power; }
  /// Of a part whose velocities are so many seconds older than its places.
  using Energy = std::function<PartEnergy(int, double)>;
  /// ImplicitStep::damping of solids.
  void dampSolids(double damping) { m_solids = damping; }
  /// A step goes by other ways, in which they are damped as implicit Euler has it.
  void dampSolidsFully();
  /// Whether a solid is damped little, so that its velocities are half a step older than its
  /// places.
  bool swingsOn(int part) const { return rings(part) && m_parts[part].damping < 1; }
  /// [J] What an untied solid that nothing touches had where the step started, with what velocities
  /// lag by.
  std::optional<double> hadAlone(int part) const;
  /// How it is to be, for a step of h seconds that starts where parts have these energies.
  void settle(double h, const Energy& energy);
  /// After it. What was touched in it may be open() by then.
  void keep(double h);
  /// Factors anew, for the v that links end with where they have these energies.
  void finish(double h, const Energy& energy);
  /// Whether finish() asks for a part.
  bool finishes(int part) const;

  /// ImplicitStep::damping of a part.
  double damping(std::size_t part) const { return m_live ? m_parts[part].damping : 1; }
  /// What its v is multiplied by, where the step starts, or has ended.
  double factor(std::size_t part) const { return m_live ? m_parts[part].factor : 1; }

 private:
  /// What is so of any part is so of its island.
  struct Traits {
    bool open = false, hangs = false, brings = false, swings = false, soft = false, pulled = false;
    bool gives = false, ropes = false;  // a solid; a rope
    bool begins = false;                // in this step
    void add(const Traits& other);
    bool counts() const { return !open && !brings && (swings || hangs || lags()); }
    bool lags() const { return gives && !ropes; }  // all of it, by half a step
    bool getsBack() const { return hangs && !soft; }
  };
  struct OfPart : Traits {
    double damping = 1, factor = 1;
    double damped = 0;  // [W] inside it, where the step starts
  };
  struct Island : Traits {
    double gained = 0;              // [J] since it last lost, or since the start
    double changed = 0;             // [J] of that, in the last step
    double kinetic = 0, moves = 0;  // [J] moves: with what it stores
    double lost = 0, damped = 0;    // [J] in a step that has ended
    double damping = 1, factor = 1;
    double ofSolids = 0;  // damping, for what they have gained
  };
  enum Entry { Before, Gained, Lag, Told, Age, More, Work, kEntries };
  double& before(int part) { return m_accounts[kEntries * part + Before]; }  // [J] all it had
  double& gained(int part) { return m_accounts[kEntries * part + Gained]; }  // [J] by its island
  double& lag(int part) { return m_accounts[kEntries * part + Lag]; }        // [s] 0: none made
  double& aged(int part) { return m_accounts[kEntries * part + Age]; }       // [s] also then
  double& told(int part) { return m_accounts[kEntries * part + Told]; }      // [s] that reports add
  bool keeps(int part) const;  // its velocities' lag is known
  bool rings(int part) const { return m_live && m_parts[part].gives; }
  void count(int part, const Energy& energy);
  static void decide(double h, Island& island);
  double dampingOfSolid(int part, double h);

  const World* m_world;
  std::vector<int> m_moving;  // parts
  Islands m_islands;
  std::vector<Island> m_island;
  std::vector<OfPart> m_parts;
  Reals m_accounts;  // as in the state, after the step last made
  double m_solids = 1;
  Islands m_heaps;            // of what lay against each other
  std::vector<int> m_inHeap;  // solids, per heap
  bool m_live = false;
  bool m_tellsAll = false;  // there is a constraint with compliance
  bool m_hasSolids = false;
};

}  // namespace sinew
