#include "core/simulation/rigid/RigidStep.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "core/math/ContactAxes.h"

namespace sinew {
namespace {

constexpr double kTouching = 1e-6;       // [m] gap at the end of a step below which two touch
constexpr double kBulge = 1e-9;          // [m] by which paths part balls in a step, not made up for
constexpr double kDeep = 1e-6;           // [m] less is left as it is
constexpr double kUsedMargin = 0.5;      // share of it
constexpr double kPartedShare = 0.3;     // of an overlap, per step
constexpr double kFastestParting = 0.5;  // [m/s]
constexpr double kSamePlace = 0.02;      // [m] between steps

/// A rigid part with the momenta v, at the configuration of scratch.
ConeBody coneOf(const Part& part, const PartScratch& scratch, const double* v) {
  ConeBody cone;
  Eigen::Matrix<double, 6, 6> inverse;
  const Eigen::Matrix<double, 6, 6> unit = Eigen::Matrix<double, 6, 6>::Identity();
  part.applyInverseMass(scratch, unit.data(), inverse.data(), 6);
  cone.inverseMass = inverse(0, 0);
  cone.inverseInertia = inverse.bottomRightCorner<3, 3>();
  std::array<double, 6> nu{};
  part.velocityFromState(scratch, v, nu.data());
  cone.velocity = Vec3(nu.data());
  cone.spin = Vec3(nu.data() + 3);
  return cone;
}

}  // namespace

RigidStep::RigidStep(const World& world, SceneDynamics& dynamics, double step)
    : m_world(&world),
      m_dynamics(&dynamics),
      m_step(step),
      m_budget(ConeBudget{}.times(world.accuracy().rounds, world.accuracy().residual)),
      m_contacts(world),
      m_crossings(world) {
  const std::size_t parts = world.parts().size();
  m_pushVelocity.assign(parts, Vec3::Zero());
  m_fallen.assign(parts, -1);
  m_hit.assign(parts, 0);
  m_meanRates.assign(static_cast<std::size_t>(world.velocitySize()), 0.0);
  for (const CompiledPart& part : world.parts()) m_scratch.push_back(part.part->makeScratch());
  m_contacts.heed(&dynamics.work());
  m_solver.heed(&dynamics.work());
}

void RigidStep::propose(Dynamics& /*dynamics*/, double time, std::span<const double> y, double h,
                        StepProposal& out) {
  constexpr int kTries = 3;
  m_crossings.clear();
  const double before = energyAt(time, y.data());
  double after = before;
  for (int i = 0; i < kTries; ++i) {
    if (m_dynamics->work().round(StepTask::Contact)) return;
    after = tryStep(time, y, h, out);
    if (m_dynamics->work().givenUp()) return;
    if (overfull()) break;
    const bool crosses =
        m_crossings.look({time + h, h, m_scratch, out.y.data(), m_contacts, m_moved});
    m_squeeze.reset();
    if (crosses || m_crossings.sunk())
      m_squeeze = findSqueeze(m_contacts, time, &m_dynamics->work());
    if (!crosses || (m_crossings.worst() && lacksRoom(*m_crossings.worst()))) break;
  }
  m_dynamics->work().leaves(m_statistics.residual);
  remember(h);
  keepBooks(h, before, after, out.y.data());
}

// Returns the energy [J] that it ends with.
double RigidStep::tryStep(double time, std::span<const double> y, double h, StepProposal& out) {
  out.y.assign(y.begin(), y.end());
  m_statistics = {};
  out.multipliers.clear();
  out.error = 0;
  out.worst = -1;
  out.nextStep = std::min(m_step, 2 * h);  // what needed a short step needs the next as well
  begin(y, h);
  if (m_crossings.known().empty()) {
    recall(h);
  } else {
    beginAsBefore();
  }
  solveMotion(h);
  partOverlaps(h);
  move(h, out.y.data());
  arrive(h, y.data(), out.y.data());
  solveVelocities(h);
  gain(m_arrived, m_contacts.cones(), out.y.data());
  return energyAt(time + h, out.y.data());
}

void RigidStep::begin(std::span<const double> y, double h) {
  const std::span<const double> forces = m_dynamics->forcesOver(h);
  m_contacts.place(m_dynamics->scratches(), y.data(), forces);
  const std::span<ConeBody> cones = m_contacts.cones();
  for (std::size_t i = 0; i < cones.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    if (part.dims.v == 0) continue;
    cones[i] = coneOf(*part.part, m_dynamics->scratch(static_cast<int>(i)),
                      y.data() + m_world->configurationSize() + part.firstV);
  }
  m_contacts.find(h);
  for (const RigidContacts::Crossing& crossing : m_crossings.known()) m_contacts.add(crossing);
  m_start.assign(cones.begin(), cones.end());
}

// Contacts that were there in the last step begin with the force that they had.
void RigidStep::recall(double h) {
  const auto resting = m_dynamics->restingContacts();
  m_known.assign(resting.begin(), resting.end());
  const auto pairOf = [](const RestingContact& contact) {
    return std::pair(contact.partA, contact.partB);
  };
  std::ranges::stable_sort(m_known, {}, pairOf);
  m_found.assign(m_known.size(), 0);
  const std::span<ConeContact> contacts = m_contacts.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const RigidContacts::Place& place = m_contacts.places()[c];
    const auto [first, last] =
        std::ranges::equal_range(m_known, std::pair(place.a, place.b), {}, pairOf);
    double least = kSamePlace + h * m_start[place.b].velocity.norm();
    auto same = last;
    for (auto old = first; old != last; ++old) {
      const double away = (old->at.cast<double>() - place.at).norm();
      if (m_found[old - m_known.begin()] || away >= least) continue;
      least = away;
      same = old;
    }
    if (same == last) continue;
    m_found[same - m_known.begin()] = 1;
    const Vec3 along = contactAxes(contacts[c].normal) * same->force.cast<double>();
    if (along[0] > 0) contacts[c].impulse = 0.5 * h * along;
  }
}

// The same step once more: most of what pushes will push alike.
void RigidStep::beginAsBefore() {
  const std::span<ConeContact> contacts = m_contacts.contacts();
  const std::size_t count = std::min(contacts.size(), m_first.size());
  for (std::size_t c = 0; c < count; ++c) contacts[c].impulse = m_first[c];
}

void RigidStep::note(const ConeSolver::Statistics& found) {
  m_statistics.rounds += found.rounds;
  m_statistics.islands = found.islands;
  m_statistics.residual = std::max(m_statistics.residual, found.residual);
}

// [m] By which two balls that pass each other would come apart on the straight paths of this step:
// L − √(L² − s²) = s²/(L + √(L² − s²)) for centres L apart and s sideways.
double RigidStep::bulge(std::size_t c, double h) {
  const ConeContact& contact = m_contacts.contacts()[c];
  const std::span<const ConeBody> cones = m_contacts.cones();
  const Vec3 path = h * (cones[contact.b].velocity - cones[contact.a].velocity);
  const double along = contact.normal.dot(path);
  const double sideways = path.squaredNorm() - along * along;
  const double apart = (contact.armA - contact.armB).squaredNorm();
  return sideways / (std::sqrt(apart) + std::sqrt(std::max(0.0, apart - sideways)));
}

// What rolls on a ball would ride above it, by the square of its speed, and gain by that: its
// contact may close by as much as straight paths open it.
bool RigidStep::allowBulges(double h) {
  bool any = false;
  const std::span<ConeContact> contacts = m_contacts.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts[c].impulse[0] <= 0 || !m_contacts.betweenBalls(static_cast<int>(c))) continue;
    const double more = bulge(c, h);
    contacts[c].least -= more / h;
    any |= more > kBulge;
  }
  return any;
}

void RigidStep::solveMotion(double h) {
  const std::span<ConeContact> contacts = m_contacts.contacts();
  const std::span<ConeBody> cones = m_contacts.cones();
  for (std::size_t i = 0; i < cones.size(); ++i) {
    cones[i].velocity += 0.5 * h * m_contacts.bodies()[i].pull;
    cones[i].spin += 0.5 * h * m_contacts.bodies()[i].twist;
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    contacts[c].least = -std::max(m_contacts.places()[c].gap, 0.0) / h;
  }
  m_solver.set(cones, contacts);
  note(m_solver.solve(m_budget));
  if (allowBulges(h)) {
    m_solver.apply(-1);
    note(m_solver.solve(m_budget));
  }
  m_mean.assign(cones.begin(), cones.end());
  m_moved = m_mean;
  m_first.clear();
  m_stopped.clear();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    m_first.push_back(contacts[c].impulse);
    m_stopped.push_back(m_solver.inWorld(static_cast<int>(c), contacts[c].impulse));
  }
}

// What overlaps is moved apart in positions alone, without a speed that would stay, and without a
// turn, which would change the energy of what spins. Of the margin half may be used up for good:
// only what is less is an overlap.
void RigidStep::partOverlaps(double h) {
  std::ranges::fill(m_pushVelocity, Vec3::Zero());
  const auto places = m_contacts.places();
  const auto depth = [this](const RigidContacts::Place& place) {
    return place.crossing ? 0 : -place.gap - kUsedMargin * m_contacts.margin(place.a, place.b);
  };
  if (std::ranges::none_of(places, [&](const auto& place) { return depth(place) > kDeep; })) return;
  const std::span<ConeContact> contacts = m_contacts.contacts();
  const std::span<ConeBody> cones = m_contacts.cones();
  m_kept.assign(contacts.begin(), contacts.end());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const double gap = std::max(places[c].gap, 0.0);
    const double left = gap / h + m_solver.relativeVelocity(static_cast<int>(c))[0];
    const double wanted = std::min(depth(places[c]) * kPartedShare / h, kFastestParting);
    contacts[c].least = wanted > 0 ? wanted : -std::max(left, 0.0);
    contacts[c].friction = 0;
    contacts[c].impulse.setZero();
  }
  for (ConeBody& cone : cones) {
    cone.velocity.setZero();
    cone.spin.setZero();
    cone.inverseInertia.setZero();
  }
  m_solver.set(cones, contacts);
  m_solver.solve({.rounds = 30, .residual = 1e-3});
  for (std::size_t i = 0; i < cones.size(); ++i) m_pushVelocity[i] = cones[i].velocity;
  std::ranges::copy(m_kept, contacts.begin());
  setVelocities(m_mean);
}

void RigidStep::setVelocities(const std::vector<ConeBody>& from) {
  std::ranges::copy(from, m_contacts.cones().begin());
}

void RigidStep::move(double h, double* y) {
  for (std::size_t i = 0; i < m_mean.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    if (part.dims.v == 0) continue;
    std::array<double, 6> nu{};
    Eigen::Map<Vec3>(nu.data()) = m_mean[i].velocity + m_pushVelocity[i];
    Eigen::Map<Vec3>(nu.data() + 3) = m_mean[i].spin;
    part.part->coast(m_dynamics->scratch(static_cast<int>(i)), nu.data(), h, y + part.firstQ);
  }
}

// The second half acts where parts have come to: with the inertia that they have there, and at
// places to which contacts have moved. So it keeps angular momentum, and what it does
// to the energy is what the solver sees. `start` is y at the step's start.
void RigidStep::arrive(double h, const double* start, double* y) {
  for (std::size_t c = 0; c < m_contacts.contacts().size(); ++c) {
    ConeContact& contact = m_contacts.contacts()[c];
    const RigidContacts::Moved& ahead = m_contacts.places()[c].moved;
    const Vec3 moved = (h - ahead.after) * m_contacts.paceOfPlace(static_cast<int>(c), m_mean);
    const auto movedBy = [&](int part) -> Vec3 {
      return h * (m_mean[part].velocity + m_pushVelocity[part]);
    };
    if (m_contacts.betweenBalls(static_cast<int>(c))) {
      const Vec3 apart = contact.armA - contact.armB + movedBy(contact.b) - movedBy(contact.a);
      if (apart.norm() > kTouching) contact.normal = apart.normalized();
      contact.armA = contact.armA.norm() * contact.normal;
      contact.armB = -contact.armB.norm() * contact.normal;
      continue;
    }
    contact.armA += moved + ahead.a - movedBy(contact.a);
    contact.armB += moved + ahead.b - movedBy(contact.b);
  }
  m_arrived.assign(m_contacts.cones().begin(), m_contacts.cones().end());
  gain(m_start, m_mean, y);
  for (std::size_t i = 0; i < m_mean.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    if (part.dims.v == 0) continue;
    const std::size_t firstV = m_world->configurationSize() + part.firstV;
    part.part->update({y + part.firstQ, y + firstV, 0}, *m_scratch[i]);
    const ConeBody mean = coneOf(*part.part, *m_scratch[i], y + firstV);
    m_start[i] = coneOf(*part.part, *m_scratch[i], start + firstV);
    m_mean[i] = m_arrived[i] = mean;
  }
  setVelocities(m_mean);
  m_solver.set(m_contacts.cones(), m_contacts.contacts());
}

// The second half of the step, in which nothing moves. What was hit starts it with what the impact
// left.
void RigidStep::solveVelocities(double h) {
  const std::span<ConeContact> contacts = m_contacts.contacts();
  const std::span<ConeBody> cones = m_contacts.cones();
  m_total.assign(contacts.size(), Vec3::Zero());
  m_touches.clear();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const double speed = m_solver.relativeVelocity(static_cast<int>(c))[0];
    m_touches.push_back(m_first[c][0] > 0 || m_contacts.places()[c].gap + h * speed <= kTouching);
  }
  std::ranges::fill(m_hit, 0);
  if (findImpacts(h)) {
    reflect(h);
    fallOn(h);
  } else {
    setVelocities(m_arrived);
  }
  goOn(h);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    contacts[c].active = m_touches[c];
    contacts[c].least = 0;
    const bool hit = m_hit[contacts[c].a] || m_hit[contacts[c].b];
    contacts[c].impulse = hit ? Vec3(Vec3::Zero()) : m_first[c];
    if (!hit) m_total[c] = m_stopped[c];
  }
  note(m_solver.solve(m_budget));
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    m_total[c] += m_solver.inWorld(static_cast<int>(c), contacts[c].impulse);
  }
}

// Momenta from what velocities have gained, with the inertia that `from` has.
void RigidStep::gain(const std::vector<ConeBody>& from, std::span<const ConeBody> to, double* y) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    if (part.dims.v == 0) continue;
    std::array<double, 6> gained{};
    Eigen::Map<Vec3>(gained.data()) = (to[i].velocity - from[i].velocity) / from[i].inverseMass;
    Eigen::Map<Vec3>(gained.data() + 3) =
        from[i].inverseInertia.inverse() * (to[i].spin - from[i].spin);
    part.part->addForceRate(m_dynamics->scratch(static_cast<int>(i)), gained.data(), 1,
                            y + m_world->configurationSize() + part.firstV);
  }
}

void RigidStep::remember(double h) {
  m_resting.clear();
  for (std::size_t c = 0; c < m_total.size(); ++c) {
    if (m_total[c].isZero()) continue;
    const RigidContacts::Place& place = m_contacts.places()[c];
    RestingContact& contact = m_resting.emplace_back();
    contact.partA = place.a;
    contact.partB = place.b;
    contact.force = (m_total[c] / h).cast<float>();
    contact.at = place.at.cast<float>();
    const double gap = place.gap + m_contacts.margin(place.a, place.b);
    contact.gap = static_cast<float>(place.crossing ? 0 : gap);
  }
}

}  // namespace sinew
