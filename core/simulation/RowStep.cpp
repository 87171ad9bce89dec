// What a step does where contact is solved for as rows (ContactRows).
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/math/Sums.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {

constexpr int kReleases = 3;     // rounds in which limits may be let go of
constexpr double kPulls = 1e-6;  // of what it pushed before: so much of a limit's pull is none

// Where few things move, impacts of soft ones are taken in so many steps for one: else what stops
// with the first points that touch takes much of the bounce. Many are rather live, and so is what
// is pressed flat.
constexpr int kMostPieces = 4, kManyMoving = 24, kManyTouches = 3000;
constexpr double kShort = 0.75;  // of a step: in shorter ones it is in several for one
}  // namespace

// Parts answer with what resists in them over the step, constraints with the rows that hold in it.
class SceneDynamics::RowResponse final : public ContactRows::Response {
 public:
  RowResponse(SceneDynamics& dynamics, double h) : m_dynamics(dynamics), m_h(h) {}

  void answer(int part, const double* loads, double* velocities) override {
    m_dynamics.answerImpulses(part, m_h, loads, velocities);
  }
  void addRates(int constraint, int part, const double* velocity, double* rates) override {
    const ConstraintSystem& system = m_dynamics.m_system;
    system.addJacobianTimes(constraint, part, velocity, rates + system.firstRow(constraint));
  }
  void undo(Reals& rates) override {
    for (double& rate : rates) rate = -rate;
    m_dynamics.m_system.solve(rates);
  }
  void hold(const Reals& multipliers, Reals& nu) override {
    m_dynamics.m_force.assign(nu.size(), 0);
    m_dynamics.addHolding(multipliers, 1, m_dynamics.m_force);
    m_velocity.assign(nu.size(), 0);
    for (std::size_t i = 0; i < m_dynamics.m_parts.size(); ++i) {
      m_dynamics.respondTo(InternalForces::AtEnd, m_dynamics.m_force, static_cast<int>(i),
                           m_velocity);
    }
    addTo(nu, 1, m_velocity);
  }
  void addFlight(int part, double share, Reals& nu) override {
    const int first = m_dynamics.m_velocityStart[part];
    const Part& moved = *m_dynamics.m_parts[part];
    const PartScratch& scratch = *m_dynamics.m_scratch[part];
    std::array<double, 6> before{}, after{};
    moved.velocityFromState(
        scratch, m_dynamics.m_departure.y + m_dynamics.configurationSize() + first, before.data());
    moved.velocityFromState(scratch, m_dynamics.m_givenBack.data() + first, after.data());
    const int size = m_dynamics.m_world->parts()[part].dims.v;
    for (int k = 0; k < size; ++k) nu[first + k] += share * (after[k] - before[k]);
  }

 private:
  SceneDynamics& m_dynamics;
  double m_h;
  Reals m_velocity;
};

// Gas is far stiffer than the skin that it fills: what contact pushes in it resists at once.
void SceneDynamics::answerImpulses(int part, double h, const double* loads, double* velocities) {
  m_parts[part]->applyInverseDynamics(*m_scratch[part], loads, velocities, 3);
  const double stiffness = m_loads.none() ? 0 : h * h * m_loads.volumeStiffness(part);
  if (!(stiffness > 0)) return;
  const int size = m_world->parts()[part].dims.v;
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(size), swells(size);
  m_loads.addVolumeGradient(part, *m_scratch[part], gradient.data());
  m_parts[part]->applyInverseDynamics(*m_scratch[part], gradient.data(), swells.data(), 1);
  const double share = stiffness / (1 + stiffness * gradient.dot(swells));
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, 3>> columns(velocities, size, 3);
  columns -= share * swells * (gradient.transpose() * columns).eval();
}

// Q += share Jᵀλ of all constraints.
void SceneDynamics::addHolding(const Reals& lambda, double share, Reals& Q) const {
  std::array<double, ConstraintRows::kMaxRows> shares{};
  for (int c = 0; c < m_system.constraintCount(); ++c) {
    const double* own = lambda.data() + m_system.firstRow(c);
    for (int i = 0; i < m_system.rowsOf(c); ++i) shares[i] = share * own[i];
    m_system.addTransposeTimes(c, shares.data(), Q.data());
  }
}

void SceneDynamics::takeContactRows(double h, const double* known, double* v) {
  if (m_rows->areLeftOut()) return;
  if (!known) {  // else the step is solved again: what touches is known
    m_barrier->aimAhead(m_scratch, h);
    m_rows->take(*m_barrier, m_system, m_scratch, h);
  } else {
    m_rows->tie(m_system);
  }
  m_pushed.clear();
  m_givenBack.clear();
  if (m_rows->none()) return;
  m_givenBack.assign(v, v + m_nu.size());
  RowResponse response(*this, h);
  m_work.leaves(m_rows->solve(m_nu, response).residual);
  for (int round = 0; round < kReleases && releaseLimits(h, v); ++round) {
    m_rows->holdAgain();
    m_work.leaves(m_rows->solve(m_nu, response).residual);
  }
  std::fill(m_constraintQ.begin(), m_constraintQ.end(), 0.0);
  m_rows->addImpulses(m_constraintQ.data());
  for (double& force : m_constraintQ) force /= h;
  if (const Reals& holding = m_rows->holding(); !holding.empty()) {
    addHolding(holding, 1 / h, m_constraintQ);
    addTo(m_lambda, 1 / h, holding);
  }
  changeVelocities(InternalForces::AtEnd, h, v);
  const ContactRows::Work work = m_rows->work(m_slowed);
  m_restingResult.dissipation = work.lost / h;
  m_rows->remember(m_pushed);
  m_powers[EnergyFlow::Drives] += work.put / h;
  m_powers[EnergyFlow::Contact] += work.apart / h;
  if (m_slowed.empty() && m_rows->giveBack(m_fall.ofScene().norm())) return collectGiven();
  m_givenBack.clear();
}

// m_givenBack, velocities without contact, becomes what impacts change them by where the step ends.
void SceneDynamics::collectGiven() {
  m_force.assign(m_nu.size(), 0);
  m_rows->addGiven(m_system, m_force.data());
  const double* const start = m_departure.y + configurationSize();
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const int first = m_velocityStart[i], end = first + m_world->parts()[i].dims.v;
    const double unflown = m_rows->unflown(static_cast<int>(i));
    for (int k = first; k < end; ++k) {
      m_givenBack[k] = unflown > 0 ? unflown * (start[k] - m_givenBack[k]) : 0;
    }
    m_parts[i]->addImplicitRate(*m_scratch[i], m_force.data() + first, 1,
                                m_givenBack.data() + first);
  }
}

// Limits were sorted out before contact pushed, and hold both ways since. Those that would have to
// pull now, or that keep things as near as contact does not let them, are let go of. False if none.
bool SceneDynamics::releaseLimits(double h, double* v) {
  if (m_rows->holding().empty()) return false;
  const auto isHeld = [&](const CompiledConstraint& source) {
    const auto actsOn = [&](int part) {
      return std::ranges::any_of(source.ends, [&](const auto& end) { return end.part == part; });
    };
    return std::ranges::any_of(m_rows->heldPairs(), [&](const std::array<int, 2>& pair) {
      return actsOn(pair[0]) && actsOn(pair[1]);
    });
  };
  m_residual.assign(m_nu.size(), 0);  // what those no longer do
  bool any = false;
  for (const int c : m_limited) {
    if (!m_system.active(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    const bool held = isHeld(source);
    std::array<double, ConstraintRows::kMaxRows> lost{};
    std::uint32_t slack = m_system.slack(c);
    for (int i = 0; i < source.rows; ++i) {
      if (!(source.limited >> i & 1U) || slack >> i & 1U) continue;
      double& lambda = m_lambda[source.firstRow + i];
      const double now = h * lambda + m_rows->holding()[source.firstRow + i];
      if (!held && now <= kPulls * h * std::abs(lambda)) continue;
      slack |= 1U << i;
      lost[i] = -h * std::exchange(lambda, 0);
    }
    if (slack == m_system.slack(c)) continue;
    m_system.addTransposeTimes(c, lost.data(), m_residual.data());
    m_system.setSlack(c, slack);
    any = true;
  }
  if (!any) return false;
  m_system.factorise(m_parts, m_scratch, ConstraintSystem::Inertia::Dynamics);
  m_direction.clear(m_nu.size(), m_lambda.size());
  project(InternalForces::AtEnd, m_residual, m_held, m_direction);
  addTo(m_lambda, 1 / h, m_direction.lambda);
  m_constraintQ.assign(m_nu.size(), 0);
  addTo(m_constraintQ, 1 / h, forceOf(m_direction));
  changeVelocities(InternalForces::AtEnd, h, v);
  return true;
}

// [s] Of h, that a step may take in which soft things meet, or are still pressed from that; or in
// the next one.
double SceneDynamics::impactStep(double h) {
  m_rows->begin(m_memory.resting);
  const auto moves = [](const CompiledPart& part) { return part.dims.v > 0; };
  const auto moving = static_cast<int>(std::ranges::count_if(m_world->parts(), moves));
  const auto isSoft = [&](int part) {  // ropes hardly bounce
    return !m_world->parts()[part].movesAsOne() && m_parts[part]->chain() == nullptr;
  };
  const auto ofSoft = [&](const BarrierContact::Touch& touch) {
    return isSoft(touch.partA) || isSoft(touch.partB);
  };
  const auto touching = static_cast<int>(std::ranges::count_if(m_barrier->touches(), ofSoft));
  const int bearable =
      std::min(kManyMoving / std::max(1, moving), kManyTouches / std::max(1, touching));
  const bool swings = m_world->offsets().accountsSize > 0;  // else implicit Euler takes more of it
  const int pieces = std::clamp(bearable, 1, swings ? kMostPieces : 2 * kMostPieces);
  const double ahead = pieces > 1 ? 2 * h : h;
  m_barrier->longestStep(ahead, BarrierContact::Care::AtEnd, 0);
  if (pieces == 1) return h;
  const double slowest = ContactRows::slowestImpact(m_fall.ofScene().norm(), h);
  std::vector<char> soft(m_parts.size());
  for (std::size_t i = 0; i < soft.size(); ++i) soft[i] = isSoft(static_cast<int>(i)) ? 1 : 0;
  if (m_barrier->fastestClosing(soft, ahead) > slowest) return h / pieces;
  // To go over to shorter steps once something is pressed would look like a gain. Back to longer
  // ones it goes little by little.
  const double before = m_accounts.stepBefore(*m_state);
  if (before < kShort * h && bounces(soft, slowest, h)) return h / pieces;
  return before > 0 ? std::clamp(2 * before, h / pieces, h) : h;
}

// Whether any of these parts, where it meets something, is on its way into it or back.
bool SceneDynamics::bounces(std::vector<char>& parts, double slowest, double h) const {
  constexpr double kDeforms = 0.5;  // of the slowest: speed at which it is pressed, or springs back
  std::vector<Vec3> force(m_parts.size(), Vec3::Zero());  // [N] of contact, in the step before
  for (const RestingContact& contact : m_memory.resting) {
    force[contact.partB] += contact.force.cast<double>();
    force[contact.partA] -= contact.force.cast<double>();
  }
  // What hangs, or is pulled, has other forces to bear than its weight.
  for (const int part : m_held) parts[part] = false;
  for (int grip = 0; grip < m_grips.count(); ++grip) parts[m_grips.partOf(grip)] = false;
  const bool swings = m_accounts.stepBefore(*m_state) > 0;
  const auto isOnItsWay = [&](int part) {
    if (!parts[part]) return false;
    const double mass = m_parts[part]->mass();
    const double deforms = std::sqrt(2 * m_parts[part]->deformingEnergy(*m_scratch[part]) / mass);
    const double changes = h * (force[part] / mass + m_fall.of(part)).norm();
    return (swings && deforms > kDeforms * slowest) || (!force[part].isZero() && changes > slowest);
  };
  return std::ranges::any_of(m_barrier->touches(), [&](const BarrierContact::Touch& touch) {
    return isOnItsWay(touch.partA) || isOnItsWay(touch.partB);
  });
}

void SceneDynamics::fly(bool flies) {
  if (!m_rows) return;
  m_rows->leaveOut(flies);
  if (!flies) return;
  m_pushed.clear();
  m_givenBack.clear();
  m_dampingBefore = std::numeric_limits<double>::infinity();
}

bool SceneDynamics::rests(int part) const {
  if (!m_rows || m_rows->none() || !isPushed(part)) return false;
  const int island = m_rows->island(part);
  return island < 0 || !m_rows->islandsOfImpacts()[island];
}

void SceneDynamics::rememberRows(State& state) {
  if (m_rows) rememberResting(m_pushed, state);
}

// Parts have moved with what stopped them; what they get back is of the next step. Springs that
// were pressed in the same step give back as well: together no more than there was. Velocities are
// of the middles of steps, so for rigid parts it is E + ½ h g·P that is compared, and for solids
// that swing on what they store halfway.
void SceneDynamics::giveBack(double h, const double* y, double* yNext) {
  m_dampingBefore = m_givenBack.empty() ? std::numeric_limits<double>::infinity() : dampingPower();
  if (m_givenBack.empty()) return;
  const Reals stopped(yNext + configurationSize(), yNext + configurationSize() + velocitySize());
  Reals back = stopped;
  addTo(back, 1, m_givenBack);
  const auto take = [&](int part, double share) {
    const int first = m_velocityStart[part], end = first + m_world->parts()[part].dims.v;
    double* v = yNext + configurationSize();
    for (int k = first; k < end; ++k) v[k] = stopped[k] + share * (back[k] - stopped[k]);
  };
  std::vector<std::array<double, 4>> of(m_rows->islands());  // [J] before; with shares 0, ½, 1
  std::vector<double> lag(of.size(), 0.5 * h);               // [s]
  for (const int part : m_rows->parts()) {
    if (!m_world->parts()[part].movesAsOne() && !m_accounts.swingsOn(part))
      lag[m_rows->island(part)] = 0;
  }
  for (const int part : m_rows->parts()) {
    const int island = m_rows->island(part);
    std::array<double, 4>& energy = of[island];
    const auto add = [&](double& sum, const double* at, double by) {
      const Vec3 fall = m_fall.of(part);
      const PartEnergy now = m_parts[part]->energy({m_time, fall}, scratchAtEnd(part, at));
      sum += now.total() + by * now.momentum.dot(fall);
    };
    const bool tells = lag[island] > 0 && m_accounts.tellsMidway();
    add(energy[0], y, tells ? m_accounts.age(*m_state, part) : lag[island]);
    const double more = lag[island] > 0 ? storedMore(part, h, y, yNext) : 0;
    if (lag[island] > 0) energy[0] += storedBefore(part);
    for (int k = 0; k < 3; ++k) {
      take(part, 0.5 * k);
      add(energy[1 + k], yNext, lag[island]);
      energy[1 + k] += more;
    }
  }
  std::vector<double> shares;
  double given = 0;  // [J]
  for (const auto& [before, none, half, all] : of) {
    const double square = 2 * (all + none) - 4 * half, slope = all - none - square;
    const double left = before - none;
    double share = 1;
    if (all > before) {
      const double root = std::sqrt(std::max(0.0, slope * slope + 4 * square * left));
      share = left > 0 && square > 0 ? std::min(1.0, (root - slope) / (2 * square)) : 0;
    }
    shares.push_back(share);
    given += share * (slope + share * square);
  }
  for (const int part : m_rows->parts()) take(part, shares[m_rows->island(part)]);
  // What had stopped them has taken as much less.
  const int lost =
      size() - static_cast<int>(kEnergyFlows) + static_cast<int>(EnergyFlow::Dissipated);
  yNext[lost] = std::max(std::min(y[lost], yNext[lost]), yNext[lost] - given);
  m_givenBack.clear();
}

bool SceneDynamics::slowDown() {
  constexpr double kShare = 0.5;  // of what was clear
  if (!m_rows) return false;
  m_refused.clear();
  for (const ContactBlock& block : m_barrier->blocks()) {
    m_refused.insert(m_refused.end(), {block.partA, block.partB});
  }
  if (m_rows->giveWay(m_refused, m_fall.ofScene().norm())) return true;
  if (++m_slowings > kMostSlowings) return false;
  if (m_slowed.empty()) m_slowed.assign(m_parts.size(), 1);
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const int part = static_cast<int>(i);
    double clear = 1;
    for (const ContactBlock& block : m_barrier->blocks()) {
      const bool acts = part == block.partA || part == block.partB ||
                        m_rows->actOnEachOther(part, block.partA) ||
                        m_rows->actOnEachOther(part, block.partB);
      if (acts) clear = m_slowings > kStandStill ? 0 : std::min(clear, kShare * block.until);
    }
    m_slowed[i] *= clear;
  }
  return true;
}

void SceneDynamics::slowDown(double* v) {
  for (std::size_t i = 0; i < m_slowed.size(); ++i) {
    if (m_slowed[i] == 1) continue;
    const int first = m_velocityStart[i], end = first + m_world->parts()[i].dims.v;
    for (int k = first; k < end; ++k) {
      v[k] *= m_slowed[i];
      m_nu[k] *= m_slowed[i];
    }
  }
}

}  // namespace sinew
