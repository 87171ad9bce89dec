// What a rigid step did to the energy, and whose it is.
#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include "core/simulation/rigid/RigidStep.h"

namespace sinew {

// What forces, grabs, gravity that changes and obstacles that move put in is work. What is missing
// then contact has taken; what is left over is the method's error.
void RigidStep::keepBooks(double h, double before, double after, double* y) {
  Reals& mean = m_meanRates;
  for (std::size_t i = 0; i < m_mean.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    if (part.dims.v == 0) continue;
    Eigen::Map<Vec3>(mean.data() + part.firstV) = m_mean[i].velocity;
    Eigen::Map<Vec3>(mean.data() + part.firstV + 3) = m_mean[i].spin;
  }
  EnergyFlows flows = m_dynamics->powersOver(mean), put;
  flows.addTo(put.of.data(), h);
  put[EnergyFlow::Dissipated] = 0;
  double& drives = put[EnergyFlow::Drives];
  for (std::size_t c = 0; c < m_total.size(); ++c) {
    const ConeContact& contact = m_contacts.contacts()[c];
    const auto give = [&](int part, const Vec3& arm, double sign) {
      if (m_contacts.bodies()[part].moves) return;
      const ConeBody& body = m_contacts.cones()[part];
      drives += sign * m_total[c].dot(body.velocity + body.spin.cross(arm));
    };
    give(contact.a, contact.armA, 1);
    give(contact.b, contact.armB, -1);
  }
  put[EnergyFlow::Contact] = liftedApart(h);
  // Both energies are of the gravity that the step began with.
  const double work = put.work() - put[EnergyFlow::Gravity];
  after -= takenBack(after - before - work, h, y);
  put[EnergyFlow::Dissipated] = std::max(0.0, before + work - after);
  m_made = std::max(0.0, after - before - work) / energyOfMotion(h);
  put.addTo(y + m_world->configurationSize() + m_world->velocitySize());
}

// [J] What the step has made, where it is a little: inertia that turns while an impact acts makes
// some in one of a thousand. Of each group that pushed only speeds about its middle are taken, so
// that it keeps its momentum; all of one that stands against something. What keys move is left out.
double RigidStep::takenBack(double made, double h, double* y) {
  constexpr double kNothing = 1e-10;  // of the energy of motion: rounding
  if (made <= kNothing * energyOfMotion(h) || made > kMostMade * energyOfMotion(h)) return 0;
  const std::span<ConeBody> cones = m_contacts.cones();
  findGroups();
  double about = 0;  // [J]
  for (std::size_t i = 0; i < cones.size(); ++i) {
    if (m_groupOf[i] < 0) continue;
    const Group& group = m_groups[static_cast<std::size_t>(m_groupOf[i])];
    if (group.driven) continue;
    const Vec3 velocity = cones[i].velocity - group.velocity();
    const Vec3& spin = cones[i].spin;
    about += 0.5 * velocity.squaredNorm() / cones[i].inverseMass +
             0.5 * spin.dot(cones[i].inverseInertia.inverse() * spin);
  }
  if (made >= about) return 0;
  const double share = std::sqrt(1 - made / about);
  m_before.assign(cones.begin(), cones.end());
  for (std::size_t i = 0; i < cones.size(); ++i) {
    if (m_groupOf[i] < 0) continue;
    const Group& group = m_groups[static_cast<std::size_t>(m_groupOf[i])];
    if (group.driven) continue;
    cones[i].velocity = group.velocity() + share * (cones[i].velocity - group.velocity());
    cones[i].spin *= share;
  }
  gain(m_before, cones, y);
  return made;
}

// Who has pushed on each other in the step.
void RigidStep::findGroups() {
  const std::span<const ConeBody> cones = m_contacts.cones();
  m_groups.assign(static_cast<std::size_t>(m_solver.islands()), {});
  m_groupOf.assign(cones.size(), -1);
  for (std::size_t c = 0; c < m_total.size(); ++c) {
    if (m_total[c].isZero()) continue;
    const int number = m_solver.island(static_cast<int>(c));
    Group& group = m_groups[static_cast<std::size_t>(number)];
    const ConeContact& contact = m_contacts.contacts()[c];
    for (const int body : {contact.a, contact.b}) {
      const auto i = static_cast<std::size_t>(body);
      if (m_contacts.bodies()[i].moves) {
        m_groupOf[i] = number;
      } else {
        group.stands = true;
        group.driven |= !cones[i].velocity.isZero() || !cones[i].spin.isZero();
      }
    }
  }
  for (std::size_t i = 0; i < cones.size(); ++i) {
    if (m_groupOf[i] < 0) continue;
    Group& group = m_groups[static_cast<std::size_t>(m_groupOf[i])];
    group.mass += 1 / cones[i].inverseMass;
    group.momentum += cones[i].velocity / cones[i].inverseMass;
  }
}

// [J] Of all that moves at the step's end, or as much as gravity alone would make of it.
double RigidStep::energyOfMotion(double h) const {
  constexpr double kHardlyMoving = 1e-3;  // [m/s]
  double energy = 0;
  const std::span<const ConeBody> cones = m_contacts.cones();
  for (std::size_t i = 0; i < cones.size(); ++i) {
    const auto& body = m_contacts.bodies()[i];
    if (!body.moves) continue;
    const double fallen = std::max(h * body.pull.norm(), kHardlyMoving);
    const double fall = 0.5 * fallen * fallen / cones[i].inverseMass;
    const Vec3& spin = cones[i].spin;
    const double turns = 0.5 * spin.dot(cones[i].inverseInertia.inverse() * spin);
    const double moves = 0.5 * cones[i].velocity.squaredNorm() / cones[i].inverseMass;
    energy += std::max(fall, moves + turns);
  }
  return std::max(energy, std::numeric_limits<double>::min());
}

std::optional<RigidStep::Trouble> RigidStep::trouble() const {
  if (const auto& pair = m_crossings.worst()) return Trouble{*pair, !lacksRoom(*pair)};
  if (m_made > kMostMade) return Trouble{hardest(), !lacksRoom(hardest())};
  if (m_crossings.sunk()) return Trouble{*m_crossings.sunk(), false};
  return std::nullopt;
}

// Shorter steps do not make room where keys leave none.
bool RigidStep::lacksRoom(const std::array<int, 2>& pair) const {
  return m_squeeze && m_squeeze->concerns(pair);
}

std::optional<Squeeze> RigidStep::squeezed() const {
  if (!m_squeeze || !m_squeeze->isHopeless()) return std::nullopt;
  return m_squeeze->named;
}

// The two that press on each other most.
std::array<int, 2> RigidStep::hardest() const {
  const auto force = [](const RestingContact& contact) { return contact.force.norm(); };
  const auto most = std::ranges::max_element(m_resting, {}, force);
  if (most == m_resting.end()) return {-1, -1};
  return {most->partA, most->partB};
}

// [J] by which moving parts out of each other has lifted them.
double RigidStep::liftedApart(double h) const {
  double lifted = 0;
  for (std::size_t i = 0; i < m_pushVelocity.size(); ++i) {
    if (m_pushVelocity[i].isZero()) continue;
    const Vec3 fall = m_dynamics->fallOf(static_cast<int>(i));
    lifted -= m_world->parts()[i].part->mass() * h * fall.dot(m_pushVelocity[i]);
  }
  return lifted;
}

double RigidStep::energyAt(double time, const double* y) {
  double energy = 0;
  for (std::size_t i = 0; i < m_scratch.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    if (part.dims.v == 0) continue;
    const double* v = y + m_world->configurationSize() + part.firstV;
    part.part->update({y + part.firstQ, v, time}, *m_scratch[i]);
    energy +=
        part.part->energy({time, m_dynamics->fallOf(static_cast<int>(i))}, *m_scratch[i]).total();
  }
  return energy;
}

}  // namespace sinew
