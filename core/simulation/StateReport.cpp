#include "core/simulation/StateReport.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

ConstraintStatus statusOf(const World& world, const State& state, const SceneDynamics& dynamics,
                          int constraint) {
  ConstraintStatus status;
  const CompiledConstraint& source = world.constraints()[constraint];
  double square = 0;
  for (const double gap : dynamics.gaps().subspan(source.firstRow, source.rows)) {
    square += gap * gap;
  }
  status.residual = std::sqrt(square);
  const std::uint64_t flags = state.words[world.offsets().flags + constraint];
  status.active = flags & ConstraintFlags::kActive;
  status.broken = flags & ConstraintFlags::kBroken;
  status.closed = flags & ConstraintFlags::kClosed;
  status.met = flags & ConstraintFlags::kMet;
  status.angle = source.constraint->measuresAngles();
  status.compliant = source.isCompliant();
  status.force = multiplierNorm(
      source, std::span(state.reals).subspan(world.offsets().multipliers, world.rows()));
  return status;
}

}  // namespace

double multiplierNorm(const CompiledConstraint& constraint, std::span<const double> multipliers) {
  double sum = 0;
  for (const double lambda : multipliers.subspan(constraint.firstRow, constraint.rows)) {
    sum += lambda * lambda;
  }
  return std::sqrt(sum);
}

void reportState(const World& world, const State& state, const SceneDynamics& dynamics,
                 StepReport& report) {
  const StateOffsets& at = world.offsets();
  report.time = state.reals[at.time];
  report.steps = state.words[at.steps];
  report.rejected = state.words[at.rejected];
  report.constraints.resize(world.constraints().size());
  for (std::size_t c = 0; c < world.constraints().size(); ++c) {
    report.constraints[c] = statusOf(world, state, dynamics, static_cast<int>(c));
  }
  report.contacts = static_cast<int>(dynamics.contacts().contacts.size());
  report.maxPenetration = dynamics.contacts().deepest;
  Energies& e = report.energy;
  dynamics.sumEnergies(e, report.momentum, report.angularMomentum);
  std::copy_n(state.reals.data() + at.y + world.ySize() - kEnergyFlows, kEnergyFlows,
              e.flows.of.begin());
  e.dissipated = e.flows[EnergyFlow::Dissipated];
  e.work = e.flows.work();
  e.drift = e.total() - (state.reals[at.initialEnergy] + e.work - e.dissipated);
}

}  // namespace sinew
