#include <algorithm>
#include <span>

#include "core/scene/SceneDifference.h"
#include "core/simulation/RememberedContacts.h"
#include "core/simulation/Simulator.h"
#include "core/simulation/StateTransfer.h"

namespace sinew {
namespace {

constexpr double kJump = 1e-6;  // of the part's size: an edit that moves a gap further starts anew

template <class Compiled>
bool allAreThemselves(Section section, const std::vector<Compiled>& all,
                      const SceneOrigins& origins) {
  return std::ranges::all_of(
      all, [&](const Compiled& one) { return origins.before(section, one.name) == one.name; });
}

/// Whether everything that an edit changed is still to come at an instant [s].
bool isAllToCome(const World& before, const World& after, const SceneOrigins& origins,
                 double time) {
  const auto since = firstDifference(before.scene(), after.scene(), after.registry());
  return since && *since > time && before.layout() == after.layout() &&
         allAreThemselves(Section::Parts, after.parts(), origins) &&
         allAreThemselves(Section::Constraints, after.constraints(), origins);
}

}  // namespace

Simulator::Simulator(std::shared_ptr<const World> world, const Simulator& before,
                     const SceneOrigins& origins)
    : Simulator(std::move(world), before.m_threads) {
  // Then the state is one of the edited scene as well, and nothing in it starts anew.
  if (isAllToCome(before.world(), *m_world, origins, before.time())) {
    restore(before.state());
    return;
  }
  CarriedState carried = carryOver(before.world(), before.state(), *m_world, origins);
  m_state = std::move(carried.state);
  m_report = {};
  m_report.constraints.resize(m_world->constraints().size());
  m_dynamics.addContacts(m_state, carried.fresh);
  updateActivations();
  refreshEvents();
  evaluateState();
  for (const int constraint : m_switchedOn) arm(constraint, true);
  for (std::size_t i = 0; i < carried.disturbed.size(); ++i) {
    const int c = static_cast<int>(i);
    if (!carried.disturbed[i] || !(flags(c) & ConstraintFlags::kActive)) continue;
    if (lawGap(c).deviation > kJump * m_world->constraints()[i].size) arm(c, false);
  }
  if (m_dynamics.addOpenTies(m_state)) evaluateState();
  // What the edit itself did to the energy is nobody's error. Accounts of it begin anew: for a step
  // no lag is told.
  fillReport();
  const auto driftAsItIs = [](const Energies& energy) { return energy.drift - energy.lag; };
  double& start = m_state.reals[m_world->offsets().initialEnergy];
  start += driftAsItIs(m_report.energy) - driftAsItIs(before.report().energy);
  fillReport();
  m_energies.goOn(m_state, m_dynamics, m_report.energy);
}

void Simulator::restoreEdited(const State& state) {
  State fitting = state;
  const std::size_t contacts = m_world->offsets().contact;
  ContactMemory memory;
  memory.read(std::span(state.words).subspan(contacts));
  keepAnswering(memory, *m_world);
  memory.write(fitting.words, contacts);
  restore(fitting);
  m_state.reals[m_world->offsets().initialEnergy] += m_report.energy.drift;
  fillReport();
  m_energies.goOn(m_state, m_dynamics, m_report.energy);
}

}  // namespace sinew
