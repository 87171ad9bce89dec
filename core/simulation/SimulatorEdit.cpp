#include "core/simulation/Simulator.h"
#include "core/simulation/StateTransfer.h"

namespace sinew {
namespace {

constexpr double kJump = 1e-6;  // of the part's size: an edit that moves a gap further starts anew

}  // namespace

Simulator::Simulator(std::shared_ptr<const World> world, const Simulator& before,
                     const SceneOrigins& origins)
    : Simulator(std::move(world), before.m_threads) {
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
  // What the edit itself did to the energy is nobody's error.
  fillReport();
  double& start = m_state.reals[m_world->offsets().initialEnergy];
  start += m_report.energy.drift - before.report().energy.drift;
  fillReport();
}

}  // namespace sinew
