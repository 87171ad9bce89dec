// An implicit step of first order: one solve with forces linearised about its start, or several.
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/simulation/SceneDynamics.h"
#include "core/simulation/TimedStage.h"

namespace sinew {
namespace {
constexpr double kFlat = 30;  // [m/s] a step: no impact changes as much, so that is pressed flat
constexpr double kMostStored = 1e-3;    // of what a part moves with
constexpr double kHardlyStored = 1e-6;  // of its weight times its size: that may always be stored
constexpr double kHardlyStoredInTouch = 1e-2;
constexpr int kCrowd = 12;          // parts that move
constexpr double kOpened = 1e-6;    // of a part's size
constexpr double kLed = 1e-9;       // [1/s] of a part's size: less is rounding
constexpr double kShort = 1.0 / 8;  // of the usual step: so little is left in blows
// [N] By all that lay against a part in the step before, whichever way it pushed.
double pressureOn(std::span<const RestingContact> contacts, int part) {
  double sum = 0;
  for (const RestingContact& contact : contacts) {
    if (contact.partA == part || contact.partB == part)
      sum += static_cast<double>(contact.force.norm());
  }
  return sum;
}

}  // namespace

// [MICADO08] eq. 2 is solved once per step. DEPARTURE: where a stiff rope turns, it is solved again
// where it led, as Newton's method would, unless that leads to more energy; and where light
// links are thrown about under a load. A blow is solved for in short steps, and once: it
// goes by how the step began. Further passes would turn the sense of what slides.
void SceneDynamics::implicitStep(double h, double* yNext) {
  const double* const y = m_y;
  m_goesStraight = h;
  openAccounts(h);
  solveImplicitStep(h, yNext);
  giveBack(h, y, yNext);
  if (!m_work.givenUp()) finishAccounts(h, y, yNext);
}

// Where contact is solved for at the end of a step without rows, what it took is not known. Nor is
// what there is in a stiff rope that went straight on.
void SceneDynamics::finishAccounts(double h, const double* y, double* yNext) {
  if (!m_accounts.areKept()) return;
  for (int i = 0; i < static_cast<int>(m_parts.size()); ++i) {
    const double more = storedMore(i, h, y, yNext);
    m_accounts.store(i, more);
    if (!m_rows || !m_rows->pushesOn(i)) takeBackGain(i, h, more, yNext);
  }
  // What may break is judged by a force: the impulse by the time that forces have acted.
  const double before = m_accounts.stepBefore(*m_state);
  const double acts = before > 0 ? 0.5 * (before + h) : h;
  for (const CompiledConstraint& source : m_world->constraints()) {
    if (source.isCompliant() || !(source.law.maxForce() > 0)) continue;
    for (int i = 0; i < source.rows; ++i) m_lambda[source.firstRow + i] *= h / acts;
  }
  const int flows = size() - static_cast<int>(kEnergyFlows);
  double work = 0;
  // DEPARTURE: what closing laws and keyed gravity bring is not among it; the report is behind by
  // half of a step of that.
  for (const EnergyFlow flow :
       {EnergyFlow::Grabs, EnergyFlow::Drives, EnergyFlow::Forces, EnergyFlow::Contact})
    work += yNext[flows + static_cast<int>(flow)] - y[flows + static_cast<int>(flow)];
  m_accounts.putIn(work);
  const int parts = static_cast<int>(m_parts.size());
  const bool unknown = (m_barrier && !m_rows) || m_sticky || !m_slowed.empty();
  for (int part = 0; part < parts; ++part) {
    if (m_accounts.finishes(part) && (unknown || isPushed(part))) m_accounts.open(part);
  }
  for (const int part : m_stiffLengths) {
    if (!m_goesRound && storesByTurning(part, h, yNext, kHardlyStored)) m_accounts.open(part);
  }
  m_accounts.keep(h);
  const auto energy = [&](int part, double lag) {
    PartEnergy now = m_parts[part]->energy({m_time, m_fall.of(part)}, scratchAtEnd(part, yNext));
    now.gravity += lag * now.momentum.dot(m_fall.of(part));
    return now;
  };
  m_accounts.finish(h, std::cref(energy));
  for (int part = 0; part < parts; ++part) {
    if (!m_accounts.finishes(part)) continue;
    double* v = yNext + configurationSize() + m_velocityStart[part];
    for (int k = 0; k < m_world->parts()[part].dims.v; ++k) v[k] *= m_accounts.factor(part);
  }
}

// What turns far in a step gains: it goes out of how it deforms.
void SceneDynamics::takeBackGain(int part, double h, double more, double* yNext) {
  constexpr double kMost = 0.95;  // of what it deforms with
  const std::optional<double> had = m_accounts.hadAlone(part);
  if (!had) return;
  const PartScratch& end = scratchAtEnd(part, yNext);
  const PartEnergy now = m_parts[part]->energy({m_time, m_fall.of(part)}, end);
  const double gained = now.total() + more + 0.5 * h * now.momentum.dot(m_fall.of(part)) - *had;
  const double deforming = gained > 0 ? m_parts[part]->deformingEnergy(end) : 0;
  if (!(deforming > 0)) return;
  const double share = std::sqrt(1 - std::min(kMost, gained / deforming));
  m_parts[part]->slowDeforming(end, share, yNext + configurationSize() + m_velocityStart[part]);
}

// None of what swings, where a try of this step has gained by touching something.
void SceneDynamics::openAccounts(double h) {
  m_accounts.end();  // those of the step before
  if (!m_accounts.begin(*m_state)) return;
  for (int c = 0; c < constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    const auto ofRows = [&](const Reals& reals) {
      double most = 0;
      for (int i = 0; i < source.rows; ++i)
        most = std::max(most, std::abs(reals[source.firstRow + i]));
      return most;
    };
    // Closed once, it is led by keys or holds; where it does not, its ends are thrown about.
    const std::uint64_t flags = m_state->words[m_world->offsets().flags + c];
    const bool met = flags & ConstraintFlags::kMet;
    const bool led = ofRows(m_explicitRate) > kLed * source.size;
    m_accounts.tie(source, !met || led);
    if (!source.isCompliant() && (!met || ofRows(m_gap) <= kOpened * source.size)) continue;
    for (const CompiledEnd& end : source.ends) m_accounts.open(end.part);
  }
  for (const SurfaceContact& contact : contacts().contacts) {
    for (const int part : {contact.part, contact.other})
      if (part >= 0) m_accounts.open(part);
  }
  for (int hand = 0; hand < m_grips.count(); ++hand) m_accounts.pull(m_grips.partOf(hand));
  for (const CompiledForce& force : m_world->forces()) {
    for (const CompiledEnd& end : force.ends) m_accounts.open(end.part);
  }
  for (int part = 0; part < static_cast<int>(m_parts.size()); ++part) {
    const bool gained = m_slowings > 0 && m_parts[part]->lengths();
    if (gained || isPressed(part)) m_accounts.open(part);
    m_accounts.damp(part, m_damping[part]);
  }
  for (const int part : m_stiffLengths)
    m_accounts.damp(part, dampingOf(part, 2 * m_accounts.lag(*m_state, part)));
  const auto energy = [this](int part, double lag) {
    PartEnergy now = m_energies.empty() ? energyOf(part) : m_energies[part];
    now.gravity += lag * now.momentum.dot(m_fall.of(part));
    if (lag > 0) now.elastic += storedBefore(part);
    return now;
  };
  m_accounts.dampSolids(dampingOfSolids(h));
  for (const RestingContact& contact : m_memory.resting)
    m_accounts.press(contact.partA, contact.partB);
  for (int part = 0; part < static_cast<int>(m_parts.size()); ++part) {
    const double pressed = m_parts[part]->heedsDamping() ? pressureOn(m_memory.resting, part) : 0;
    if (h * pressed > kFlat * m_parts[part]->mass()) m_accounts.pull(part);  // is as if held
  }
  m_accounts.settle(h, std::cref(energy));
}

// In proportion to the step, so that what it takes is of second order. Barriers are judged by
// energies of one instant, as damped steps keep them.
double SceneDynamics::dampingOfSolids(double h) const {
  constexpr double kDamping = 2.4;  // [1/s] per second of a step
  const bool hasBarriers = m_barrier && !m_rows;
  return m_slowings > 0 || hasBarriers ? 1 : std::min(1.0, kDamping * h);
}

void SceneDynamics::solveImplicitStep(double h, double* yNext) {
  const double start = m_time;
  const double* const y = m_y;
  m_goesRound = false;
  linearStep(h, yNext);
  const bool isShort = h < kShort * m_world->nominalStep();
  if (isShort || !m_slowed.empty() || !m_rubbing.empty() || m_work.givenUp()) return;
  const std::vector<int> unsure = unsureParts();
  if (unsure.empty() && !growsByTurning(h, yNext)) return;
  const double straight = energyOf(unsure, yNext);
  const double straightOfStiff = energyOf(m_stiffLengths, yNext);
  const auto touches = [this](int part) { return isPushed(part); };
  const bool touched = std::ranges::any_of(m_stiffLengths, touches);
  const auto beginAgain = [&] {
    std::copy_n(y, size(), yNext);
    evaluate(start, y);
  };
  beginAgain();
  m_goesRound = curvedStep(h, yNext) && energyOf(unsure, yNext) <= straight;
  if (m_goesRound && (touched || std::ranges::any_of(m_stiffLengths, touches)))
    m_goesRound = energyOf(m_stiffLengths, yNext) <= straightOfStiff;
  if (m_goesRound) return m_accounts.dampSolidsFully();
  beginAgain();
  linearStep(h, yNext);
}

bool SceneDynamics::curvedStep(double h, double* yNext) {
  const std::size_t count = velocitySize();
  const auto courseIn = [count](Reals& reals) {
    reals.assign(2 * count + kEnergyFlows, 0);
    return Course{{reals.data(), count}, {reals.data() + count, count + kEnergyFlows}};
  };
  const Course before = courseIn(m_wentBefore), now = courseIn(m_goes);
  return multistep(h, 1, before, yNext, now);
}

// A rod that goes straight on instead of round is longer by 1/cos of the angle, and a steel cable
// then stores a hundred times what it moves with. By how fast it turns where the step led: what it
// runs into sets it turning. OPTIMIZATION: in what touches something far more may be stored, before
// all is solved for again and again; where many parts move, anything that slowWhatGains() lets
// pass.
bool SceneDynamics::growsByTurning(double h, const double* yNext) {
  const auto moves = [](const CompiledPart& part) { return part.dims.v > 0; };
  const bool many = std::ranges::count_if(m_world->parts(), moves) > kCrowd;
  return std::ranges::any_of(m_stiffLengths, [&](int i) {
    return isPushed(i) ? !many && storesByTurning(i, h, yNext, kHardlyStoredInTouch)
                       : storesByTurning(i, h, yNext, kHardlyStored);
  });
}

// More than so much of its weight times its size.
bool SceneDynamics::storesByTurning(int stiff, double h, const double* yNext, double hardly) {
  const Part& part = *m_parts[stiff];
  const double stored = part.lengths()->storedByTurning(scratchAtEnd(stiff, yNext), h);
  const double weight = part.mass() * m_fall.of(stiff).norm();
  return stored > hardly * weight * part.size() && stored > kMostStored * energyOf(stiff).kinetic;
}

// By rows, in the step that was last solved for.
bool SceneDynamics::isPushed(int part) const {
  return std::ranges::any_of(m_pushed, [part](const RestingContact& contact) {
    return contact.partA == part || contact.partB == part;
  });
}

// Parts that turn wildly and touch nothing.
std::vector<int> SceneDynamics::unsureParts() const {
  std::vector<int> unsure;
  for (int i = 0; i < static_cast<int>(m_parts.size()) && m_turning.isWild(); ++i) {
    if (!m_turning.isWild(i)) continue;
    if (isPushed(i)) return {};
    unsure.push_back(i);
  }
  return unsure;
}

// [J] Of these parts where the step has led.
double SceneDynamics::energyOf(std::span<const int> parts, const double* yNext) {
  double energy = 0;
  for (const int i : parts)
    energy += m_parts[i]->energy({m_time, m_fall.of(i)}, scratchAtEnd(i, yNext)).total();
  return energy;
}

const PartScratch& SceneDynamics::scratchAtEnd(int index, const double* yNext) {
  if (m_endScratch.empty()) {
    for (const Part* part : m_parts) m_endScratch.push_back(part->makeScratch());
  }
  const CompiledPart& part = m_world->parts()[index];
  const double *q = yNext + part.firstQ, *v = yNext + configurationSize() + part.firstV;
  part.part->update({q, v, m_time}, *m_endScratch[index]);
  return *m_endScratch[index];
}

// Multipliers say how stiff constraints are across what they hold, and that changes them. Those of
// a step that does without are too large where light links are thrown about: so it is done twice.
void SceneDynamics::holdTurning(double h, const std::function<void()>& aim) {
  constexpr int kPasses = 2;
  m_settled = true;
  if (m_turning.none()) return;
  const double* v = m_y + configurationSize();
  for (int k = 0; k < kPasses; ++k) {
    const bool counted = m_turning.counts();
    const bool counts =
        m_turning.take({*m_world, m_scratch, surroundings(), v}, m_lambda, h, m_system);
    if (!counts && !counted) return;
    aim();
    solveRows(ConstraintSystem::Inertia::Dynamics, Friction::AtEnd);
  }
}

void SceneDynamics::linearStep(double h, double* yNext) {
  m_departure = {m_y, &m_scratch, Departure::Coasting};
  step(InternalForces::AtEnd, h, yNext);
  if (m_work.givenUp()) return;
  const TimedStage timed(m_seconds, Stage::Solve);
  // Targets leave the parabola that the first solve foresees: what corrections add to its forces
  // does work by the rates that the step began with, as they do.
  m_wantedRate = m_explicitRate;
  const auto driven = [&] {
    double power = 0;
    for (int c = 0; c < constraintCount(); ++c) {
      if (!m_system.active(c)) continue;
      const CompiledConstraint& source = m_world->constraints()[c];
      for (int row = source.firstRow; row < source.firstRow + source.rows; ++row)
        power -= m_lambda[row] * m_wantedRate[row];
    }
    return power;
  };
  const double first = driven();
  m_time = std::min(m_time + h, m_latest);
  // What was slowed so that it crosses nothing must not be moved on by what holds it.
  if (m_slowed.empty()) correctConstraints(h, yNext);
  finishMove(h, yNext);
  flowsOf(yNext)[static_cast<std::size_t>(EnergyFlow::Drives)] += h * (driven() - first);
}

}  // namespace sinew
