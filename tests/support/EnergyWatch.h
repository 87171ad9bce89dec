#pragma once
#include <algorithm>
#include <cmath>

#include "core/simulation/StepReport.h"

namespace sinew::test {

/// Energies where speeds, as in fixed steps of first order, are of the step's middle: of its end.
inline Energies ofTheEnd(const StepReport& report, double lag = 0.5) {
  Energies energy = report.energy;
  energy.lag = -lag * report.stepSize * 9.81 * report.momentum.y();
  return energy;
}

/// Follows the energy of a take, less what work has brought: it may only fall.
class EnergyWatch {
 public:
  /// `scale` [J]: what a rise is compared with at least.
  explicit EnergyWatch(const Energies& start, double scale = 0)
      : m_gravity(start.gravity), m_least(start.total() - start.work), m_scale(scale) {}

  void look(const Energies& energy) {
    const double own = energy.total() - energy.work;
    m_scale = std::max({m_scale, energy.kinetic + energy.elastic + energy.contact,
                        std::abs(energy.gravity - m_gravity)});
    m_rise = std::max(m_rise, own - m_least);
    m_least = std::min(m_least, own);
  }

  /// The largest rise above what it had come down to, as a share of the largest energy of motion,
  /// springs or height so far.
  double rise() const { return m_scale > 0 ? m_rise / m_scale : 0; }

 private:
  double m_gravity, m_least, m_scale;  // [J]
  double m_rise = 0;
};

}  // namespace sinew::test
