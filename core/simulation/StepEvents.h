#pragma once
#include <span>
#include <vector>

#include "core/simulation/SceneDynamics.h"

namespace sinew {

/// What changes the equations of motion within a step, and when: the earliest sign change of a
/// condition Γ(q, q̇, λ, t) > 0. [LS97] §6.1–6.2
///
///   sticky contacts made and lost  Γ(q)     along the course of the surfaces
///   limits run into (taut ropes)   Γ(q)     cubic Hermite, de Casteljau
///   limits left (ropes gone slack) Γ(λ)     linear
///   constraints that break         Γ(λ)     linear
///   keys and activations           Γ(t)     known beforehand: World::nextEvent
///
/// The simulator redoes the step up to the first of them. Only then does anything happen.
/// DEPARTURE: limits end steps of integrators that watch their error only; fixed steps find what
/// holds at their end by themselves, and twenty slack ropes would cut them to pieces. Barriers set
/// in smoothly: there is nothing to be located.
class StepEvents {
 public:
  StepEvents(const World& world, bool adaptive);

  /// A step that begins at the instant that the dynamics last evaluated, by error control or not.
  void begin(const State& state, SceneDynamics& dynamics, bool adaptive);
  /// [s] from its start at which a step of h seconds to `proposal` has to end; at least h if
  /// nothing happens in it, or only at its end. Leaves the dynamics anywhere.
  double cut(SceneDynamics& dynamics, const StepProposal& proposal, double h);

  /// Constraints that broke at the end of the step last looked at.
  std::span<const int> broken() const { return m_broken; }

 private:
  struct Limit {
    int row = -1;
    double room = 0, rate = 0;  // −Γ [m], [m/s] at the start
    double least = 0;           // [m] nearer to 0 than this is there
  };
  double firstBreak(std::span<const double> before, std::span<const double> after);
  double firstLimit(const SceneDynamics& dynamics, double h) const;
  double firstSlack(SceneDynamics& dynamics, std::span<const double> before) const;

  const World* m_world;
  bool m_adaptive;                        // of the step that has begun
  std::vector<int> m_fragile, m_limited;  // constraints that may break, that have limits
  std::vector<int> m_watched, m_broken;   // of the fragile ones: those that hold now; that broke
  std::vector<Limit> m_limits;            // those that have room now
  std::vector<int> m_reached;             // rows of those that have none, or pulled so far
  double m_time = 0;                      // [s] at the start
  Reals m_before, m_rates;                // multipliers [N] at the start; ẏ at the end
  int m_cuts = 0;                         // of the step at hand
};

}  // namespace sinew
