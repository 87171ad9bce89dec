// What energy the parts of a scene have, and what their fall puts in.
#include "core/simulation/SceneDynamics.h"

namespace sinew {

PartEnergy SceneDynamics::energyOf(int part) const {
  return m_parts[part]->energy({m_time, m_fall.of(part)}, *m_scratch[part]);
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
