// What a step does so that forces which are far stiffer than the parts, of contact and of gas, are
// taken at its end.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/Sums.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {

constexpr int kMostLinearisations = 20, kMostTries = 30;
// In a blow they come so far at once, or, where many parts press on each other, hardly at all.
constexpr int kMostInABlow = 8;
// What is left of the residual, an impulse, pushes equal and opposite: by itself it would set parts
// moving with at most a ten-thousandth of the energy that this step changed about these forces.
constexpr double kEnough = 1e-2;  // of the first residual, in the norm of A⁻¹: all is said
// Where what meets is to stay together all of a blow may be the first residual.
constexpr double kLeftToMove = 0.1;    // of a slow speed, that what is left may move anything with
constexpr double kNoGain = 1e-6;       // likewise, in a blow: what is left may do work
constexpr double kOfLoss = 0.1;        // by which a blow may miss what it is to lose
constexpr double kHardlyMoves = 1e-7;  // [m/s] likewise, where there was next to nothing at first
constexpr double kSlowTurn = TouchLaw::kSlowSpeed;  // [m/s]
constexpr double kLineLeft = 0.1;                   // of a slope along one

}  // namespace

void SceneDynamics::Response::clear(std::size_t velocities, std::size_t rows) {
  velocity.assign(velocities, 0);
  load.assign(velocities, 0);
  lambda.assign(rows, 0);
}

void SceneDynamics::Response::add(double factor, const Response& other) {
  addTo(velocity, factor, other.velocity);
  addTo(load, factor, other.load);
  addTo(lambda, factor, other.lambda);
}

void SceneDynamics::respondTo(InternalForces taken, const Reals& force, int part, Reals& velocity) {
  const int first = m_velocityStart[part];
  const double* own = force.data() + first;
  const int count = m_world->parts()[part].dims.v;
  if (std::all_of(own, own + count, [](double x) { return x == 0; })) return;
  if (taken == InternalForces::AtEnd) {
    m_parts[part]->applyInverseDynamics(*m_scratch[part], own, velocity.data() + first, 1);
  } else {
    m_parts[part]->applyInverseMass(*m_scratch[part], own, velocity.data() + first, 1);
  }
}

// What a load that acts on the parts with stiff forces does while all constraints hold their
// points.
void SceneDynamics::project(InternalForces taken, const Reals& load, std::span<const int> loaded,
                            Response& out) {
  out.load = load;
  std::fill(out.velocity.begin(), out.velocity.end(), 0.0);
  for (const int part : loaded) respondTo(taken, load, part, out.velocity);
  if (m_lambda.empty()) return;
  std::fill(out.lambda.begin(), out.lambda.end(), 0.0);
  for (int c = 0; c < m_system.constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    m_system.addJacobianTimes(c, out.velocity.data(), out.lambda.data() + m_system.firstRow(c));
  }
  for (double& rate : out.lambda) rate = -rate;
  m_system.solve(out.lambda);
  const Reals& force = forceOf(out);
  for (const int part : m_held) respondTo(taken, force, part, out.velocity);
}

// load + Jᵀλ
const Reals& SceneDynamics::forceOf(const Response& response) {
  m_force = response.load;
  for (int c = 0; c < m_system.constraintCount(); ++c) {
    m_system.addTransposeTimes(c, response.lambda.data() + m_system.firstRow(c), m_force.data());
  }
  return m_force;
}

// [s] in which nothing in touch that would bounce is driven apart or together by more than a speed
// that counts as slow; infinite where there is nothing of the kind. Taking forces at the end of a
// step loses ½ m (a h)²: in a blow that would be most of it, while what rests has no acceleration.
// With what constraints did in the last step.
double SceneDynamics::calmStep() {
  if (m_barrier->touches().empty()) return std::numeric_limits<double>::infinity();
  m_stiff.take(m_barrier.get(), m_loads, m_scratch, nullptr);
  m_constraintQ = m_Q;
  const double* lambda = m_state->reals.data() + m_world->offsets().multipliers;
  for (int c = 0; c < constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    m_system.addTransposeTimes(c, lambda + m_system.firstRow(c), m_constraintQ.data());
  }
  m_response.assign(m_nu.size(), 0);
  for (const int part : m_stiff.parts()) {
    respondTo(InternalForces::AtStart, m_constraintQ, part, m_response);
  }
  return kSlowTurn / m_stiff.fastestOpening(m_response.data());
}

// How far along δν to go in each island: to where the work of all forces on it changes sign, which
// happens once, for all resist what moves them.
void SceneDynamics::goAlong(double h) {
  m_stiff.lineUp(m_whole.velocity.data(), m_awake);
  sumByIsland(m_applied, m_whole.velocity, &StiffIsland::begun);
  sumByIsland(m_whole.load, m_whole.velocity, &StiffIsland::inertia);
  for (std::size_t i = 0; i < m_island.size(); ++i) {
    m_island[i].factors = {m_awake[i] ? alongLine(h, static_cast<int>(i)) : 1, 0};
  }
  combine(m_whole, m_whole);
}

double SceneDynamics::alongLine(double h, int island) const {
  const double begun = m_island[island].begun, inertia = m_island[island].inertia;
  const auto slope = [&](double s) {
    return begun + s * inertia - h * m_stiff.alongLine(island, s);
  };
  const double first = slope(0);
  double low = 0, lowSlope = first, high = 1, highSlope = slope(1);
  if (highSlope <= -kLineLeft * first) return 1;
  for (int k = 0; k < kMostTries; ++k) {
    const double s = low - lowSlope * (high - low) / (highSlope - lowSlope), at = slope(s);
    if (std::abs(at) <= -kLineLeft * first) return s;
    (at < 0 ? low : high) = s;
    (at < 0 ? lowSlope : highSlope) = at;
    (at < 0 ? highSlope : lowSlope) *= 0.5;  // the Illinois rule
  }
  return low;
}

// For steps that move their parts later, with all that m_constraintQ does to them.
void SceneDynamics::takeStiffForcesFirst(double h, const double* known, double* v) {
  const bool contactAtEnd = m_barrier && m_barrier->taken() != BarrierContact::Taken::AtStart;
  if (m_loads.none() && !contactAtEnd) return;
  changeVelocities(InternalForces::AtEnd, h, v);
  takeStiffForcesAtEnd(InternalForces::AtEnd, h, known, v);
  std::fill(m_constraintQ.begin(), m_constraintQ.end(), 0.0);
}

// Whether an impulse of this energy r·A⁻¹r [J] gives what stiff forces act on no speed to speak of.
bool StiffIsland::hardlyMoves() const {
  return left <= mass * kHardlyMoves * kHardlyMoves;
}

// What velocities would be without the forces in m_applied.
void SceneDynamics::findUntouched(InternalForces taken) {
  project(taken, m_applied, m_stiff.parts(), m_direction);
  m_untouched = m_nu;
  addTo(m_untouched, -1, m_direction.velocity);
}

// A blow must neither gain nor lose by how long steps are. The forces of its start are in
// m_applied.
void SceneDynamics::startBlow(InternalForces taken, double h) {
  findUntouched(taken);
  m_stiff.takeOverStep(h, m_fall, m_untouched.data(), m_nu.data());
}

void SceneDynamics::addGivenByContact(std::span<double> toParts) const {
  if (!m_touched) return;
  for (const int part : m_stiff.parts()) {
    const int first = m_velocityStart[part], end = first + m_world->parts()[part].dims.v;
    double given = 0;
    for (int k = first; k < end; ++k) given += m_applied[k] * (m_untouched[k] + m_nu[k]);
    toParts[part] += 0.5 * given;
  }
  m_stiff.addUnpaid(toParts);
}

// Puts those islands to sleep that are solved for, or well enough as they are.
void SceneDynamics::putToSleep(int round, bool overStep) {
  const double tolerance = overStep ? kNoGain : kEnough;
  if (overStep) {
    m_untouchedAndNow = m_untouched;
    addTo(m_untouchedAndNow, 1, m_nu);
    sumByIsland(m_applied, m_untouchedAndNow, &StiffIsland::given);
    m_stiff.balance(m_balances);
  }
  for (std::size_t i = 0; i < m_island.size(); ++i) {
    StiffIsland& island = m_island[i];
    if (!m_awake[i]) continue;
    if (round == 0) island.first = island.left;
    const bool solved = !(island.left > tolerance * tolerance * island.first) &&
                        (overStep || island.fastest <= kLeftToMove * kSlowTurn);
    island.settled = solved || island.hardlyMoves();
    const bool enough = solved || (overStep && (island.settled || losesWhatItShould(round, i)));
    island.settled |= enough;
    m_awake[i] = !enough;
  }
}

// Whether a blow is well enough as it is, though not solved to the last: it makes no energy, and
// what friction and restitution take of it is about what they should. What moves by key puts in
// energy of which only the forces that a step ends with say how much; gas has to have its say.
bool SceneDynamics::losesWhatItShould(int round, std::size_t island) const {
  const StiffForces::Balance& balance = m_balances[island];
  if (!balance.touches || balance.keyed || (balance.gas && round == 0)) return false;
  const double made = 0.5 * m_island[island].given + balance.stored;
  return std::abs(made + balance.lost) <= kOfLoss * balance.lost;
}

void SceneDynamics::findFastest(const Reals& velocity) {
  const double* scale = m_world->speedScale().data();
  for (StiffIsland& island : m_island) island.fastest = 0;
  for (const int part : m_stiff.parts()) {
    double& fastest = m_island[m_islands.of(part)].fastest;
    const int first = m_velocityStart[part], end = first + m_world->parts()[part].dims.v;
    for (int k = first; k < end; ++k) {
      fastest = std::max(fastest, std::abs(velocity[k]) * scale[k]);
    }
  }
}

// f(ν) − f, as an impulse of those islands that are awake, and what it would do.
void SceneDynamics::findResidual(InternalForces taken, double h) {
  std::fill(m_resistance.begin(), m_resistance.end(), 0.0);
  m_stiff.linearise(m_nu.data(), h, m_awake, m_resistance.data());
  m_residual.assign(m_nu.size(), 0);
  for (const int part : awakeParts()) {
    const int first = m_velocityStart[part], end = first + m_world->parts()[part].dims.v;
    for (int k = first; k < end; ++k) m_residual[k] = h * m_resistance[k] - m_applied[k];
  }
  project(taken, m_residual, m_awakeParts, m_direction);
  sumByIsland(m_residual, m_direction.velocity, &StiffIsland::left);
  findFastest(m_direction.velocity);
}

// Newton's method for forces f at the end of a step in which parts move with ν for h seconds:
//   (A + h C) δν = h (f(ν) − f) + Jᵀμ,   J δν = 0.
// DEPARTURE: [LS97] §7.2 takes contact at the start. However little of it is solved, forces stay
// equal and opposite, and constraints hold.
void SceneDynamics::takeStiffForcesAtEnd(InternalForces taken, double h, const double* known,
                                         double* v) {
  m_settled = true;
  m_touched = false;
  const bool touches = m_barrier && !m_rows && taken == InternalForces::AtEnd &&
                       m_barrier->taken() != BarrierContact::Taken::AtStart;
  if (touches) m_barrier->addComing(m_scratch);
  const BarrierContact* contact = touches ? m_barrier.get() : nullptr;
  if (!m_stiff.take(contact, m_loads, m_scratch, known)) {
    if (!m_rows) return;
    takeContactRows(h, known, v);
    return slowDown(v);
  }
  findIslands();
  const bool overStep = touches && m_barrier->taken() == BarrierContact::Taken::OverStep;
  for (Response* room : {&m_direction, &m_next}) room->clear(m_nu.size(), m_lambda.size());
  for (Reals* room : {&m_applied, &m_resistance}) room->assign(m_nu.size(), 0);
  m_stiff.addStart(m_resistance.data());
  addTo(m_applied, h, m_resistance);
  if (overStep) startBlow(taken, h);
  takeRounds(taken, h, overStep, v);
  if (m_rows && !m_work.givenUp()) {
    takeContactRows(h, known, v);
    m_awake.assign(m_awake.size(), true);
    takeRounds(taken, h, overStep, v);
    slowDown(v);
  }
  if (m_work.givenUp()) return;
  m_settled = std::ranges::all_of(m_island, &StiffIsland::settled);
  m_work.leaves(leftOfContact());
  if (!contact) return;
  m_touched = true;
  if (!overStep) findUntouched(taken);
  const double foreseen = contacts().power;
  m_barrier->settle(m_stiff.lost(), m_stiff.power());
  m_powers[EnergyFlow::Drives] += contacts().power - foreseen;
}

void SceneDynamics::takeRounds(InternalForces taken, double h, bool overStep, double* v) {
  const int most = overStep ? kMostInABlow : kMostLinearisations;
  for (int round = 0; round <= most && anyAwake(); ++round) {
    if (m_work.round(StepTask::Contact)) return;
    if (round > 0) sayWhoTouches();
    findResidual(taken, h);
    putToSleep(round, overStep);
    if (round < most && anyAwake()) takeRound(taken, h, v);
  }
}

// The share of its first residual that is left of an island's, of the worst.
double SceneDynamics::leftOfContact() const {
  double most = 0;
  for (const StiffIsland& island : m_island) {
    if (island.first > 0 && !island.hardlyMoves())
      most = std::max(most, island.left / island.first);
  }
  return std::sqrt(most);
}

// Of what is not solved for yet, for whoever watches.
void SceneDynamics::sayWhoTouches() {
  const auto isAwake = [&](int part) {
    const int island = m_islands.of(part);
    return island >= 0 && m_awake[island];
  };
  for (const BarrierContact::Touch& touch : touches()) {
    if (!isAwake(touch.partA) && !isAwake(touch.partB)) continue;
    return m_work.concerns(touch.partA, touch.partB);
  }
}

void SceneDynamics::takeRound(InternalForces taken, double h, double* v) {
  m_whole.clear(m_nu.size(), m_lambda.size());
  takeDirections(taken, h);
  goAlong(h);
  addTo(m_applied, 1, m_whole.load);
  addTo(m_lambda, 1 / h, m_whole.lambda);
  m_constraintQ.assign(m_nu.size(), 0);
  addTo(m_constraintQ, 1 / h, forceOf(m_whole));
  changeVelocities(taken, h, v);
}

}  // namespace sinew
