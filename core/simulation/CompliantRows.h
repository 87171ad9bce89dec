#pragma once
#include <span>
#include <vector>

#include "core/simulation/World.h"
#include "core/solvers/ConstraintSystem.h"

namespace sinew {

/// Constraints that give way: rows g with compliance c, which pull as springs K g² do ([LS97] §3.1)
/// with K = 1/(2 c).
///
/// Symbols
///   e  [m]      g − C*, the gap less what the closing law still allows; e⁺ where the step ends
///   λ  [N]      multiplier                       c  [m/N]  compliance
///   τ  [s]      damping over stiffness           h  [s]    step
///
/// A spring with damping pulls with −c λ = e + τ ė. A step asks for
///   e + κ (e⁺ − e) − (1 − θ) β h ė + c λ = 0,   κ = θ + (1 − θ) β + τ/h.
/// * θ = 0 is Newmark's method, β = 0.3 > 1/4: it swings on in steps of any length.
/// * θ = 1 takes the spring where the step ends. Springs that swing faster than a step can follow
///   do so, and where an integrator is of second order by itself.
/// Angles give way as a lever does that is as long as the part.
///
/// DEPARTURE: [LS97] adds such forces to those of a step of an explicit method.
class CompliantRows {
 public:
  explicit CompliantRows(const World& world);
  bool none() const { return m_of.empty(); }

  /// What is known of all rows at one instant, and of the constraints' laws.
  struct Instant {
    const State& state;
    double time;                      ///< [s]
    std::span<const double> gap;      ///< [m] per row, less than 0 where a limit has room
    std::span<const double> gapRate;  ///< [m/s]
  };
  /// For a step of h seconds from there, whose passes last `pass` seconds: how the system's rows
  /// give way, and how far off their laws they may end [m].
  void aim(const Instant& start, double h, double pass, ConstraintSystem& system,
           std::span<double> allowed);
  /// [m] By how much less than allowed a row is off its law where it pushes with λ.
  double yields(int row, double lambda) const { return none() ? 0 : m_yields[row] * lambda; }
  /// λ [N] of all such rows at an instant, where nothing is solved for.
  void pull(const Instant& now, std::span<double> lambda) const;
  /// Q += Jᵀλ of those that the system includes.
  void addForces(const ConstraintSystem& system, const Reals& lambda, Reals& Q) const;
  /// Whether the system is to hold them, where they act.
  void include(bool included, ConstraintSystem& system, const State& state) const;

  /// [J] Stored, by all and by one constraint.
  double energy(const Instant& now) const;
  double energyOf(int constraint, const Instant& now) const;
  /// [J] What they do in half a step of places by velocities that are as much older.
  double lag(const Instant& now, double halfStep) const;
  double lagOf(int constraint, const Instant& now, double halfStep) const;
  /// [W] That λ does to parts that move with ν, of those that release anything.
  double power(const ConstraintSystem& system, const Reals& lambda, const Reals& nu) const;
  /// [W] That damping takes of a row whose e changes with that rate [m/s].
  double loss(int row, double rate) const { return none() ? 0 : m_damping[row] * rate * rate; }

 private:
  struct Row {
    double e = 0, rate = 0;  // [m, m/s]
    double compliance = 0;   // [m/N]
    bool pulls = true;
  };
  Row rowOf(const CompiledConstraint& source, int i, const Instant& now) const;
  bool acts(int constraint, const State& state) const;
  double shareAtEnd(int constraint, double h) const;
  template <class Visit>
  void forRows(int constraint, const Instant& now, const Visit& visit) const;

  const World* m_world;
  enum class Scheme { Swings, AtEnd, Balances } m_scheme = Scheme::Swings;
  std::vector<int> m_of;
  std::vector<double> m_fastest;  // [1/s] per constraint, at which its parts may swing
  Reals m_yields;                 // c/κ of the last step [m/N], per row
  Reals m_damping;                // τ/c [N s/m], per row
};

}  // namespace sinew
