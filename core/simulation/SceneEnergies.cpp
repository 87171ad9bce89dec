// What energy the parts of a scene have, and what comes in and goes out, by whom.
#include <algorithm>
#include <cmath>

#include "core/math/Sums.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {

PartEnergy SceneDynamics::energyOf(int part) const {
  return m_parts[part]->energy({m_time, m_fall.of(part)}, *m_scratch[part]);
}

double SceneDynamics::lagOf(int part, const PartEnergy& energy) const {
  const StateOffsets& at = m_world->offsets();
  if (at.keepsLags)  // steps of several integrators (MixedStep.h)
    return m_state->reals[at.lags + part] * energy.momentum.dot(m_fall.of(part));
  const double lag = m_accounts.lag(*m_state, part);
  if (lag == 0) return 0;
  return lag * energy.momentum.dot(m_fall.of(part)) + storedBefore(part);
}

// [J] By which T + ½ (U before + U after) is less than what there is where a step of h seconds
// ends, of what falls freely.
double SceneDynamics::fallenWithin(int part, double h) const {
  return 0.125 * h * h * m_parts[part]->mass() * m_fall.of(part).squaredNorm();
}

// [J] What a part stores more, in the mean of both ends of this step, than at its end. What falls
// keeps that, with the above, however steps change their length.
double SceneDynamics::storedMore(int part, double h, const double* y, const double* yNext) {
  const Part& springs = *m_parts[part];
  if (!m_accounts.tellsMidway()) return 0;
  const double fallen = fallenWithin(part, h);
  if (springs.lengths()) {
    const Surroundings around{m_time, m_fall.of(part)};
    const double before = springs.energy(around, scratchAtEnd(part, y)).elastic;
    const double after = springs.energy(around, scratchAtEnd(part, yNext)).elastic;
    return fallen + 0.5 * (before - after);
  }
  if (!springs.heedsDamping()) return fallen;
  if (m_endScratch.empty()) scratchAtEnd(part, yNext);
  PartScratch& work = *m_endScratch[part];
  const int first = m_world->parts()[part].firstQ;
  const double before = springs.elasticAt(y + first, work);
  return fallen + 0.5 * (before - springs.elasticAt(yNext + first, work));
}

// [J] The same, of the step before.
double SceneDynamics::storedBefore(int part) const {
  const std::optional<double> more = m_accounts.storedMore(*m_state, part);
  return more ? *more : fallenWithin(part, 2 * m_accounts.age(*m_state, part));
}

double SceneDynamics::gainInFlight(int index, double h) {
  const CompiledPart& part = m_world->parts()[index];
  const Part& flier = *part.part;
  PartScratch& scratch = *m_scratch[index];
  const double *q = m_y + part.firstQ, *v = m_y + configurationSize() + part.firstV;
  m_flight.q.assign(q, q + part.dims.q);
  m_flight.v.assign(v, v + part.dims.v);
  m_flight.nu.assign(part.dims.v, 0);
  m_flight.Q.assign(part.dims.v, 0);
  flier.addForces({m_time, m_fall.of(index)}, scratch, m_flight.Q.data());
  flier.freeRate(scratch, m_flight.nu.data());
  addTo(m_flight.v, h, m_flight.nu);
  flier.linearise(scratch, h, m_flight.Q.data());
  flier.addImplicitRate(scratch, m_flight.Q.data(), h, m_flight.v.data());
  flier.velocityFromState(scratch, m_flight.v.data(), m_flight.nu.data());
  flier.coast(scratch, m_flight.nu.data(), h, m_flight.q.data());
  PartScratch& landed = *m_endScratch[index];
  flier.update({m_flight.q.data(), m_flight.v.data(), m_time + h}, landed);
  const PartEnergy before = energyOf(index),
                   after = flier.energy({m_time, m_fall.of(index)}, landed);
  return after.total() - before.total();
}

void SceneDynamics::sumEnergies(Energies& energies, Vec3& momentum, Vec3& angularMomentum) const {
  energies = {};
  momentum.setZero();
  angularMomentum.setZero();
  m_energies.clear();
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    announcePart(i + kPartsAhead);
    const PartEnergy part = m_energies.emplace_back(energyOf(static_cast<int>(i)));
    energies.kinetic += part.kinetic;
    energies.elastic += part.elastic;
    energies.gravity += part.gravity;
    energies.lag += lagOf(static_cast<int>(i), part);
    momentum += part.momentum;
    angularMomentum += part.angularMomentum;
  }
  energies.contact = contacts().energy;
  energies.elastic += m_compliant.energy(rowsNow());
  energies.lag += m_accounts.workAhead(*m_state);
  energies.lag += m_compliant.lag(rowsNow(), m_accounts.halfStep(*m_state));
}

double SceneDynamics::storedBy(int constraint) const {
  const CompliantRows::Instant now = rowsNow();
  return m_compliant.energyOf(constraint, now) +
         m_compliant.lagOf(constraint, now, m_accounts.halfStep(*m_state));
}

double SceneDynamics::gravityEnergy() const {
  double energy = 0;
  for (std::size_t i = 0; m_fall.keyed() && i < m_parts.size(); ++i) {
    energy += energyOf(static_cast<int>(i)).gravity;
  }
  return energy;
}

// ∂E/∂t of the gravity energies [W]: what a keyed gravity puts into the scene. The energy is linear
// in the acceleration of free fall, so its rate is the energy under the rate of that.
double SceneDynamics::gravityPower() const {
  if (m_fall.steady()) return 0;
  double power = 0;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const Vec3 rate = m_fall.rateOf(i);
    if (!rate.isZero()) power += m_parts[i]->energy({m_time, rate}, *m_scratch[i]).gravity;
  }
  return power;
}

// [J] Likewise over a step of h seconds that holds gravity as it is where it begins: what its keys
// change meanwhile lifts everything where the step ends.
double SceneDynamics::liftOver(double h, const double* yNext) {
  if (!m_fall.keyed()) return 0;
  FreeFall later = m_fall;
  later.at(std::min(m_time + h, m_latest));
  double lifted = 0;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const Vec3 more = later.of(i) - m_fall.of(i);
    if (more.isZero()) continue;
    const PartScratch& end = scratchAtEnd(static_cast<int>(i), yNext);
    lifted += m_parts[i]->energy({m_time, more}, end).gravity;
  }
  return lifted;
}

// What loads on surfaces do where parts move with m_nu.
void SceneDynamics::countLoads() {
  if (m_loads.none()) return;
  const SurfaceLoads::Powers powers = m_loads.powers(m_nu.data());
  m_powers[EnergyFlow::Forces] += powers.work;
  m_takenByLoads = powers.taken;
}

// Likewise at the instant last evaluated, before anything else makes use of m_nu.
void SceneDynamics::countLoadsNow() {
  if (m_loads.none()) return;
  const double* v = m_y + configurationSize();
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const int first = m_velocityStart[i];
    m_parts[i]->velocityFromState(*m_scratch[i], v + first, m_nu.data() + first);
  }
  countLoads();
}

double SceneDynamics::dampingPower() const {
  double power = 0;
  for (std::size_t i = 0; i < m_damping.size(); ++i) power += counts(i) ? m_damping[i] : 0;
  return power;
}

bool SceneDynamics::counts(const CompiledConstraint& constraint) const {
  return m_counted.empty() || std::ranges::any_of(constraint.ends, [this](const CompiledEnd& end) {
           return m_counted[end.part] != 0;
         });
}

double SceneDynamics::dampingInStep(std::span<const char> touched, bool others) {
  double power = 0, ofOthers = 0;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const bool touches = touched.empty() || touched[i];
    if (touches) power += dampingOf(i, m_goesStraight);
    if (!touches && others) ofOthers += m_damping[i];
  }
  return std::min(m_dampingBefore, power) + ofOthers;
}

// [W] inside a part that has come there straight on for h seconds.
double SceneDynamics::dampingOf(std::size_t part, double h) const {
  const TurningLengths* lengths = m_parts[part]->lengths();
  if (m_damping[part] == 0 || lengths == nullptr) return m_damping[part];
  return std::max(0.0, m_damping[part] - lengths->dampedByTurning(*m_scratch[part], h));
}

// Forces on points, and those that move apart what overlaps, for `share` of a step with the
// velocities ν that it ends with, for the rest with those that it starts with.
void SceneDynamics::countForces(double share) {
  if (!m_separatedQ.empty())
    m_powers[EnergyFlow::Contact] += share * (dot(m_separatedQ, m_nu) - m_separatedPower);
  if (m_forcedQ.empty()) return;
  m_powers[EnergyFlow::Forces] += share * (dot(m_forcedQ, m_nu) - m_forcedPower);
}

// Whether a limit stops what runs into it in this step, or in the one before had it come close.
// What swings on a taut line approaches as well, by ½ h γ, since it goes along chords.
bool SceneDynamics::catches(const CompiledConstraint& source, int i, double h) const {
  if (!(source.limited >> i & 1U)) return false;
  const int row = source.firstRow + i;
  return m_room[row] < 0 || m_approach[row] > h * std::abs(m_pathGamma[row]);
}

// λᵀ(Ċ* − ∂g/∂t) [W]: what closing laws and moving targets put in, each by the rate that it
// prescribes. What corrections do besides is the method's error. Over a step of h seconds points
// move in the mean as targets do where it starts, for they begin with the velocity that the step
// before ended with; but where a law starts, with any. What gives way to contact goes with what the
// step ends with. What is caught at a limit is lost.
void SceneDynamics::countConstraints(double h) {
  double assembly = 0, drives = 0, caught = 0, yielded = 0;
  for (int c = 0; c < constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    if (!counts(source)) continue;
    const double* memory = law(c);
    const bool starts = h > 0 && memory[0] == m_time;
    const bool gives = h > 0 && givesWay(source);
    std::array<double, ConstraintRows::kMaxRows> after{};
    if (gives || (h > 0 && source.isCompliant()))
      m_system.addJacobianTimes(c, m_nu.data(), after.data());
    const AssemblyLaw::Target now = source.law.target(m_time, memory[0]);
    const AssemblyLaw::Target next =
        starts ? source.law.target(std::min(m_time + h, m_latest), memory[0]) : now;
    for (int i = 0; i < source.rows; ++i) {
      const int row = source.firstRow + i;
      const double lambda = m_lambda[row], g0 = memory[1 + i], r0 = memory[1 + source.rows + i];
      drives -= lambda * m_explicitRate[row];
      if (i == source.drag.row) continue;  // what slips is slippingLoss()
      if (gives) {
        assembly += lambda * (after[i] + m_explicitRate[row]);
        continue;
      }
      assembly +=
          lambda * (starts ? 0.5 * (m_gapRate[row] + (next.gap(g0, r0) - now.gap(g0, r0)) / h)
                           : now.rate(g0, r0));
      if (source.isCompliant() && lambda != 0) {
        const double rate = h > 0 ? after[i] + m_explicitRate[row] : m_gapRate[row];
        yielded += m_compliant.loss(row, rate - now.rate(g0, r0));
      } else if (h > 0 && catches(source, i, h))
        caught -= lambda * 0.5 * (m_approach[row] + m_wantedRate[row]);
    }
  }
  m_powers[EnergyFlow::Assembly] += assembly;
  m_powers[EnergyFlow::Drives] += drives;
  m_powers[EnergyFlow::Dissipated] += caught + yielded;
}

}  // namespace sinew
