#pragma once
#include <functional>
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
/// Where anything else brings or takes energy, closes, is led by keys, is limited or touches, all
/// is as implicit Euler has it. In the first step after a start or a change links get nothing back:
/// constraints may have stopped what flew, and that energy is lost.
class IslandEnergies {
 public:
  explicit IslandEnergies(const World& world);
  /// What a State has of accounts: nothing where there are no such islands, or where the integrator
  /// goes other ways (Integrator::keepsAccounts).
  static std::size_t accountsSize(const World& world);
  /// Into the state, once the step is accepted.
  void remember(State& state) const;
  /// Something else than a step has changed it: what there was of energy counts no more.
  void close(State& state) const;
  /// [s] By how much the velocities of a link that hangs and touches nothing are older than its
  /// places. What is soft touches itself and others now and then, where that is not known. Where
  /// springs tie anything, those of all parts: springs store what they lag by.
  double lag(const State& state, int part) const;
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
  /// Damping inside it takes so many watts.
  void damp(int part, double power) { m_parts[part].damped = power; }
  /// Of a part whose velocities are so many seconds older than its places.
  using Energy = std::function<PartEnergy(int, double)>;
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
    bool open = false, hangs = false, brings = false, swings = false, soft = false;
    bool begins = false;  // in this step
    void add(const Traits& other);
    bool counts() const { return !open && !brings && (swings || hangs); }
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
  };
  enum Entry { Before, Gained, Lag, Told, kEntries };
  double& before(int part) { return m_accounts[kEntries * part + Before]; }  // [J] all it had
  double& gained(int part) { return m_accounts[kEntries * part + Gained]; }  // [J] by its island
  double& lag(int part) { return m_accounts[kEntries * part + Lag]; }        // [s] 0: none made
  double& told(int part) { return m_accounts[kEntries * part + Told]; }      // [s] that reports add
  bool keeps(int part) const;  // its velocities' lag is known
  void count(int part, const Energy& energy);
  static void decide(double h, Island& island);

  const World* m_world;
  std::vector<int> m_moving;  // parts
  Islands m_islands;
  std::vector<Island> m_island;
  std::vector<OfPart> m_parts;
  Reals m_accounts;  // as in the state, after the step last made
  bool m_live = false;
  bool m_tellsAll = false;  // there is a constraint with compliance
};

}  // namespace sinew
