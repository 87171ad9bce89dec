#include "core/simulation/FreeFall.h"

namespace sinew {

FreeFall::FreeFall(const World& world) : m_world(&world), m_keyedForAll(world.gravityIsKeyed()) {
  const std::size_t parts = world.parts().size();
  m_share.resize(parts);
  m_shareRate.resize(parts);
  for (std::size_t i = 0; i < parts; ++i) {
    m_share[i] = world.gravityShare(i).at(0).value[0];
    if (world.gravityShare(i).keys.size() > 1) m_keyed.push_back(i);
  }
}

void FreeFall::at(double time) {
  m_world->gravity(time, m_gravity, m_gravityRate);
  m_steady = m_gravityRate.isZero();
  for (const std::size_t part : m_keyed) {
    const Curve::Sample share = m_world->gravityShare(part).at(time);
    m_share[part] = share.value[0];
    m_shareRate[part] = share.rate[0];
    m_steady = m_steady && share.rate[0] == 0;
  }
}

}  // namespace sinew
