#include "core/simulation/AssemblyLaw.h"

#include <cmath>

namespace sinew {
namespace {
/// α t beyond which the gap that is left is less than a rounding error of what it was.
constexpr double kRunOut = 45;
}  // namespace

AssemblyLaw AssemblyLaw::fromParams(const ParamReader& params) {
  AssemblyLaw law;
  law.m_alpha = kOnePercent / params.real("assembly_time");
  law.m_maxForce = params.real("max_force");
  law.m_activation = params.curve("activation");
  if (params.given("progress")) {
    law.m_progress = params.curve("progress");
  } else {
    law.m_runsOutAfter = kRunOut / law.m_alpha;
  }
  return law;
}

void AssemblyLaw::eventTimes(double from, double to, std::vector<double>& out) const {
  m_activation.eventTimes(from, to, out);
  if (m_progress) m_progress->eventTimes(from, to, out);
}

void AssemblyLaw::activationTimes(double from, double to, std::vector<double>& out) const {
  m_activation.eventTimes(from, to, out);
}

AssemblyLaw::Target AssemblyLaw::targetBefore(double time, double start) const {
  const Target closing = closingBy(time - start);
  if (!m_progress) return closing;
  const Curve::Sample p = m_progress->at(time);
  return {{1 - p.value[0], closing.gap.ofGap},
          {-p.rate[0], closing.rate.ofGap},
          {-p.acceleration[0], closing.acceleration.ofGap}};
}

double AssemblyLaw::offCurve(double time, double gap, double start) const {
  return gap - (1 - m_progress->at(time).value[0]) * start;
}

AssemblyLaw::Target AssemblyLaw::closingBy(double t) const {
  Target out;
  const double x = m_alpha * t;
  if (x > kRunOut) return out;
  const double decay = std::exp(-x);
  out.gap = {(1 + x) * decay, t * decay};
  out.rate = {-m_alpha * x * decay, (1 - x) * decay};
  const double damping = 2 * m_alpha, stiffness = m_alpha * m_alpha;  // C̈* of (22)
  out.acceleration = {-damping * out.rate.ofGap - stiffness * out.gap.ofGap,
                      -damping * out.rate.ofRate - stiffness * out.gap.ofRate};
  return out;
}

}  // namespace sinew
