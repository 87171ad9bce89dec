// A step without inertia: parts go where forces and constraints balance, and stand still there.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/simulation/SceneDynamics.h"
#include "core/simulation/TimedStage.h"

namespace sinew {
namespace {
constexpr int kMostRelaxations = 100;
constexpr double kAtRest = 1e-7;  // of a part's size, moved in a pass of kUsual; shorter ones less
constexpr double kUsual = 0.1;    // [s]
// What lies on something is held where it is with so much less care; shorter passes might leave
// behind what something carries along.
constexpr double kLies = 3e-6, kLying = 0.3;  // likewise, [s]
// Likewise: what goes further is not near what is linear. Forces lead less far in a shorter pass;
// what constraints and keys ask for stays, and is followed.
constexpr double kFarthestMove = 0.2, kByForces = 0.7;
constexpr double kToAndFro = 1e-5;  // likewise: to and fro by so little says nothing
constexpr double kHolds = 1e-9;     // [m] left of a gap
constexpr double kNotYet = std::numeric_limits<double>::infinity();
// Of the pace. Where only constraints hold, passes longer than a swing go past the end and come
// back: longer by half they still come nearer.
constexpr double kFaster = 1.5, kSlower = 0.5;
constexpr double kLongest = 100;  // [s]; with it masses count for nothing
constexpr int kMostBlocked = 12;  // passes one after the other that something is in the way of
}  // namespace

// In passes, each of which leads nearer to the balance. What touches is felt where a pass ends; one
// on whose way, or that of all so far, something would be crossed is made shorter or is the last:
// the next step goes on from there.
double SceneDynamics::equilibrate(double h, double pace, double* yNext) {
  const double end = m_time + h, before = potential();
  double atEnd = before, refused = kNotYet, slipping = h;
  m_departed.assign(m_y, m_y + size());
  m_passV.assign(velocitySize(), 0);
  m_takenLambda.assign(m_lambda.size(), 0);
  m_gapBegun.clear();
  if (!touches().empty()) pace = kLying;
  evaluate(end, m_departed.data());
  atEnd = potential();
  int blocked = 0;
  double taken = 0;  // [s] length of the last pass that was
  for (int pass = 0; pass < kMostRelaxations && blocked < kMostBlocked; ++pass) {
    if (m_work.round(StepTask::Balance)) break;
    const double length = settleOnce(end, pace, slipping, yNext);
    if (clearUntil(end, h, yNext, Way::Straight).until < 1) {
      pace = length * kSlower;
      ++blocked;
      continue;
    }
    blocked = 0;
    const double moved = length * fastest(yNext);
    const bool far = moved > kFarthestMove || gapLeft(length, yNext) > kHolds;
    if (far && moved < kByForces * refused) {
      refused = moved;
      pace = length * kSlower;
      continue;
    }
    taken = length;
    refused = kNotYet;
    slipping = 0;
    const bool onwards = goesOn(yNext) || moved < kToAndFro;
    const bool lies = !touches().empty();
    pace = std::min(length * (onwards ? kFaster : kSlower), lies ? kLying : kLongest);
    m_departed.assign(yNext, yNext + size());
    m_takenLambda = m_lambda;
    const double still = lies ? kLies : kAtRest;
    if (moved < still * std::min(1.0, length * length / (kUsual * kUsual))) break;
  }
  // Where nothing can go at all that has to, a shorter step may lead somewhere.
  if (taken == 0 && blocked > 0) {
    std::fill_n(yNext + configurationSize(), velocitySize(), 0.0);
    return pace;
  }
  std::fill_n(m_departed.data() + configurationSize(), velocitySize(), 0.0);
  std::copy(m_departed.begin(), m_departed.end(), yNext);
  m_lambda = m_takenLambda;
  evaluate(end, yNext);
  keepEquilibriumBooks(atEnd - before, potential() - atEnd, yNext);
  return std::max(pace, taken);
}

// Whether a pass leads the same way as the one before; remembers it.
bool SceneDynamics::goesOn(const double* y) {
  const double* v = y + configurationSize();
  double onwards = 0;
  for (int i = 0; i < velocitySize(); ++i) onwards += v[i] * m_passV[i];
  m_passV.assign(v, v + velocitySize());
  return onwards >= 0;
}

// From m_departed, at rest, by a step of implicit Euler during which no time passes. What rubs is
// dragged along by what keys move as far as in `slipping` seconds. Returns its length [s], `pace`
// at most.
double SceneDynamics::settleOnce(double end, double pace, double slipping, double* yNext) {
  double* v = yNext + configurationSize();
  std::fill_n(m_departed.data() + configurationSize(), velocitySize(), 0.0);
  evaluate(end, m_departed.data());
  std::copy(m_departed.begin(), m_departed.end(), yNext);
  m_departure = {m_departed.data(), &m_scratch};
  m_moved.assign(velocitySize(), 0);
  const double length = std::min(pace, stableImplicitStep());
  for (double& rate : m_explicitRate) rate *= slipping / length;
  const TimedStage timed(m_seconds, Stage::Solve);
  rememberSlips();
  leaveHandsToRows(length);
  m_stiff.carryAlong(slipping / length);
  m_passBefore = nullptr;
  endVelocities(Pass::First, length, v);
  m_compliant.aim(rowsNow(), length, length, m_system, m_allowedDrift);
  aimRows(Pass::Further, length);
  solveRows(ConstraintSystem::Inertia::Dynamics, Friction::AtEnd);
  addMultiplierForces();
  takeStiffForcesFirst(length, nullptr, v);
  moveAgain(length, yNext);
  correctConstraints(length, yNext);
  finishMove(length, yNext);
  return length;
}

// [m] where a pass led.
double SceneDynamics::gapLeft(double length, const double* yNext) {
  if (m_system.constraintCount() == 0) return 0;
  evaluateEnd(length, yNext);
  return wantedCorrections(length);
}

// The largest speed of a part, in sizes of it per second.
double SceneDynamics::fastest(const double* y) {
  const double* scale = m_world->errorScale().data() + configurationSize();
  const double* v = y + configurationSize();
  double most = 0;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    for (int k = part.firstV; k < part.firstV + part.dims.v; ++k) {
      const double own = std::abs(v[k]) * scale[k] / part.part->size();
      if (!(own > most)) continue;
      most = own;
      m_work.concerns(static_cast<int>(i), -1);
    }
  }
  return most;
}

double SceneDynamics::potential() const {
  Energies energies;
  Vec3 momentum, angularMomentum;
  sumEnergies(energies, momentum, angularMomentum);
  return energies.elastic + energies.gravity + energies.contact;
}

// What goes without becoming motion is taken by what holds it back; what comes, keys and hands have
// put in, keyed gravity `lifted` of it while nothing moved [J].
void SceneDynamics::keepEquilibriumBooks(double lifted, double gain, double* yNext) const {
  EnergyFlows flows;
  flows[EnergyFlow::Dissipated] = std::max(-gain, 0.0);
  flows[EnergyFlow::Gravity] = lifted;
  flows[m_grips.count() > 0 ? EnergyFlow::Grabs : EnergyFlow::Drives] = std::max(gain, 0.0);
  flows.addTo(flowsOf(yNext));
}

}  // namespace sinew
