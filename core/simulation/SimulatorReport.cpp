// What a step that was taken did to the books, what it reports, and whether it may stand.
#include <fmt/format.h>

#include <algorithm>

#include "core/simulation/MixedStep.h"
#include "core/simulation/Simulator.h"
#include "core/simulation/StateReport.h"
#include "core/simulation/rigid/RigidStep.h"

namespace sinew {
namespace {

constexpr double kLeftOpen = 1e-9;  // [m, rad] that an implicit step may leave open

// Constraints that contradict each other throw parts about: then they are what to mend.
void blameConflict(const World& world, const StepReport& report, Breach& breach) {
  const ConstraintStatus* worst = nullptr;
  for (const ConstraintStatus& status : report.constraints) {
    if (status.conflicting && (!worst || status.residual > worst->residual)) worst = &status;
  }
  if (!worst) return;
  const std::string& name =
      world.constraints()[static_cast<std::size_t>(worst - report.constraints.data())].name;
  breach.blame = name;
  breach.message += fmt::format("; {} is open by {:.3g} and cannot be met together with others",
                                name, worst->residual);
  breach.remedy =
      fmt::format("give {} more room, switch it off, or let it break (max_force)", name);
}

}  // namespace

void Simulator::count(const EnergyFlows& flows) {
  flows.addTo(y().last(kEnergyFlows).data());
}

// Damping inside parts is taken where a step ends by those that take forces there.
void Simulator::countDamping() {
  // Rigid steps book all that goes themselves.
  if (m_method->level() != Level::Displacement || m_rigid) return;
  std::span<const char> touched;
  if (m_mixed && m_method == m_mixed.get()) touched = m_mixed->inTouch();
  const bool others = m_integrator->level() == Level::Displacement;
  EnergyFlows flows;
  flows[EnergyFlow::Dissipated] = m_taken * m_dynamics.dampingInStep(touched, others);
  count(flows);
}

// A gravity that jumps at a key lifts everything at once, in the account of energy.
void Simulator::countJump() {
  EnergyFlows flows;
  flows[EnergyFlow::Gravity] = m_dynamics.gravityEnergy() - m_gravityThen;
  count(flows);
}

// Of the instant last evaluated, before a key, a switch or a break changes them.
void Simulator::keepEnergies() {
  m_gravityThen = m_dynamics.gravityEnergy();
  for (const int c : m_springy) m_storedThen[c] = m_dynamics.storedBy(c);
}

bool Simulator::breaksSprings() const {
  const auto breaks = [this](int c) { return isHeld(c) && hasComeApart(c); };
  const auto isSpring = [this](int c) { return m_world->constraints()[c].isCompliant(); };
  return std::ranges::any_of(m_events.broken(), isSpring) || std::ranges::any_of(m_springy, breaks);
}

// What a key's jump stores in a spring it puts in; what a spring had that lets go is lost.
void Simulator::countSprings() {
  EnergyFlows flows;
  for (const int c : m_springy) {
    const double more = m_dynamics.storedBy(c) - m_storedThen[c];
    if (isHeld(c)) {
      flows[EnergyFlow::Drives] += more;
    } else {
      flows[EnergyFlow::Dissipated] -= more;
    }
  }
  count(flows);
}

// Whether the step that was taken is one that should have been.
void Simulator::judge() {
  auto breach = m_gaps.observe(m_state, m_dynamics, m_taken);
  fillReport();
  if (!breach) {
    breach = m_energies.observe(m_state, m_dynamics, m_report.energy, m_taken);
    // Steps that take forces at their start throw parts about by themselves.
    const bool explains = m_method->level() == Level::Displacement;
    if (breach && explains) blameConflict(*m_world, m_report, *breach);
  }
  if (breach) stopFor(*breach);
}

// The state stays: all its numbers are good, but what they are about is not what was asked for.
void Simulator::stopFor(const Breach& breach) {
  m_report.status = RunStatus::Diverged;
  m_report.blame = breach.blame;
  m_report.message = breach.message;
  m_report.remedy = breach.remedy;
}

std::uint64_t& Simulator::flags(int constraint) {
  return m_state.words[m_world->offsets().flags + constraint];
}

bool Simulator::isHeld(int constraint) const {
  const std::uint64_t flags = m_state.words[m_world->offsets().flags + constraint];
  return (flags & ConstraintFlags::kActive) && !(flags & ConstraintFlags::kBroken);
}

// What had to start its law anew cannot follow it until it closes. Besides, implicit steps end
// where every constraint holds, or short ones nearer to that by their share: what all corrections
// leave open cannot be met, even if the rows where it was left do not say so.
bool Simulator::isUnmet(int constraint) const {
  if (!isHeld(constraint)) return false;
  const bool open = m_integrator->level() != Level::Acceleration && m_open[constraint] > kLeftOpen;
  const std::uint64_t flags = m_state.words[m_world->offsets().flags + constraint];
  return open || (flags & ConstraintFlags::kStrayed);
}

// What had to be slowed for want of a step in which all is solved, and what it touches; where
// nothing was, who was in the way of that last.
std::array<int, 2> Simulator::unsettledParts() const {
  const auto slowed = [this](int part) { return m_dynamics.hasSlowed(part); };
  for (const BarrierContact::Touch& touch : m_dynamics.touches()) {
    if (slowed(touch.partA) || slowed(touch.partB)) return {touch.partA, touch.partB};
  }
  for (int part = 0; part < static_cast<int>(m_world->parts().size()); ++part) {
    if (slowed(part)) return {part, -1};
  }
  return m_dynamics.work().parts();
}

void Simulator::fillReport() {
  reportState(*m_world, m_state, m_dynamics, m_report);
  m_report.stepSize = m_taken;
  if (m_rigid && m_solved) m_report.maxPenetration = m_rigid->deepest();
  m_report.unsettled = m_solved && m_unsettled;
  m_report.unsettledParts = m_report.unsettled ? unsettledParts() : std::array<int, 2>{-1, -1};
  m_report.rounds = m_solved ? m_dynamics.work().rounds() : 0;
  m_report.residual = m_solved ? m_dynamics.work().left() : 0;
  m_report.errorEstimate = m_proposal.error;
  m_report.stageSeconds = m_dynamics.takeStageSeconds();
  for (std::size_t i = 0; i < m_seconds.size(); ++i) m_report.stageSeconds[i] += m_seconds[i];
  m_seconds.fill(0);
  if (!m_solved) return;
  m_dynamics.refreshRedundant(false);
  const ConstraintSystem& system = m_dynamics.system();
  for (std::size_t c = 0; c < m_report.constraints.size(); ++c) {
    m_report.constraints[c].redundant = system.redundant()[c];
    m_report.constraints[c].conflicting = system.conflicting()[c] || isUnmet(static_cast<int>(c));
    m_report.constraints[c].open = m_gaps.whyOpen(static_cast<int>(c));
  }
}

}  // namespace sinew
