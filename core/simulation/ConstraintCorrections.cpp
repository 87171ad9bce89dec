// What an implicit step does so that constraints which are not linear hold at its end.
#include <algorithm>
#include <cmath>

#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {
constexpr double kConstraintsHold = 1e-10;  // [m] left of a gap
constexpr int kCorrections = 3;
}  // namespace

// [MICADO08] eq. 2 is solved once per step, which leaves every constraint that is not linear with a
// gap of second order. DEPARTURE: rows are evaluated and linearised again where the step ended,
// mass and stiffness kept: A δν = h Jᵀδλ with J h δν = C* − g.
void SceneDynamics::correctConstraints(double h, double* yNext) {
  if (m_system.constraintCount() == 0) return;
  m_lambdaSum = m_lambda;
  double* v = yNext + configurationSize();
  m_time = std::min(m_time + h, m_latest);
  for (int k = 0; k < kCorrections; ++k) {
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
      const CompiledPart& part = m_world->parts()[i];
      part.part->update({yNext + part.firstQ, v + part.firstV, m_time}, *m_scratch[i]);
    }
    evaluateConstraints();
    if (wantedCorrections(h) <= kConstraintsHold) break;
    m_system.factorise(m_parts, m_scratch, &Part::applyInverseDynamics);
    m_lambda = m_rhs;
    m_system.solve(m_lambda);
    addMultiplierForces();
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
      const CompiledPart& part = m_world->parts()[i];
      double *velocity = v + part.firstV, *nu = m_nu.data() + part.firstV;
      const double* Q = m_constraintQ.data() + part.firstV;
      part.part->addImplicitRate(*m_scratch[i], Q, h, velocity);
      part.part->applyInverseDynamics(*m_scratch[i], Q, nu, 1);
      part.part->advance(*m_scratch[i], nu, h * h, yNext + part.firstQ);
    }
    for (std::size_t r = 0; r < m_lambda.size(); ++r) m_lambdaSum[r] += m_lambda[r];
  }
  m_lambda = m_lambdaSum;
}

// m_rhs ← (C* − g)/h² where the step ended; returns the largest |C* − g| [m].
double SceneDynamics::wantedCorrections(double h) {
  double most = 0;
  for (int c = 0; c < m_system.constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    const double* memory = law(c);
    const AssemblyLaw::Target target = source.law.target(m_time, memory[0]);
    for (int i = 0; i < source.rows; ++i) {
      const int row = source.firstRow + i;
      const double left = target.gap(memory[1 + i], memory[1 + source.rows + i]) - m_gap[row];
      m_rhs[row] = left / (h * h);
      most = std::max(most, std::abs(left));
    }
  }
  return most;
}

}  // namespace sinew
