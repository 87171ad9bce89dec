#include "core/simulation/SnapshotMaker.h"

#include "core/simulation/StateReport.h"

namespace sinew {
namespace {

ConstraintGlyph glyphOf(const World& world, const State& state, const SceneDynamics& dynamics,
                        const StepReport& report, int index) {
  const CompiledConstraint& source = world.constraints()[index];
  const std::uint64_t flags = state.words[world.offsets().flags + index];
  const PointSample first = dynamics.endOf(index, 0);
  ConstraintGlyph glyph;
  glyph.constraint = static_cast<std::uint32_t>(index);
  glyph.from = first.position;
  glyph.to = source.ends.size() > 1
                 ? dynamics.endOf(index, 1).position
                 : source.constraint->spaceEnd(first, dynamics.surroundings().time);
  glyph.force =
      dynamics.endForce(index, state.reals.data() + world.offsets().multipliers + source.firstRow);
  glyph.gap = report.constraints[static_cast<std::size_t>(index)].residual;
  glyph.active = flags & ConstraintFlags::kActive;
  glyph.broken = flags & ConstraintFlags::kBroken;
  glyph.closed = flags & ConstraintFlags::kClosed;
  return glyph;
}

}  // namespace

SnapshotMaker::SnapshotMaker(std::shared_ptr<const World> world)
    : m_world(std::move(world)), m_dynamics(m_world, 1) {}

std::shared_ptr<const Snapshot> SnapshotMaker::make(const State& state) {
  const StateOffsets& at = m_world->offsets();
  m_dynamics.bind(state);
  m_dynamics.evaluate(state.reals[at.time], state.reals.data() + at.y);
  StepReport report;
  reportState(*m_world, state, m_dynamics, report);
  return make(*m_world, state, m_dynamics, report);
}

std::shared_ptr<Snapshot> SnapshotMaker::make(const World& world, const State& state,
                                              const SceneDynamics& dynamics,
                                              const StepReport& report) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->topology = world.topology();
  snapshot->time = state.reals[world.offsets().time];
  snapshot->step = state.words[world.offsets().steps];
  const double* q = state.reals.data() + world.offsets().y;
  snapshot->configuration.assign(q, q + world.configurationSize());
  snapshot->positions.resize(3 * static_cast<std::size_t>(world.topology()->vertexCount));
  for (std::size_t i = 0; i < world.parts().size(); ++i) {
    const auto& mesh = world.topology()->parts[i];
    world.parts()[i].part->tessellate(
        dynamics.scratch(static_cast<int>(i)),
        {snapshot->positions.data() + 3 * static_cast<std::size_t>(mesh.firstVertex),
         3 * static_cast<std::size_t>(mesh.vertexCount)});
  }
  for (std::size_t c = 0; c < world.constraints().size(); ++c) {
    snapshot->glyphs.push_back(glyphOf(world, state, dynamics, report, static_cast<int>(c)));
  }
  snapshot->forces = dynamics.pulls();
  for (const SurfaceContact& contact : dynamics.contacts().contacts) {
    snapshot->forces.push_back({ForceArrow::Source::Contact, contact.at, contact.force});
  }
  snapshot->report = report;
  return snapshot;
}

}  // namespace sinew
