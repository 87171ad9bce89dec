// What energy the parts of a scene have, and what their fall puts in.
#include "core/math/Sums.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {

PartEnergy SceneDynamics::energyOf(int part) const {
  return m_parts[part]->energy({m_time, m_fall.of(part)}, *m_scratch[part]);
}

double SceneDynamics::gainInFlight(int index, double h) {
  const CompiledPart& part = m_world->parts()[index];
  const Part& flier = *part.part;
  PartScratch& scratch = *m_scratch[index];
  const double *q = m_y + part.firstQ, *v = m_y + configurationSize() + part.firstV;
  m_flight.q.assign(q, q + part.dims.q);
  m_flight.v.assign(v, v + part.dims.v);
  m_flight.nu.assign(part.dims.v, 0);
  m_flight.Q.assign(part.dims.v, 0);
  flier.addForces({m_time, m_fall.of(index)}, scratch, m_flight.Q.data());
  flier.freeRate(scratch, m_flight.nu.data());
  addTo(m_flight.v, h, m_flight.nu);
  flier.linearise(scratch, h, m_flight.Q.data());
  flier.addImplicitRate(scratch, m_flight.Q.data(), h, m_flight.v.data());
  flier.velocityFromState(scratch, m_flight.v.data(), m_flight.nu.data());
  flier.coast(scratch, m_flight.nu.data(), h, m_flight.q.data());
  PartScratch& landed = *m_endScratch[index];
  flier.update({m_flight.q.data(), m_flight.v.data(), m_time + h}, landed);
  const PartEnergy before = energyOf(index),
                   after = flier.energy({m_time, m_fall.of(index)}, landed);
  return after.total() - before.total();
}

void SceneDynamics::sumEnergies(Energies& energies, Vec3& momentum, Vec3& angularMomentum) const {
  energies = {};
  momentum.setZero();
  angularMomentum.setZero();
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    announcePart(i + kPartsAhead);
    const PartEnergy part = energyOf(static_cast<int>(i));
    energies.kinetic += part.kinetic;
    energies.elastic += part.elastic;
    energies.gravity += part.gravity;
    momentum += part.momentum;
    angularMomentum += part.angularMomentum;
  }
  energies.contact = contacts().energy;
}

double SceneDynamics::gravityEnergy() const {
  double energy = 0;
  for (std::size_t i = 0; m_fall.keyed() && i < m_parts.size(); ++i) {
    energy += energyOf(static_cast<int>(i)).gravity;
  }
  return energy;
}

// ∂E/∂t of the gravity energies [W]: what a keyed gravity puts into the scene. The energy is linear
// in the acceleration of free fall, so its rate is the energy under the rate of that.
double SceneDynamics::gravityPower() const {
  if (m_fall.steady()) return 0;
  double power = 0;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const Vec3 rate = m_fall.rateOf(i);
    if (!rate.isZero()) power += m_parts[i]->energy({m_time, rate}, *m_scratch[i]).gravity;
  }
  return power;
}

}  // namespace sinew
