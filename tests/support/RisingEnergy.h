#pragma once
#include <algorithm>
#include <memory>
#include <utility>

#include "core/simulation/Simulator.h"

namespace sinew::test {

/// Watches what forces do to a scene's energy while something touches, without gravity: look()
/// after every step. What turning does is left out: a first-order step changes the energy of what
/// tumbles, in touch or not. So kinetic energy is taken where the step starts, with the velocities
/// before and after it.
class RisingEnergy {
 public:
  RisingEnergy(const Simulator& simulator, std::shared_ptr<const World> world)
      : m_simulator(simulator), m_probe(std::move(world)) {
    keep();
  }

  void look() {
    const StepReport& report = m_simulator.report();
    if (report.contacts > 0 || m_touching) {
      const Energies& now = report.energy;
      m_sum += kineticWhereItStarted() + now.elastic + now.contact - m_before;
      m_least = std::min(m_least, m_sum);
      m_most = std::max(m_most, m_sum - m_least);
    }
    keep();
  }

  /// [J] The most by which it has risen above what it was before.
  double most() const { return m_most; }

 private:
  double kineticWhereItStarted() {
    const World& world = m_simulator.world();
    const auto velocities =
        static_cast<std::ptrdiff_t>(world.offsets().y) + world.configurationSize();
    const auto from = m_simulator.state().reals.begin() + velocities;
    State mixed = m_start;
    std::copy(from, from + world.velocitySize(), mixed.reals.begin() + velocities);
    m_probe.restore(mixed);
    return m_probe.report().energy.kinetic;
  }

  void keep() {
    const Energies& now = m_simulator.report().energy;
    m_before = now.kinetic + now.elastic + now.contact;
    m_touching = m_simulator.report().contacts > 0;
    m_start = m_simulator.state();
  }

  const Simulator& m_simulator;
  Simulator m_probe;
  State m_start;
  bool m_touching = false;
  double m_before = 0, m_sum = 0, m_least = 0, m_most = 0;  // [J]
};

}  // namespace sinew::test
