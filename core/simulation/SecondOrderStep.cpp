// A step of second order: implicit Euler of β h from where the last step, going on for (1 − β) h,
// would have led. That alone is of second order only where A is exact, so it is done again where it
// led, as Newton's method would: twice always, since what the first pass makes of constraints is
// off by first order, and more often where a stiff rope turns far.
#include <algorithm>
#include <functional>

#include "core/simulation/SceneDynamics.h"
#include "core/simulation/TimedStage.h"

namespace sinew {
namespace {
constexpr int kPartsToCome = 8;                    // parts to prefetch ahead
constexpr int kFewestPasses = 2, kMostPasses = 5;  // after the first
constexpr int kMostOfStiff = 15;                   // if none but stiff ropes need more
constexpr double kMostChange = 0.1;                // in the last, of what the first one changed
constexpr double kNextToNothing = 1e-5;            // of a part's size: that may always change
constexpr double kStiffly = 1e-3;       // of both, for stiff ropes: else they store what is left
constexpr double kLittleStored = 1e-3;  // of what it moves with, by going straight on
constexpr double kAlwaysStored = 1e-6;  // of its weight times its size: may always be stored so
// Of a part's size: what is taut has up to so much from correction to correction.
constexpr double kRoom = 1e-6;
}  // namespace

// Symbols: ỹ where the step departs from, ŷ where forces and rows were evaluated, β h as h.
bool SceneDynamics::multistep(double h, double share, const Course& before, double* yNext,
                              const Course& now) {
  const double* start = m_y;
  const double own = share * h;
  if (m_work.givenUp()) return true;
  countLoadsNow();
  const EnergyFlows begun = powersNow();
  rememberSlips();
  allowDrift(InternalForces::AtEnd, h);
  m_compliant.aim(rowsNow(), h, own, m_system, m_allowedDrift);
  departFrom(h, share, before);
  m_goesStraight = share < 1 ? 0 : h;
  if (!takePasses(h, share, yNext) || runsIntoLimit()) return false;
  EnergyFlows flows = powersNow();
  for (std::size_t i = 0; i < kEnergyFlows; ++i) flows.of[i] = 0.5 * (flows.of[i] + begun.of[i]);
  m_powers = flows;
  if (m_rows) {  // which are solved for over the whole of it
    const ContactRows::Work work = m_rows->work(m_slowed);
    m_powers[EnergyFlow::Dissipated] += 0.5 * work.lost / own;
    m_powers[EnergyFlow::Drives] += 0.5 * work.put / own;
    m_powers[EnergyFlow::Contact] += 0.5 * work.apart / own;
  }
  m_powers[EnergyFlow::Dissipated] += slippingLoss(Friction::AtEnd, own);
  const EnergyFlows others = m_powers;
  countConstraints(h);
  // A constraint's force acts for `share` of this step, the rest of it in the next: so does its
  // power, by the formula that velocities go by.
  double* constraints = now.rate.data() + velocitySize();
  const double* constraintsBefore = before.rate.data() + velocitySize();
  for (std::size_t i = 0; i < kEnergyFlows; ++i) {
    const double atEnd = m_powers.of[i] - others.of[i];
    constraints[i] = (1 - share) * constraintsBefore[i] + share * atEnd;
    m_powers.of[i] = others.of[i] + constraints[i];
  }
  m_powers.addTo(flowsOf(yNext), h);
  {
    const TimedStage timed(m_seconds, Stage::Solve);
    correctConstraints(own, yNext);
    finishMove(own, yNext);
  }
  const int q = configurationSize();
  for (int i = 0; i < velocitySize(); ++i) {
    now.velocity[i] = (1 - share) * before.velocity[i] + share * m_nu[i];
    now.rate[i] = (yNext[q + i] - start[q + i]) / h;
  }
  return true;
}

// To the end of the step, from m_departed on. False if that comes to no end.
bool SceneDynamics::takePasses(double h, double share, double* yNext) {
  const double end = m_time + h, own = share * h;
  // Implicit Euler asks for passes where stiff ropes turn. OPTIMIZATION: in most steps none does.
  const auto turnsFar = [&](int i) {
    const Part& part = *m_parts[i];
    const double stored = part.lengths()->storedByTurning(*m_scratch[i], h);
    const double hardly = kAlwaysStored * part.mass() * m_fall.of(i).norm() * part.size();
    return stored > hardly && stored > kLittleStored * energyOf(i).kinetic;
  };
  const bool turns = share == 1 || std::ranges::any_of(m_stiffLengths, turnsFar);
  if (turns) keepLengths(m_startScratch);
  m_passBefore = turns ? &m_startScratch : nullptr;
  m_sinceStart = h;
  evaluate(end, m_departed.data());
  std::copy(m_departed.begin(), m_departed.end(), yNext);
  m_departure = {m_departed.data(), &m_scratch};
  takePass(Pass::First, own, yNext);
  if (m_departScratch.empty()) {
    for (const Part* part : m_parts) m_departScratch.push_back(part->makeScratch());
  }
  std::swap(m_scratch, m_departScratch);
  m_departure.scratch = &m_departScratch;
  if (turns) m_passBefore = &m_departScratch;
  for (int k = 0;; ++k) {
    if (turns && k > 0) {
      keepLengths(m_passScratch);
      m_passBefore = &m_passScratch;
    }
    evaluate(end, yNext);
    takePass(Pass::Further, own, yNext);
    if (m_work.givenUp()) return true;
    const auto& parts = m_world->parts();
    const bool areTame =
        std::ranges::all_of(parts, [&](const auto& part) { return isTame(part, own, yNext, 1); });
    // What is solved for contact is never so exact.
    const bool stiffAreTame = !turns || std::ranges::all_of(m_stiffLengths, [&](int i) {
      return isPushed(i) || isTame(parts[i], own, yNext, kStiffly);
    });
    if (areTame && stiffAreTame && k + 1 >= kFewestPasses) return true;
    if (k + 1 >= (areTame ? kMostOfStiff : kMostPasses)) return false;
  }
}

// Whether a limit that had room holds now: a jerk, over which nothing goes on as it went before.
// Led on by its past, what ran into it would have to go back as far, and gain by that.
bool SceneDynamics::runsIntoLimit() const {
  return std::ranges::any_of(m_limited, [&](int c) {
    if (!m_system.active(c)) return false;
    const CompiledConstraint& source = m_world->constraints()[c];
    for (int i = 0; i < source.rows; ++i) {
      const int row = source.firstRow + i;
      const bool hadRoom = m_roomBegun[row] < -kRoom * source.size;
      if ((source.limited >> i & 1U) && hadRoom && m_lambda[row] != 0) return true;
    }
    return false;
  });
}

// Of the instant last evaluated, but for constraints, and for what dampingPower() is for.
EnergyFlows SceneDynamics::powersNow() const {
  EnergyFlows powers = m_powers;
  powers[EnergyFlow::Dissipated] = contacts().dissipation + m_takenByLoads;
  return powers;
}

// m_departed ← ỹ: on from y as the last step went.
void SceneDynamics::departFrom(double h, double share, const Course& before) {
  m_gapBegun = m_gap;
  m_roomBegun = m_room;
  m_departed.assign(m_y, m_y + size());
  const double rest = (1 - share) * h;
  m_moved.assign(velocitySize(), 0);
  if (rest == 0) return;
  double* v = m_departed.data() + configurationSize();
  for (int i = 0; i < velocitySize(); ++i) v[i] += rest * before.rate[i];
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    part.part->advance(*m_scratch[i], before.velocity.data() + part.firstV, rest,
                       m_departed.data() + part.firstQ);
  }
}

void SceneDynamics::takePass(Pass pass, double h, double* yNext) {
  double* v = yNext + configurationSize();
  {
    const TimedStage timed(m_seconds, Stage::Solve);
    if (pass == Pass::Further) m_passV.assign(v, v + velocitySize());
    if (pass == Pass::First) m_loads.settle(surroundings(), h, m_scratch, m_Q.data());
    leaveHandsToRows(h);
    endVelocities(pass, h, v);
    aimRows(pass, h);
    solveRows(ConstraintSystem::Inertia::Dynamics, Friction::AtEnd);
    const auto aim = [&] { aimRows(pass, h); };
    holdTurning(h, std::cref(aim));
  }
  const TimedStage timed(m_seconds, Stage::Integrate);
  addMultiplierForces();
  resistSlipsFirst(h, m_moved.data(), v);
  takeStiffForcesFirst(h, pass == Pass::First ? nullptr : m_moved.data(), v);
  moveAgain(h, yNext);
  finishMove(h, yNext);
  countLoads();
  m_powers[EnergyFlow::Forces] += m_stiff.gasPower(m_nu.data());
  countHands(1);
  m_moved = m_nu;
}

// Whether the last pass changed little beside the first, or next to nothing. Where forces are
// anything but linear (a rope drawn far too short, a blow) it may lead away instead.
bool SceneDynamics::isTame(const CompiledPart& part, double h, const double* yNext,
                           double share) const {
  const double* scale = m_world->errorScale().data() + configurationSize();
  const double* v = yNext + configurationSize();
  const double* departed = m_departed.data() + configurationSize();
  double first = 0, last = 0;
  for (int k = part.firstV; k < part.firstV + part.dims.v; ++k) {
    first = std::max(first, std::abs(m_passV[k] - departed[k]) * scale[k]);
    last = std::max(last, std::abs(m_passV[k] - v[k]) * scale[k]);
  }
  return last <= share * kMostChange * first ||
         h * last <= share * kNextToNothing * part.part->size();
}

// Puts away where stiff ropes were evaluated last. What takes its place is of an older instant,
// until they are evaluated anew.
void SceneDynamics::keepLengths(Scratches& here) {
  if (here.empty()) here.resize(m_parts.size());
  for (const int i : m_stiffLengths) {
    if (!here[i]) here[i] = m_parts[i]->makeScratch();
    std::swap(m_scratch[i], here[i]);
  }
}

// How a part is to be linearised in a pass of h seconds.
ImplicitStep SceneDynamics::passOf(std::size_t part, double h) const {
  ImplicitStep step(h);
  const TurningLengths* lengths = m_parts[part]->lengths();
  if (!lengths || !lengths->isStiff() || !m_passBefore) return step;
  step.before = (*m_passBefore)[part].get();
  step.since = m_sinceStart;
  return step;
}

// v and m_nu ← velocities at the end without constraints, from A δν = R⁻¹(ṽ + h freeRate − v̂) + h
// Q. In the first pass v̂ is ṽ, and the parts have yet to move by all of h ν.
void SceneDynamics::endVelocities(Pass pass, double h, double* v) {
  const double* departed = m_departed.data() + configurationSize();
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    announcePart(i + kPartsToCome);
    const Part& part = *m_parts[i];
    const int first = m_velocityStart[i], count = m_world->parts()[i].dims.v;
    double *rest = m_constraintQ.data() + first, *Q = m_Q.data() + first;
    part.freeRate(*m_scratch[i], rest);
    const ImplicitStep step = passOf(i, h);
    if (step.since > 0) {
      const double ahead = pass == Pass::First ? h : 0;
      part.lengths()->dampByChange(*m_scratch[i], *m_startScratch[i], {step.since, ahead}, Q);
    }
    if (pass == Pass::First) {
      for (int k = 0; k < count; ++k) v[first + k] += h * rest[k];
      part.linearise(*m_scratch[i], step, Q);
    } else {
      for (int k = 0; k < count; ++k) rest[k] += (departed[first + k] - v[first + k]) / h;
      part.addInverseRate(*m_scratch[i], rest, 1, Q);
      part.linearise(*m_scratch[i], step, nullptr);
    }
    part.addImplicitRate(*m_scratch[i], Q, h, v + first);
    part.velocityFromState(*m_scratch[i], v + first, m_nu.data() + first);
  }
}

// What is left of the gaps is closed by what the parts have yet to move: J h (ν − ν_moved) = C* −
// g.
void SceneDynamics::aimRows(Pass pass, double h) {
  for (int i = 0; i < velocitySize(); ++i) m_response[i] = m_nu[i] - m_moved[i];
  m_turning.aim(m_system, m_response, h, GeometricStiffness::Against::Motion, m_rhs);
  m_handRows.aim(m_grips, m_system, m_nu, m_moved.data(), h, m_rhs);
  for (int c = 0; c < constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    const double* memory = law(c);
    const AssemblyLaw::Target target = source.law.target(m_time, memory[0]);
    std::array<double, ConstraintRows::kMaxRows> rate{};
    m_system.addJacobianTimes(c, m_response.data(), rate.data());
    for (int i = 0; i < source.rows; ++i) {
      const int row = source.firstRow + i;
      const double g0 = memory[1 + i], r0 = memory[1 + source.rows + i];
      m_wantedRate[row] = target.rate(g0, r0);
      const double goal = target.gap(g0, r0) + m_allowedDrift[row];
      m_rhs[row] = ((goal - m_room[row]) / h - rate[i]) / h;
      if (pass == Pass::First) m_rhs[row] -= 0.5 * m_pathGamma[row];
    }
  }
  // Friction holds against all that slips, whatever has moved already.
  for (const Rubbing& drag : m_rubbing) {
    const int row = m_world->constraints()[drag.constraint].firstRow + drag.row;
    std::array<double, ConstraintRows::kMaxRows> rate{};
    m_system.addJacobianTimes(drag.constraint, m_nu.data(), rate.data());
    m_rhs[row] = -(rate[drag.row] + m_explicitRate[row]) / h;
  }
}

}  // namespace sinew
