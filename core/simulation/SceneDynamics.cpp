#include "core/simulation/SceneDynamics.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/Parallel.h"
#include "core/base/Prefetch.h"
#include "core/simulation/TimedStage.h"
#include "core/solvers/SmallProducts.h"

namespace sinew {
namespace {
constexpr double kStopping = 300;  // [1/s]
}  // namespace

SceneDynamics::SceneDynamics(std::shared_ptr<const World> world, int threads,
                             const std::vector<char>& loose)
    : m_world(std::move(world)),
      m_threads(threads),
      m_fall(*m_world),
      m_compliant(*m_world),
      m_loads(*m_world),
      m_stiff(*m_world),
      m_accounts(*m_world),
      m_grips(*m_world) {
  for (const CompiledPart& part : m_world->parts()) {
    m_parts.push_back(part.part.get());
    m_scratch.push_back(part.part->makeScratch());
    m_velocityStart.push_back(part.firstV);
  }
  for (int i = 0; i < static_cast<int>(m_parts.size()); ++i) {
    const Part& part = *m_parts[i];
    if (part.mayStiffen() && std::isfinite(m_world->stableStep(i))) m_stiffening.push_back(i);
    if (part.lengths() && part.lengths()->isStiff()) m_stiffLengths.push_back(i);
  }
  loosen(loose);
  int columns = 1;
  for (const CompiledPart& part : m_world->parts()) {
    columns = std::max({columns, part.dims.pointColumns, part.dims.directionColumns});
  }
  m_directionRoom.assign(3 * static_cast<std::size_t>(columns), 0);
  m_buffers.resize(m_world->constraints().size() / kPerChunk + 1);
  for (PointBuffer& buffer : m_buffers) {
    buffer.L.assign(12 * static_cast<std::size_t>(columns), 0);
    for (std::size_t e = 0; e < buffer.points.size(); ++e) {
      buffer.points[e].L = buffer.L.data() + 6 * e * columns;
      buffer.directions[e].L = buffer.points[e].L + 3 * static_cast<std::ptrdiff_t>(columns);
    }
  }
  m_slides.assign(m_world->constraints().size(), -1);
  m_apart.assign(m_world->constraints().size(), 0);
  for (const int c : m_world->sliding()) {
    m_slides[c] = static_cast<int>(m_places.size());
    m_places.push_back(0);
  }
  m_slid.resize(m_places.size());
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    const CompiledConstraint& constraint = m_world->constraints()[c];
    const int drag = constraint.drag.row;
    if (constraint.limited) m_limited.push_back(static_cast<int>(c));
    if (drag >= 0) m_rubbing.push_back({.constraint = static_cast<int>(c), .row = drag});
  }
  const std::size_t velocities = m_world->velocitySize(), rows = m_world->rows();
  m_damping.assign(m_parts.size(), 0);
  m_halfMoved.assign(m_parts.size(), 0);
  m_turnedFurther.assign(m_parts.size(), Mat3::Identity());
  m_length.assign(m_world->constraints().size(), 1);
  for (Reals* x : {&m_Q, &m_constraintQ, &m_nu, &m_response}) x->assign(velocities, 0);
  for (Reals* x : {&m_gap, &m_gapRate, &m_explicitRate, &m_biasGamma, &m_pathGamma, &m_approach,
                   &m_wantedRate, &m_room, &m_allowedDrift}) {
    x->assign(rows, 0);
  }
  compileContact();
}

void SceneDynamics::loosen(const std::vector<char>& loose) {
  m_loose = loose;
  const bool implicit = m_world->makeIntegrator()->level() == Level::Displacement;
  if (implicit || m_world->steppedInTouch()) m_turning.compile(*m_world);
  compileSystem({});
}

// Anew whenever hands hold other parts than before.
void SceneDynamics::compileSystem(std::span<const int> grabbed) {
  ConstraintSystem::Structure structure = m_world->structure();
  // Over the long passes of a step without inertia A is nearly singular, and rows that do count
  // seem to vanish; there J A⁻¹ Jᵀ is formed.
  if (m_world->makeIntegrator()->level() == Level::Equilibrium) structure.chains.clear();
  for (std::size_t c = 0; c < m_loose.size(); ++c) structure.constraints[c].loose = m_loose[c];
  for (const auto& item : m_turning.items()) structure.constraints.push_back(item);
  m_handRows.compile(grabbed, structure);
  m_system.compile(structure);
  for (Reals* x : {&m_rhs, &m_lambda, &m_lambdaSum}) x->resize(m_system.rows(), 0);
  m_held.clear();
  for (int c = 0; c < m_system.constraintCount(); ++c) {
    for (int e = 0; e < m_system.endCount(c); ++e) {
      const int part = m_system.partOf(c, e);
      if (m_world->parts()[part].dims.v > 0) m_held.push_back(part);
    }
  }
  std::sort(m_held.begin(), m_held.end());
  m_held.erase(std::unique(m_held.begin(), m_held.end()), m_held.end());
}

void SceneDynamics::holdKeysBefore(double event) {
  m_latest = std::nextafter(event, -std::numeric_limits<double>::infinity());
}

void SceneDynamics::evaluate(double time, const double* y) {
  m_time = std::min(time, m_latest);
  m_y = y;
  m_energies.clear();
  m_grips.findParts(*m_state, m_grabbed);
  if (!std::ranges::equal(m_grabbed, m_handRows.parts())) compileSystem(m_grabbed);
  if (m_work.at(StepTask::Forces)) return;
  m_fall.at(m_time);
  {
    const TimedStage timed(m_seconds, Stage::Forces);
    std::fill(m_Q.begin(), m_Q.end(), 0.0);
    parallelFor(m_threads, static_cast<int>(m_parts.size()), kPerChunk,
                [&](int begin, int end) { evaluateParts(m_time, y, begin, end); });
    evaluateForces();
    m_loads.apply(surroundings(), m_scratch, m_Q.data());
  }
  if (m_work.at(StepTask::Search)) return;
  {
    const TimedStage timed(m_seconds, Stage::Contacts);
    applyContact();
    m_powers[EnergyFlow::Drives] += contacts().power;
    m_powers[EnergyFlow::Contact] += contacts().separation;
    m_powers[EnergyFlow::Gravity] += gravityPower();
  }
  if (m_work.givenUp()) return;
  pullHands();
  const TimedStage timed(m_seconds, Stage::Rows);
  evaluateConstraints();
}

void SceneDynamics::handsMoved() {
  m_grips.unpull(m_Q.data());
  std::erase_if(m_pulls,
                [](const ForceArrow& arrow) { return arrow.source == ForceArrow::Source::Hand; });
  pullHands();
}

void SceneDynamics::pullHands() {
  m_powers[EnergyFlow::Grabs] = m_grips.pull(*m_state, m_scratch, m_Q.data(), m_pulls);
}

// Their springs are taken at the end of the step, by rows.
void SceneDynamics::leaveHandsToRows(double h) {
  m_grips.leaveToRows(m_scratch, m_Q.data());
  m_handRows.set(m_grips, m_scratch, h, m_system);
}

void SceneDynamics::countHands(double share) {
  for (int hand = 0; hand < m_grips.count(); ++hand) {
    m_grips.pullsWith(hand, m_handRows.force(hand, m_system, m_lambda));
  }
  m_powers[EnergyFlow::Grabs] += m_grips.moved(m_scratch, m_nu.data(), share);
}

void SceneDynamics::announcePart(std::size_t part) const {
  if (part >= m_parts.size()) return;
  prefetch(m_parts[part]);
  prefetch(m_scratch[part].get());
}

void SceneDynamics::announceConstraint(std::size_t constraint) const {
  const std::vector<CompiledConstraint>& constraints = m_world->constraints();
  if (constraint + kPartsAhead < constraints.size())
    prefetchAll(constraints[constraint + kPartsAhead]);
  if (constraint >= constraints.size()) return;
  const CompiledConstraint& source = constraints[constraint];
  prefetch(source.constraint.get());
  for (const CompiledEnd& end : source.ends) announcePart(end.part);
}

void SceneDynamics::evaluateParts(double time, const double* y, int begin, int end) {
  const double* v = y + m_world->configurationSize();
  for (int i = begin; i < end; ++i) {
    announcePart(i + kPartsAhead);
    const CompiledPart& part = m_world->parts()[i];
    PartScratch& scratch = *m_scratch[i];
    part.part->update({y + part.firstQ, v + part.firstV, time}, scratch);
    m_damping[i] = part.part->addForces({time, m_fall.of(i)}, scratch, m_Q.data() + part.firstV);
  }
}

void SceneDynamics::pull(int part, const ResolvedPoint& point, const Vec3& force,
                         ForceArrow::Source source) {
  Vec3 position, velocity;
  m_parts[part]->locate(*m_scratch[part], point, position, velocity);
  m_parts[part]->addPointForce(*m_scratch[part], point, force, m_Q.data() + m_velocityStart[part]);
  if (counts(part)) {
    m_parts[part]->addPointForce(*m_scratch[part], point, force,
                                 m_forcedQ.data() + m_velocityStart[part]);
    m_powers[EnergyFlow::Forces] += force.dot(velocity);
  }
  m_pulls.push_back({source, position, force});
}

void SceneDynamics::evaluateForces() {
  m_powers = {};
  m_pulls.clear();
  if (!m_world->forces().empty()) m_forcedQ.assign(m_Q.size(), 0);
  std::array<PointSample, ConstraintRows::kMaxPoints> samples;
  std::array<Vec3, ConstraintRows::kMaxPoints> forces;
  for (std::size_t i = 0; i < m_world->forces().size(); ++i) {
    const CompiledForce& force = m_world->forces()[i];
    for (std::size_t e = 0; e < force.ends.size(); ++e) {
      const CompiledEnd& end = force.ends[e];
      m_parts[end.part]->locate(*m_scratch[end.part], end.point, samples[e].position,
                                samples[e].velocity);
    }
    force.force->evaluate(samples.data(), m_time, forces.data());
    for (std::size_t e = 0; e < force.ends.size(); ++e) {
      pull(force.ends[e].part, force.ends[e].point, forces[e], ForceArrow::Source::Keyed);
      m_pulls.back().keyed = static_cast<std::int32_t>(i);
    }
  }
  m_forcedPower = m_powers[EnergyFlow::Forces];
}

PointSample SceneDynamics::endOf(int constraint, int end) const {
  const CompiledEnd& source = m_world->constraints()[constraint].ends[end];
  PointSample sample;
  m_parts[source.part]->locate(*m_scratch[source.part], pointOf(constraint, end), sample.position,
                               sample.velocity);
  return sample;
}

bool SceneDynamics::switchedOn(int constraint) const {
  const std::uint64_t flags = m_state->words[m_world->offsets().flags + constraint];
  return (flags & ConstraintFlags::kActive) && !(flags & ConstraintFlags::kBroken);
}

const double* SceneDynamics::law(int constraint) const {
  return m_state->reals.data() + m_world->offsets().law[constraint];
}

// [Metaxas93] N f_c + r = 0 (41) with r of (32)–(33):
//   r = J M⁻¹Q + γ + Σ G b − C̈* + 2α(ġ − Ċ*) + α²(g − C*)
void SceneDynamics::accelerations(double* dy) {
  if (m_work.givenUp()) return;
  double* dv = dy + configurationSize();
  {
    const TimedStage timed(m_seconds, Stage::Solve);
    m_powers[EnergyFlow::Grabs] += m_grips.settle(0, m_scratch, m_Q.data());
    countLoadsNow();
    m_compliant.pull(rowsNow(), m_lambda);
    m_compliant.addForces(m_system, m_lambda, m_Q);  // explicit methods solve for the others only
    m_compliant.include(false, m_system, *m_state);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
      const int first = m_velocityStart[i];
      m_parts[i]->applyInverseMass(*m_scratch[i], m_Q.data() + first, m_nu.data() + first, 1);
    }
    for (int c = 0; c < constraintCount(); ++c) {
      if (!m_system.active(c)) continue;
      const CompiledConstraint& source = m_world->constraints()[c];
      const double *memory = law(c), alpha = source.law.alpha();
      const AssemblyLaw::Target target = source.law.target(m_time, memory[0]);
      std::array<double, ConstraintRows::kMaxRows> freeAcceleration{};
      m_system.addJacobianTimes(c, m_nu.data(), freeAcceleration.data());
      for (int i = 0; i < source.rows; ++i) {
        const double g0 = memory[1 + i], r0 = memory[1 + source.rows + i];
        const bool limited = source.limited >> i & 1U;
        const double gap = m_room[source.firstRow + i] - target.gap(g0, r0);
        const double rate = m_gapRate[source.firstRow + i] - target.rate(g0, r0);
        // What runs into a limit that nobody looks out for is stopped within milliseconds.
        const bool reached = !limited || hasReached(source.firstRow + i);
        const double a = g0 == 0 && !reached ? std::max(alpha, kStopping) : alpha;
        double& wanted = m_rhs[source.firstRow + i];
        wanted = target.acceleration(g0, r0) - 2 * a * rate - a * a * gap - freeAcceleration[i] -
                 m_biasGamma[source.firstRow + i];
        if (!reached && m_room[source.firstRow + i] < 0) wanted = std::max(wanted, 0.0);
      }
    }
    solveRows(ConstraintSystem::Inertia::Mass, Friction::BySlip);
  }
  const TimedStage timed(m_seconds, Stage::Integrate);
  addMultiplierForces();
  m_compliant.include(true, m_system, *m_state);
  m_compliant.pull(rowsNow(), m_lambda);
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    part.part->configurationRate(*m_scratch[i], dy + part.firstQ);
    part.part->freeRate(*m_scratch[i], dv + part.firstV);
    part.part->addForceRate(*m_scratch[i], m_Q.data() + part.firstV, 1, dv + part.firstV);
    part.part->addForceRate(*m_scratch[i], m_constraintQ.data() + part.firstV, 1, dv + part.firstV);
  }
  m_powers[EnergyFlow::Dissipated] =
      contacts().dissipation + m_takenByLoads + dampingPower() + slippingLoss(Friction::BySlip, 0);
  countConstraints(0);
  std::ranges::copy(m_powers.of, flowsOf(dy));
}

void SceneDynamics::addMultiplierForces() {
  std::fill(m_constraintQ.begin(), m_constraintQ.end(), 0.0);
  for (int c = 0; c < m_system.constraintCount(); ++c) {
    m_system.addTransposeTimes(c, m_lambda.data() + m_system.firstRow(c), m_constraintQ.data());
  }
}

void SceneDynamics::freeVelocities(InternalForces taken, double h, double* v) {
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    announcePart(i + kPartsAhead);
    const int first = m_velocityStart[i], count = m_world->parts()[i].dims.v;
    m_parts[i]->freeRate(*m_scratch[i], m_constraintQ.data() + first);
    ImplicitStep implicit(h, m_accounts.damping(i));
    if (m_accounts.tellsMidway())
      implicit.acts = 0.5 * h + m_accounts.age(*m_state, static_cast<int>(i));
    const double kept = taken == InternalForces::AtEnd ? m_accounts.factor(i) : 1;
    for (int k = first; k < first + count; ++k)
      v[k] = kept * v[k] + implicit.acts * m_constraintQ[k];
    if (taken == InternalForces::AtEnd) {
      m_parts[i]->linearise(*m_scratch[i], implicit, m_Q.data() + first);
      m_parts[i]->addImplicitRate(*m_scratch[i], m_Q.data() + first, implicit.acts, v + first);
    } else {
      m_parts[i]->addForceRate(*m_scratch[i], m_Q.data() + first, h, v + first);
    }
    m_parts[i]->velocityFromState(*m_scratch[i], v + first, m_nu.data() + first);
  }
}

// The configuration moves along ν′ = ν_free + h M⁻¹Jᵀλ, and to second order
//   g(t+h) = g + h (J ν′ + ∂g/∂t) + ½ h² (γ + Σ G c).
// Asking for g(t+h) = C*(t+h) gives N λ = [(C* − g)/h − ½ h (γ + Σ G c) − J ν_free − ∂g/∂t]/h.
// DEPARTURE: [Metaxas93] puts the bias of (23) on accelerations; with it drift piles up over many
// steps, while here every step takes out what the one before left over.
void SceneDynamics::predictRows(InternalForces taken, double h) {
  allowDrift(taken, h);
  m_compliant.aim(rowsNow(), h, h, m_system, m_allowedDrift);
  m_gapBegun = m_gap;
  m_turning.aim(m_system, m_nu, h, GeometricStiffness::Against::Change, m_rhs);
  m_handRows.aim(m_grips, m_system, m_nu, nullptr, h, m_rhs);
  for (int c = 0; c < constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    const double* memory = law(c);
    const AssemblyLaw::Target next = source.law.target(std::min(m_time + h, m_latest), memory[0]);
    std::array<double, ConstraintRows::kMaxRows> freeRate{};
    m_system.addJacobianTimes(c, m_nu.data(), freeRate.data());
    withRows(source.rows, [&](auto count) {
      for (int i = 0; i < count; ++i) {
        const int row = source.firstRow + i;
        const double g0 = memory[1 + i], r0 = memory[1 + count + i], g = m_room[row];
        const double goal = next.gap(g0, r0) + m_allowedDrift[row];
        // ġ wanted: J ν′ + ∂g/∂t
        const double wanted = (goal - g) / h - 0.5 * h * m_pathGamma[row];
        m_wantedRate[row] = wanted;
        m_rhs[row] = (wanted - freeRate[i] - m_explicitRate[row]) / h;
      }
    });
  }
}

// In a step far shorter than usual, drift is not forced out at once: δ/h would be a blow, most of
// all where δ is what a step could not meet, and something is touched next. Rows must have been
// evaluated where the step starts.
void SceneDynamics::allowDrift(InternalForces taken, double h) {
  constexpr double kSlow = 1e-4;  // [m/s, rad/s] what closes no faster may do so at once
  const double borne =
      taken == InternalForces::AtEnd ? m_world->implicitStepLimit() : m_world->stepLimit().step;
  const double usual = std::min(m_world->nominalStep(), borne);
  const double share = std::min(1.0, 2 * h / usual);
  std::fill(m_allowedDrift.begin(), m_allowedDrift.end(), 0.0);
  if (share == 1) return;
  for (int c = 0; c < constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    const double* memory = law(c);
    const AssemblyLaw::Target now = source.law.target(m_time, memory[0]);
    for (int i = 0; i < source.rows; ++i) {
      const double g0 = memory[1 + i], r0 = memory[1 + source.rows + i];
      const int row = source.firstRow + i;
      const bool room = m_room[row] < 0 && (source.limited >> i & 1U);
      const double drift = m_room[row] - now.gap(g0, r0);
      if (!room && std::abs(drift) > kSlow * h) m_allowedDrift[row] = (1 - share) * drift;
    }
  }
}

// A point that moves for h along a path of curvature c is ½ h² c beside the straight line. That
// part is allowed for (predictRows); what comes after it is a turn's angle smaller, so holding it
// to a small part of the part's size holds the angle, here to 0.09 rad at a joint in the middle of
// two links that turn alike.
double SceneDynamics::linearHorizon() const {
  constexpr double kAside = 0.002;  // of the part's size
  double sharpest = 0;              // [1/s²] curvature against size
  for (int c = 0; c < constraintCount(); ++c) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    double most = 0;
    for (int row = source.firstRow; row < source.firstRow + source.rows; ++row) {
      most = std::max(most, std::abs(m_pathGamma[row]));
    }
    sharpest = std::max(sharpest, most / m_length[c]);
  }
  return std::sqrt(2 * kAside / sharpest);
}

// v += what m_constraintQ does to it in h seconds, and m_nu to go with it.
void SceneDynamics::changeVelocities(InternalForces taken, double h, double* v) {
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    announcePart(i + kPartsAhead);
    const int first = m_velocityStart[i];
    const double* Q = m_constraintQ.data() + first;
    if (taken == InternalForces::AtEnd) {
      m_parts[i]->addImplicitRate(*m_scratch[i], Q, h, v + first);
    } else {
      m_parts[i]->addForceRate(*m_scratch[i], Q, h, v + first);
    }
    m_parts[i]->velocityFromState(*m_scratch[i], v + first, m_nu.data() + first);
  }
}

void SceneDynamics::step(InternalForces taken, double h, double* yNext) {
  if (m_work.givenUp()) return;
  const bool atEnd = taken == InternalForces::AtEnd;
  double* v = yNext + configurationSize();
  const double others = m_powers[EnergyFlow::Forces];
  {
    const TimedStage timed(m_seconds, Stage::Solve);
    m_loads.settle(surroundings(), h, m_scratch, m_Q.data());
    if (!atEnd) countLoadsNow();
    leaveHandsToRows(h);
    rememberSlips();
    freeVelocities(taken, h, v);
    predictRows(taken, h);
    solveRows(atEnd ? ConstraintSystem::Inertia::Dynamics : ConstraintSystem::Inertia::Mass,
              Friction::AtEnd);
    const auto aim = [&] { predictRows(taken, h); };
    if (atEnd) holdTurning(h, std::cref(aim));
  }
  const TimedStage timed(m_seconds, Stage::Integrate);
  addMultiplierForces();
  changeVelocities(taken, h, v);
  resistSlips(taken, h, v);
  takeStiffForcesAtEnd(taken, h, nullptr, v);
  if (m_work.givenUp()) return;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    announcePart(i + kPartsAhead);
    const CompiledPart& part = m_world->parts()[i];
    const double* nu = m_nu.data() + part.firstV;
    double* q = yNext + part.firstQ;
    if (part.dims.spin >= 0) {
      part.part->coast(*m_scratch[i], nu, h, q);
    } else if (atEnd) {
      m_halfMoved[i] = part.part->advancePoints(*m_scratch[i], nu, h, q);
    } else {
      part.part->advance(*m_scratch[i], nu, h, q);
    }
  }
  const double takenAtStart = m_takenByLoads;
  countLoads();
  if (!atEnd) {  // a force that is held for a step works along the mean of both velocities
    m_powers[EnergyFlow::Forces] = 0.5 * (others + m_powers[EnergyFlow::Forces]);
    m_takenByLoads = 0.5 * (takenAtStart + m_takenByLoads);
  }
  m_powers[EnergyFlow::Forces] += m_stiff.gasPower(m_nu.data());
  // Where parts keep to h ν′ with all forces, that is the work: an implicit step makes no energy.
  const double share = atEnd ? 1 : 0.5;
  countHands(share);
  countForces(share);
  m_powers[EnergyFlow::Dissipated] = contacts().dissipation + m_takenByLoads +
                                     slippingLoss(Friction::AtEnd, h) +
                                     (atEnd ? 0 : dampingPower());
  countConstraints(h);
  m_powers[EnergyFlow::Gravity] = liftOver(h, yNext) / h;
  m_powers.addTo(flowsOf(yNext), h);
}

void SceneDynamics::countPartsAlike() {
  for (const Part* part : m_parts) m_weights.push_back(part->mass() > 0 ? part->mass() : 1);
  m_system.setWeights(m_weights);
}

void SceneDynamics::normalise(double* y) const {
  for (const CompiledPart& part : m_world->parts()) part.part->normalise(y + part.firstQ);
}

StageSeconds SceneDynamics::takeStageSeconds() {
  const auto seconds = m_seconds;
  m_seconds.fill(0);
  return seconds;
}

}  // namespace sinew
