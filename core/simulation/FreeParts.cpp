#include "core/simulation/FreeParts.h"

#include <algorithm>

namespace sinew {

FreeParts::FreeParts(const SceneDynamics& dynamics)
    : m_dynamics(&dynamics), m_world(&dynamics.world()) {
  m_held.assign(m_world->parts().size(), 0);
  m_islands.begin(m_held.size());
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    if (dynamics.system().active(static_cast<int>(c))) tie(m_world->constraints()[c]);
  }
  for (const CompiledForce& force : m_world->forces()) {
    for (const CompiledEnd& end : force.ends) m_held[end.part] = 1;
  }
  for (int hand = 0; hand < dynamics.hands().count(); ++hand)
    m_held[dynamics.hands().partOf(hand)] = 1;
  holdTouched();
  spread();
}

bool FreeParts::moves(int part) const {
  return m_world->parts()[part].dims.v > 0;
}

// To what stands, or only to what moves as well.
void FreeParts::tie(const CompiledConstraint& constraint) {
  int before = -1;
  bool stands = constraint.ends.size() == 1;
  for (const CompiledEnd& end : constraint.ends) {
    stands |= !moves(end.part);
    if (!moves(end.part)) continue;
    if (before >= 0) m_islands.join(before, end.part);
    before = end.part;
  }
  if (stands && before >= 0) m_held[before] = 1;
}

void FreeParts::holdTouched() {
  for (const BarrierContact::Touch& touch : m_dynamics->touches())
    m_held[touch.partA] = m_held[touch.partB] = 1;
  for (const SurfaceContact& contact : m_dynamics->contacts().contacts) {
    for (const int part : {contact.part, contact.other})
      if (part >= 0) m_held[part] = 1;
  }
  for (int part = 0; part < static_cast<int>(m_held.size()); ++part)
    if (m_dynamics->isPressed(part)) m_held[part] = 1;
}

void FreeParts::spread() {
  std::vector<int> moving;
  for (int part = 0; part < static_cast<int>(m_held.size()); ++part)
    if (moves(part)) moving.push_back(part);
  m_islands.number(moving);
  std::vector<char> held(m_islands.count(), 0);
  for (const int part : moving) held[m_islands.of(part)] |= m_held[part];
  for (const int part : moving) m_held[part] = held[m_islands.of(part)];
}

// Gravity is what a part has of forces with it, less what it has without.
void FreeParts::shift(int part, double seconds, double* v) const {
  const CompiledPart& source = m_world->parts()[part];
  const PartScratch& scratch = m_dynamics->scratch(part);
  const double time = m_dynamics->surroundings().time;
  Reals weight(source.dims.v, 0.0);
  source.part->addForces({time, Vec3::Zero()}, scratch, weight.data());
  for (double& force : weight) force = -force;
  source.part->addForces({time, m_dynamics->fallOf(part)}, scratch, weight.data());
  source.part->addForceRate(scratch, weight.data(), seconds, v + source.firstV);
}

}  // namespace sinew
