// Multipliers of rows of which not all count at every instant: limits push one way only, friction
// holds up to what presses.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/Sums.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {
constexpr double kHardlyBeyond = 1e-9;  // of what is wanted
constexpr double kSettled = 1e-7;       // of a force of friction, by which it may still change
constexpr double kNoForce = 1e-12;      // [N]
constexpr int kMostTurns = 3;
/// [m/s] below which friction fades where it cannot stick: integrators that look at their error
/// would stumble over its sign.
constexpr double kSlowSlip = 0.002;
}  // namespace

// Rows with room to spare are left out: those that would have to be pulled to their limit.
void SceneDynamics::slackenBy(std::span<const double> rhs) {
  for (const int c : m_limited) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    std::uint32_t slack = 0;
    for (int i = 0; i < source.rows; ++i) {
      const bool limited = source.limited >> i & 1U;
      if (limited && rhs[source.firstRow + i] >= 0) slack |= 1U << i;
    }
    m_system.setSlack(c, slack);
  }
}

// M⁻¹ Q of all multipliers.
void SceneDynamics::respond(ConstraintSystem::Inertia inertia) {
  addMultiplierForces();
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const double* Q = m_constraintQ.data() + m_velocityStart[i];
    double* response = m_response.data() + m_velocityStart[i];
    if (inertia == ConstraintSystem::Inertia::Dynamics) {
      m_parts[i]->applyInverseDynamics(*m_scratch[i], Q, response, 1);
    } else {
      m_parts[i]->applyInverseMass(*m_scratch[i], Q, response, 1);
      if (m_weights.empty()) continue;
      for (int k = 0; k < m_world->parts()[i].dims.v; ++k) response[k] *= m_weights[i];
    }
  }
}

// Lets go of limited rows whose multipliers pull, and takes back slack ones that all multipliers
// together leave beyond their limit, (N λ)_i > rhs_i. Returns whether there were any.
bool SceneDynamics::changeSlack() {
  bool any = false;
  for (const int c : m_limited) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    std::array<double, ConstraintRows::kMaxRows> reached{};
    m_system.addJacobianTimes(c, m_response.data(), reached.data());
    const std::uint32_t before = m_system.slack(c);
    std::uint32_t slack = before;
    for (int i = 0; i < source.rows; ++i) {
      if (!(source.limited >> i & 1U)) continue;
      const std::uint32_t bit = 1U << i;
      const double wanted = m_rhs[source.firstRow + i];
      const bool beyond = reached[i] > wanted + kHardlyBeyond * std::abs(wanted);
      if (before & bit ? beyond : m_lambda[source.firstRow + i] > 0) slack ^= bit;
    }
    any |= slack != before;
    m_system.setSlack(c, slack);
  }
  return any;
}

void SceneDynamics::rememberSlips() {
  for (Rubbing& each : m_rubbing) {
    each.slipBefore = m_gapRate[m_world->constraints()[each.constraint].firstRow + each.row];
  }
}

// Whether a limit of the same constraint holds: it holds what slides as well, and friction beside
// it would repeat it.
bool SceneDynamics::atLimit(int constraint) const {
  const std::uint32_t limited = m_world->constraints()[constraint].limited;
  return (limited & ~m_system.slack(constraint)) != 0;
}

// What rests is taken to stick, what slides to go on sliding.
void SceneDynamics::startRubbing(Friction friction) {
  for (Rubbing& each : m_rubbing) {
    each.slip = m_gapRate[m_world->constraints()[each.constraint].firstRow + each.row];
    each.force = 0;
    each.turns = 0;
    each.sticks =
        friction == Friction::AtEnd && std::abs(each.slip) < kSlowSlip && !atLimit(each.constraint);
    const std::uint32_t bit = 1U << each.row, slack = m_system.slack(each.constraint);
    m_system.setSlack(each.constraint, each.sticks ? slack & ~bit : slack | bit);
  }
}

// m_lambda, so far what is wanted of the rows, less what friction that slides does to them.
void SceneDynamics::takeOffRubbing(ConstraintSystem::Inertia inertia) {
  const bool none =
      std::ranges::all_of(m_rubbing, [](const Rubbing& each) { return each.force == 0; });
  if (none) return;
  std::fill(m_lambda.begin(), m_lambda.end(), 0.0);
  putOnRubbing();
  respond(inertia);
  m_lambda = m_rhs;
  for (int c = 0; c < m_system.constraintCount(); ++c) {
    std::array<double, ConstraintRows::kMaxRows> reached{};
    m_system.addJacobianTimes(c, m_response.data(), reached.data());
    double* wanted = m_lambda.data() + m_system.firstRow(c);
    for (int i = 0; i < m_system.rowsOf(c); ++i) wanted[i] -= reached[i];
  }
}

void SceneDynamics::putOnRubbing() {
  for (const Rubbing& each : m_rubbing) {
    if (!m_system.active(each.constraint) || each.sticks) continue;
    m_lambda[m_world->constraints()[each.constraint].firstRow + each.row] = each.force;
  }
}

// Coulomb: |λ_t| ≤ μ |λ_n| where it sticks, λ_t = −μ |λ_n| sign(slip) where it slides. By what the
// multipliers say now; called until that changes nothing more.
SceneDynamics::Change SceneDynamics::changeRubbing(Friction friction) {
  Change change = Change::None;
  for (Rubbing& each : m_rubbing) {
    if (!m_system.active(each.constraint)) continue;
    const CompiledConstraint& source = m_world->constraints()[each.constraint];
    const double* lambda = m_lambda.data() + source.firstRow;
    double pressing = 0;
    for (int i = 0; i < source.rows; ++i) {
      if (source.drag.pressing >> i & 1U) pressing += lambda[i] * lambda[i];
    }
    const double most = source.drag.friction * std::sqrt(pressing);
    std::array<double, ConstraintRows::kMaxRows> reached{};
    m_system.addJacobianTimes(each.constraint, m_response.data(), reached.data());
    each.slipRate = reached[each.row] - m_rhs[source.firstRow + each.row];
    bool sticks = each.sticks;
    double force = 0;
    if (atLimit(each.constraint)) {
      sticks = false;
    } else if (friction == Friction::BySlip) {
      force = -most * each.slip / std::hypot(each.slip, kSlowSlip);
    } else if (each.sticks) {
      sticks = std::abs(lambda[each.row]) <= most * (1 + kSettled) + kNoForce;
      force = sticks ? 0 : std::copysign(most, lambda[each.row]);
    } else {
      // Which way it slides is known when it comes out of sticking, or from the slip there was.
      const double sign = each.turns > 0 ? each.force : -each.slip;
      sticks = each.slipRate * sign > 0 && each.turns < kMostTurns;
      force = sticks ? 0 : std::copysign(most, sign);
    }
    if (sticks != each.sticks) {
      const std::uint32_t bit = 1U << each.row;
      m_system.setSlack(each.constraint, m_system.slack(each.constraint) ^ bit);
      each.sticks = sticks;
      ++each.turns;
      change = Change::Rows;
    } else if (std::abs(force - each.force) > kSettled * most + kNoForce) {
      change = std::max(change, Change::Forces);
    }
    each.force = force;
  }
  return change;
}

void SceneDynamics::dropPulls() {
  for (const int c : m_limited) {
    const CompiledConstraint& source = m_world->constraints()[c];
    for (int i = 0; i < source.rows; ++i) {
      double& lambda = m_lambda[source.firstRow + i];
      if (source.limited >> i & 1U) lambda = std::min(lambda, 0.0);
    }
  }
}

// m_lambda of N λ = m_rhs, limited rows pushing one way only, friction no harder than it can.
void SceneDynamics::solveRows(ConstraintSystem::Inertia inertia, Friction friction) {
  constexpr int kRounds = 8, kRoundsOfFriction = 60;
  const bool drags = !m_rubbing.empty(), rubs = drags && friction != Friction::Off;
  slackenBy(m_rhs);
  startRubbing(friction);
  m_sorted = true;
  constexpr int kSolvesOfATouch = 3;  // along each axis
  const std::size_t touches = m_rows && friction != Friction::Off ? m_memory.resting.size() : 0;
  m_system.expectSolves(1 + kSolvesOfATouch * static_cast<int>(touches));
  Change change = Change::Rows;
  for (int round = 0; round < (rubs ? kRoundsOfFriction : kRounds); ++round) {
    if (m_work.round(StepTask::Constraints)) return;
    if (change == Change::Rows) m_system.factorise(m_parts, m_scratch, inertia);
    m_lambda = m_rhs;
    if (rubs) takeOffRubbing(inertia);
    m_system.solve(m_lambda);
    if (drags) putOnRubbing();
    if (!rubs && surelySorted(m_rhs, m_lambda)) return;
    respond(inertia);
    change = !m_limited.empty() && changeSlack() ? Change::Rows : Change::None;
    if (rubs) change = std::max(change, changeRubbing(friction));
    if (change == Change::None) return;
  }
  m_sorted = false;
  if (change == Change::Rows)
    m_system.factorise(m_parts, m_scratch, inertia);  // others go on by it
  dropPulls();  // not sorted out within so many rounds: what would pull is left out all the same
}

// Whether no limited row that holds pulls, and none with room would be left beyond its limit, for
// N λ = rhs of all rows that hold. Told by |(N λ)_i|² ≤ N_ii λᵀN λ, which is next to no work: false
// may only mean that this does not tell.
bool SceneDynamics::surelySorted(const Reals& rhs, const Reals& lambda) const {
  if (m_limited.empty()) return true;
  if (m_system.singular()) return false;
  const double pushing = dot(lambda, rhs);
  for (const int c : m_limited) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    for (int i = 0; i < source.rows; ++i) {
      const int row = source.firstRow + i;
      if (!(source.limited >> i & 1U)) continue;
      const bool slack = m_system.slack(c) >> i & 1U;
      const bool fine =
          slack ? rhs[row] > 0 && pushing * m_system.slackDiagonal(row) <= rhs[row] * rhs[row]
                : lambda[row] <= 0;
      if (!fine) return false;
    }
  }
  return true;
}

void SceneDynamics::limitsReached(std::span<const int> rows) {
  m_reached.assign(rows.begin(), rows.end());
}

bool SceneDynamics::hasReached(int row) const {
  return std::ranges::binary_search(m_reached, row);
}

// A plastic blow: J Δν = −ġ of what is stopped, 0 of all other rows that hold.
std::optional<EnergyFlows> SceneDynamics::stopAtLimits(double* y) {
  constexpr double kAtRest = 1e-6;  // [1/s] of the part's size
  bool any = false;
  std::fill(m_rhs.begin(), m_rhs.end(), 0.0);
  m_wantedRate = m_gapRate;
  m_compliant.include(false, m_system, *m_state);
  for (const int c : m_limited) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    for (int i = 0; i < source.rows; ++i) {
      const int row = source.firstRow + i;
      if (!(source.limited >> i & 1U)) continue;
      const bool there = m_room[row] >= -CompiledConstraint::kThere * source.size;
      any |= there && m_gapRate[row] > kAtRest * source.size;
      m_rhs[row] = there ? -m_gapRate[row] : std::numeric_limits<double>::max();
      if (there) m_wantedRate[row] = std::min(m_gapRate[row], 0.0);
    }
  }
  if (!any) {
    m_compliant.include(true, m_system, *m_state);
    return std::nullopt;
  }
  solveRows(ConstraintSystem::Inertia::Mass, Friction::Off);
  respond(ConstraintSystem::Inertia::Mass);
  double* v = y + configurationSize();
  for (std::size_t i = 0; i < m_response.size(); ++i) v[i] += m_response[i];
  EnergyFlows flows;
  for (int c = 0; c < constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    for (int i = 0; i < source.rows; ++i) {
      const int row = source.firstRow + i;
      const double mean = 0.5 * (m_gapRate[row] + m_wantedRate[row]);
      flows[EnergyFlow::Drives] -= m_lambda[row] * m_explicitRate[row];
      if (source.limited >> i & 1U) {
        flows[EnergyFlow::Dissipated] -= m_lambda[row] * mean;
      } else if (i != source.drag.row) {
        flows[EnergyFlow::Assembly] += m_lambda[row] * mean;
      }
    }
  }
  m_compliant.include(true, m_system, *m_state);
  return flows;
}

std::span<const double> SceneDynamics::multipliersHolding(std::span<const double> before) {
  slackenBy(before);
  startRubbing(Friction::Off);
  m_compliant.include(false, m_system, *m_state);
  m_system.factorise(m_parts, m_scratch, ConstraintSystem::Inertia::Mass);
  m_lambda = m_rhs;
  m_system.solve(m_lambda);
  m_compliant.include(true, m_system, *m_state);
  return m_lambda;
}

// [W] that friction takes; over a step of h seconds, by the mean of the slips before and after it.
double SceneDynamics::slippingLoss(Friction friction, double h) const {
  double loss = 0;
  for (const Rubbing& each : m_rubbing) {
    const bool counted = counts(m_world->constraints()[each.constraint]);
    if (!m_system.active(each.constraint) || !counted) continue;
    const double force = m_lambda[m_world->constraints()[each.constraint].firstRow + each.row];
    const bool over = friction == Friction::AtEnd;
    loss -= force * (over ? 0.5 * (each.slipBefore + h * each.slipRate) : each.slip);
  }
  return loss;
}

}  // namespace sinew
