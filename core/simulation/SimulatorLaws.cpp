// How constraints follow the laws by which they close, from step to step.
#include <algorithm>
#include <cmath>

#include "core/simulation/Simulator.h"

namespace sinew {
namespace {

constexpr double kClosed = 1e-7;          // of the part's size: gap the law may still ask for
constexpr double kClosedResidual = 1e-3;  // of the part's size: gap that counts as met
constexpr double kPace = 1e-3;            // [1/s] of the part's size: slower, a law closes nothing
constexpr double kDriftLimit = 0.1;       // of the part's size: beyond it the law starts anew
constexpr double kJumpLimit = 1e-6;       // the same for what a key that jumps adds to it

}  // namespace

// Remembers where the gap is and how it changes, so that the law starts from here and now. The
// dynamics must have evaluated this instant. A directed constraint remembers the gap it was
// activated with, and how far it is from the curve now.
void Simulator::arm(int constraint, bool activated) {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  double* memory = m_state.reals.data() + m_world->offsets().law[constraint];
  memory[0] = time();
  forgetPast();
  for (int i = 0; i < source.rows; ++i) {
    const double now = m_dynamics.gaps()[source.firstRow + i];
    double& gap = memory[1 + i];
    if (activated || !source.law.directed()) gap = now;
    double& rate = memory[1 + source.rows + i];
    rate = source.law.directed() ? source.law.offCurve(time(), now, gap)
                                 : m_dynamics.gapRates()[source.firstRow + i];
    // Slipping is no gap that closes, and without inertia nothing goes on as it went.
    const bool inert = m_integrator->level() != Level::Equilibrium;
    if (i == source.drag.row || (!inert && !source.law.directed())) rate = 0;
  }
  constexpr auto kKept =
      ~(ConstraintFlags::kClosed | ConstraintFlags::kStrayed | ConstraintFlags::kMet);
  flags(constraint) &= kKept;
}

Simulator::LawGap Simulator::lawGap(int constraint) const {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  const double* memory = m_state.reals.data() + m_world->offsets().law[constraint];
  const AssemblyLaw::Target target = source.law.target(m_dynamics.surroundings().time, memory[0]);
  const double* gap = m_dynamics.gaps().data() + source.firstRow;
  LawGap found;
  for (int i = 0; i < source.rows; ++i) {
    const double goal = target.gap(memory[1 + i], memory[1 + source.rows + i]);
    found.wanted = std::max(found.wanted, std::abs(goal));
    const double pace = target.rate(memory[1 + i], memory[1 + source.rows + i]);
    found.pace = std::max(found.pace, std::abs(pace));
    if (source.isCompliant()) continue;  // how far it is off its law is what it pulls with
    found.deviation = std::max(found.deviation, std::abs(gap[i] - goal));
    const double allowed = m_dynamics.allowedDrift()[source.firstRow + i];
    const double beyond = m_dynamics.rooms()[source.firstRow + i] - goal - allowed;
    found.open = std::max(found.open, source.limited >> i & 1U ? beyond : std::abs(beyond));
    found.residual = std::max(found.residual, std::abs(gap[i]));
  }
  return found;
}

// Marks a constraint closed when its law has run out and the gap is gone; starts the law anew when
// the gap is far from it (a pull that could not be met), or was moved away by a key that jumped.
void Simulator::followLaw(int constraint, bool atEvent) {
  if (!atEvent) m_open[constraint] = 0;
  m_gaps.note(constraint, {});
  if (!isHeld(constraint)) return;
  const double size = m_world->constraints()[constraint].size;
  const LawGap gap = lawGap(constraint);
  const std::uint64_t met = flags(constraint) & ConstraintFlags::kMet;
  const bool strayed = flags(constraint) & ConstraintFlags::kStrayed;
  const bool due =
      (met || strayed || gap.wanted <= kClosed * size) && !m_dynamics.cameApart(constraint);
  m_gaps.note(constraint, {gap.residual, gap.deviation, due, !due && gap.pace > kPace * size});
  if (!atEvent) m_open[constraint] = gap.open;
  const double jump = atEvent ? gap.deviation - m_deviationThen[constraint] : 0;
  if (jump > kJumpLimit * size) {
    arm(constraint, false);
    m_gaps.note(constraint, {});
  } else if (gap.deviation > kDriftLimit * size) {
    arm(constraint, false);
    flags(constraint) |= ConstraintFlags::kStrayed | met;
  } else if (gap.wanted <= kClosed * size && gap.residual <= kClosedResidual * size &&
             !m_dynamics.cameApart(constraint)) {
    flags(constraint) |= ConstraintFlags::kClosed | ConstraintFlags::kMet;
    flags(constraint) &= ~ConstraintFlags::kStrayed;
  }
}

}  // namespace sinew
