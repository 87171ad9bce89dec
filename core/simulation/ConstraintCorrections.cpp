// What an implicit step does so that constraints which are not linear hold at its end.
#include <algorithm>
#include <cmath>

#include "core/math/Rotation.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {
constexpr double kConstraintsHold = 1e-10;  // [m] left of a gap
constexpr int kCorrections = 3, kMostCorrections = 8;
constexpr double kNearer = 0.5;   // of what was left before: more of them help
constexpr double kMissed = 1e-6;  // [m, rad] of a gap: what is wider is open
constexpr double kOpen = 1e-3;    // [of a part's size, rad] what a step may open of what was closed
}  // namespace

// [MICADO08] eq. 2 is solved once per step, which leaves every constraint that is not linear with a
// gap of second order. DEPARTURE: rows are evaluated and linearised again where the step ended,
// mass and stiffness kept: A δν = h Jᵀδλ with J h δν = C* − g. Contact is not solved for again: the
// simulator certifies the way to the end that comes of it, corrections and all (wayIsClear).
void SceneDynamics::correctConstraints(double h, double* yNext) {
  if (m_system.constraintCount() == 0) return;
  if (m_endScratch.empty()) {
    for (const Part* part : m_parts) m_endScratch.push_back(part->makeScratch());
  }
  m_lambdaSum = m_lambda;
  m_handRows.clear(m_system);  // which pull on as they do
  double before = 0, left = 0;
  for (int k = 0; k < kMostCorrections; ++k) {
    if (m_work.round(StepTask::Corrections)) return;
    evaluateEnd(h, yNext);
    left = wantedCorrections(h);
    if (left <= kConstraintsHold || (k >= kCorrections && left > kNearer * before)) break;
    // Newton's method left so much of what was there because the rows turned on the way, by half
    // that share: where the factor of before would leave twice of it again and that is little, it
    // will do. Not where limits or friction choose rows by what comes out.
    const bool turned = k == 0 || 2 * left * left > kConstraintsHold * before;
    before = left;
    if (turned || !m_limited.empty() || !m_rubbing.empty()) {
      solveRows(ConstraintSystem::Inertia::Dynamics, Friction::Off);
    } else {
      m_lambda = m_rhs;
      m_system.solve(m_lambda);
    }
    addMultiplierForces();
    moveAgain(h, yNext);
    for (std::size_t r = 0; r < m_lambda.size(); ++r) m_lambdaSum[r] += m_lambda[r];
  }
  m_lambda = m_lambdaSum;
  if (left > kMissed && opens(h, yNext)) m_settled = false;
}

// Whether the step is too long: it opens what was closed, or it widens any gap that could be met of
// what light links bear a load in. What is open already is not insisted on. Passes towards a
// balance are no steps: they leave no gaps to begin with.
bool SceneDynamics::opens(double h, const double* yNext) {
  if (m_gapBegun.empty()) return false;
  evaluateEnd(h, yNext);
  wantedCorrections(h);
  for (int c = 0; c < constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    double begun = 0, ends = 0;
    for (int i = 0; i < source.rows; ++i) {
      const int row = source.firstRow + i;
      const double left = source.limited >> i & 1U ? std::min(m_rhs[row], 0.0) : m_rhs[row];
      begun = std::max(begun, std::abs(m_gapBegun[row]));
      ends = std::max(ends, h * h * std::abs(left));
    }
    const double size = source.constraint->measuresAngles() ? 1 : source.size;
    if (begun <= kMissed && ends > kOpen * size) return true;
    const bool bears = !m_system.conflicting()[c] && m_turning.actsOn(*m_world, c);
    if (bears && ends > begun + kMissed) return true;
  }
  return false;
}

// Rows at yNext, where parts came in h seconds with m_nu; what was found for the step's start
// stays.
void SceneDynamics::evaluateEnd(double h, const double* yNext) {
  const double* v = yNext + configurationSize();
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    part.part->updatePoints({yNext + part.firstQ, v + part.firstV, m_time}, *m_endScratch[i]);
    if (part.dims.spin < 0) continue;
    const double* nu = m_nu.data() + part.firstV;
    m_turnedFurther[i] = m_departure.way == Departure::Coasting
                             ? part.part->coastResponse(*(*m_departure.scratch)[i], nu, h)
                             : turnedFurther(h * Eigen::Map<const Vec3>(nu + part.dims.spin));
  }
  std::swap(m_scratch, m_endScratch);
  m_afterMove = true;
  evaluateConstraints();
  m_afterMove = false;
  std::swap(m_scratch, m_endScratch);
}

// How a point answers to ν where that moved its part for a whole step: one that turned by exp(h ω)
// turns on by the left Jacobian of that times h δω, not by h δω, and by less or more where its spin
// wandered.
void SceneDynamics::answerAfterMove(int part, PointKinematics& point) const {
  const int spin = m_world->parts()[part].dims.spin;
  if (!m_afterMove || spin < 0) return;
  int column = 0;
  for (int b = 0; b < point.blockCount; ++b) {
    const PointKinematics::Block& block = point.blocks[b];
    if (block.first <= spin && spin + 3 <= block.first + block.columns) {
      auto L = point.jacobian().middleCols<3>(column + spin - block.first);
      L = Mat3(L) * m_turnedFurther[part];
    }
    column += block.columns;
  }
}

// From where the step departed, with the velocities that the constraints' forces change once more;
// parts move as far as their points go.
void SceneDynamics::moveAgain(double h, double* yNext) {
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    double* v = yNext + configurationSize() + part.firstV;
    double *nu = m_nu.data() + part.firstV, *q = yNext + part.firstQ;
    part.part->addImplicitRate(*m_scratch[i], m_constraintQ.data() + part.firstV, h, v);
    part.part->velocityFromState(*m_scratch[i], v, nu);
    std::copy_n(m_departure.y + part.firstQ, part.dims.q, q);
    const PartScratch& from = *(*m_departure.scratch)[i];
    if (m_departure.way == Departure::Coasting && part.dims.spin >= 0) {
      part.part->coast(from, nu, h, q);
    } else {
      m_halfMoved[i] = part.part->advancePoints(from, nu, h, q);
    }
  }
}

// Once it is known where the points end, what else moves with them.
void SceneDynamics::finishMove(double h, double* yNext) {
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    if (!m_halfMoved[i]) continue;
    const CompiledPart& part = m_world->parts()[i];
    double* q = yNext + part.firstQ;
    std::copy_n(m_departure.y + part.firstQ, part.dims.q, q);
    part.part->advance(*(*m_departure.scratch)[i], m_nu.data() + part.firstV, h, q);
    m_halfMoved[i] = false;
  }
}

bool SceneDynamics::givesWay(const CompiledConstraint& constraint) const {
  return m_rows && !constraint.isCompliant() &&
         std::ranges::any_of(constraint.ends,
                             [this](const CompiledEnd& end) { return m_rows->givesWay(end.part); });
}

// m_rhs ← (C* − g)/h² where the step ended, with C* off the law by what is allowed (allowDrift);
// returns the largest |C* − g| [m].
double SceneDynamics::wantedCorrections(double h) {
  double most = 0;
  std::fill(m_rhs.begin() + m_world->rows(), m_rhs.end(), 0.0);
  for (int c = 0; c < constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    if (givesWay(source)) {
      std::fill_n(m_rhs.begin() + source.firstRow, source.rows, 0.0);
      continue;
    }
    const double* memory = law(c);
    const AssemblyLaw::Target target = source.law.target(m_time, memory[0]);
    for (int i = 0; i < source.rows; ++i) {
      const int row = source.firstRow + i;
      const double goal = target.gap(memory[1 + i], memory[1 + source.rows + i]);
      double left = goal + m_allowedDrift[row] - m_room[row];
      left -= m_compliant.yields(row, m_lambdaSum[row]);
      m_rhs[row] = left / (h * h);
      if (source.limited >> i & 1U) left = std::min(left, 0.0);
      if (!(std::abs(left) > most)) continue;
      most = std::abs(left);
      m_work.concerns(c);
    }
  }
  return most;
}

void SceneDynamics::closeGaps(double share, double* y) {
  for (std::size_t r = 0; r < m_room.size(); ++r) m_rhs[r] = -share * m_room[r];
  solveRows(ConstraintSystem::Inertia::Mass, Friction::Off);
  addMultiplierForces();
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    double* nu = m_nu.data() + part.firstV;
    m_parts[i]->applyInverseMass(*m_scratch[i], m_constraintQ.data() + part.firstV, nu, 1);
    for (int k = 0; k < part.dims.v; ++k) nu[k] *= weightOf(i);
    m_parts[i]->advance(*m_scratch[i], nu, 1, y + part.firstQ);
  }
}

}  // namespace sinew
