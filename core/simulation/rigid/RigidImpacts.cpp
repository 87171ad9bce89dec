// What a rigid step does where things meet faster than gravity alone accounts for.
#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "core/simulation/rigid/RigidStep.h"

namespace sinew {
namespace {

constexpr double kImpact = 2;            // times what gravity adds in a step: slower is no impact
constexpr double kSlowest = 1e-3;        // [m/s] likewise
constexpr double kClosing = 1e-9;        // [m/s]
constexpr double kHardlyClosing = 1e-3;  // of the speed of an impact: then it only rests
constexpr int kReflections = 40;

}  // namespace

// The speed at which two meet is that at the instant of touching: v² = u² + 2 a g for a gap g that
// closes under the acceleration a. Fills m_impacts; false if there is none.
bool RigidStep::findImpacts(double h) {
  const std::span<ConeContact> contacts = m_contacts.contacts();
  m_impacts.assign(contacts.size(), {});
  std::ranges::fill(m_fallen, -1.0);
  setVelocities(m_start);
  bool any = false;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (m_first[c][0] <= 0) continue;
    const ConeContact& contact = contacts[c];
    const auto& a = m_contacts.bodies()[contact.a];
    const auto& b = m_contacts.bodies()[contact.b];
    const double closing = -m_solver.relativeVelocity(static_cast<int>(c))[0];
    const double pull = -contact.normal.dot(b.pull + b.twist.cross(contact.armB) - a.pull -
                                            a.twist.cross(contact.armA));
    const double gap = std::max(0.0, m_contacts.places()[c].gap);
    const double square = closing * closing + 2 * pull * gap;
    const double speed = square > 0 ? std::sqrt(square) : 0;
    const double gravity = std::max({std::abs(pull), a.pull.norm(), b.pull.norm()});
    if (closing <= 0 || speed < kImpact * gravity * h + kSlowest) continue;
    if (m_contacts.places()[c].restitution <= 0) continue;
    m_impacts[c] = {speed,
                    std::abs(pull) > 1e-12 ? std::clamp((speed - closing) / pull, 0.0, h) : 0.0};
    for (const int body : {contact.a, contact.b}) {
      m_fallen[body] = std::max(m_fallen[body], m_impacts[c].fallen);
    }
    any = true;
  }
  return any;
}

// Rows that close now are given back (1 + e) times what would stop them, again and again until
// none closes: ⟨v_c, v_c − v⟩ = u_c·λ ≤ 0, so that with one e for all that is connected no round
// makes energy.
void RigidStep::reflect(double h) {
  const std::span<ConeBody> cones = m_contacts.cones();
  for (std::size_t i = 0; i < cones.size(); ++i) {
    cones[i] = m_start[i];
    if (m_fallen[i] <= 0) continue;
    cones[i].velocity += m_fallen[i] * m_contacts.bodies()[i].pull;
    cones[i].spin += m_fallen[i] * m_contacts.bodies()[i].twist;
  }
  m_restitution.assign(m_solver.islands(), 0);
  m_slowest.assign(m_solver.islands(), kClosing);
  for (std::size_t c = 0; c < m_impacts.size(); ++c) {
    const int group = m_solver.island(static_cast<int>(c));
    if (m_impacts[c].speed <= 0) continue;
    m_restitution[group] = std::max(m_restitution[group], m_contacts.places()[c].restitution);
    m_slowest[group] = std::max(m_slowest[group], kHardlyClosing * m_impacts[c].speed);
  }
  m_met.assign(cones.begin(), cones.end());
  for (int round = 0; round < kReflections; ++round) {
    bool closes = false;
    for (std::size_t c = 0; c < m_impacts.size(); ++c) {
      ConeContact& contact = m_contacts.contacts()[c];
      const int group = m_solver.island(static_cast<int>(c));
      const bool hit = m_restitution[group] > 0 && m_touches[c];
      contact.active = hit && m_solver.relativeVelocity(static_cast<int>(c))[0] < -m_slowest[group];
      contact.impulse.setZero();
      contact.least = 0;
      closes |= contact.active;
    }
    if (!closes) break;
    reflectOnce();
  }
  findHit(h);
}

// What an impact hardly moves goes on as without it: a ton does not begin its step anew for a
// pebble that it rolls over. But what was stopped in the mean of the step by what then jumped away
// was not stopped.
void RigidStep::findHit(double h) {
  const std::span<const ConeContact> contacts = m_contacts.contacts();
  const std::span<const ConeBody> cones = m_contacts.cones();
  m_changes.resize(cones.size());
  for (std::size_t i = 0; i < cones.size(); ++i) {
    m_changes[i].velocity = cones[i].velocity - m_met[i].velocity;
    m_changes[i].spin = cones[i].spin - m_met[i].spin;
  }
  while (hitMore(h)) {
    for (ConeBody& change : m_changes) change = {};
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      const ConeContact& contact = contacts[c];
      if (m_hit[contact.a] == m_hit[contact.b]) continue;
      const Vec3& impulse = m_stopped[c];
      const bool isA = m_hit[contact.b];
      const int body = isA ? contact.a : contact.b;
      const Vec3& arm = isA ? contact.armA : contact.armB;
      m_changes[body].velocity += (isA ? -1 : 1) * cones[body].inverseMass * impulse;
      m_changes[body].spin += (isA ? -1 : 1) * cones[body].inverseInertia * arm.cross(impulse);
    }
  }
}

// Whether m_changes make impacts of some that were none.
bool RigidStep::hitMore(double h) {
  bool any = false;
  for (std::size_t i = 0; i < m_hit.size(); ++i) {
    const auto& body = m_contacts.bodies()[i];
    if (!body.moves || m_hit[i]) continue;
    const double change = m_changes[i].velocity.norm() +
                          m_contacts.extent(static_cast<int>(i)) * m_changes[i].spin.norm();
    m_hit[i] = change > 0.5 * (kImpact * body.pull.norm() * h + kSlowest);
    any |= m_hit[i] != 0;
  }
  return any;
}

void RigidStep::reflectOnce() {
  note(m_solver.solve({.rounds = 200, .residual = 1e-6}));
  for (std::size_t c = 0; c < m_impacts.size(); ++c) {
    ConeContact& contact = m_contacts.contacts()[c];
    if (!contact.active) continue;
    const double e = m_restitution[m_solver.island(static_cast<int>(c))];
    m_solver.push(static_cast<int>(c), e * contact.impulse);
    m_total[c] += (1 + e) * m_solver.inWorld(static_cast<int>(c), contact.impulse);
  }
}

// How much of what it has fallen on by a body is to keep, so that forces have done the work of the
// way that it has really come: what rubs changes its speed on that way, one does not know when. The
// root s of ½ |ν + s δ|² − ½ |ν|² = w, in the metric of its mass, that is nearer to 1.
double RigidStep::shareOfFall(int body, double h) {
  constexpr double kMost = 2;
  const ConeBody &more = m_contacts.cones()[body], &start = m_reflected[body];
  const Vec3& pull = m_contacts.bodies()[body].pull;
  const Vec3 impulse = more.velocity / more.inverseMass;
  const Vec3 turn = more.inverseInertia.inverse() * more.spin;
  const double square = impulse.dot(more.velocity) + turn.dot(more.spin);  // [J]
  const double fallen = std::max(m_fallen[body], 0.0);
  if (square * more.inverseMass < 1e-24) return 1;
  const Vec3 way = h * m_mean[body].velocity;
  const Vec3 counted = fallen * (m_start[body].velocity + 0.5 * fallen * pull);
  const Vec3& twist = m_contacts.bodies()[body].twist;
  const Vec3 torque = more.inverseInertia.inverse() * twist;
  const Vec3 angle = h * m_mean[body].spin - fallen * (m_start[body].spin + 0.5 * fallen * twist);
  const double work = pull.dot(way - counted) / more.inverseMass + torque.dot(angle);  // [J]
  const double along = (start.velocity.dot(impulse) + start.spin.dot(turn)) / square;
  const double root = std::sqrt(std::max(0.0, along * along + 2 * work / square));
  const double one = root - along, other = -root - along;
  const double nearer = std::abs(one - 1) < std::abs(other - 1) ? one : other;
  return std::clamp(nearer, 0.0, kMost);
}

// What was hit has come no further than to where it was hit: along the normals forces do nothing in
// what is left of the step. Along all else it has moved on, and they do.
void RigidStep::fallOn(double h) {
  const std::span<ConeContact> contacts = m_contacts.contacts();
  const std::span<ConeBody> cones = m_contacts.cones();
  m_reflected.assign(cones.begin(), cones.end());
  m_kept.assign(contacts.begin(), contacts.end());
  for (std::size_t i = 0; i < cones.size(); ++i) {
    const double left = m_hit[i] ? h - std::max(m_fallen[i], 0.0) : 0;
    cones[i].velocity = left * m_contacts.bodies()[i].pull;
    cones[i].spin = left * m_contacts.bodies()[i].twist;
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    contacts[c].active = m_touches[c] && (m_hit[contacts[c].a] || m_hit[contacts[c].b]);
    contacts[c].impulse.setZero();
    contacts[c].least = contacts[c].friction = 0;
  }
  note(m_solver.solve({.rounds = 200, .residual = 1e-10}));
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (!contacts[c].active) continue;
    m_total[c] += m_solver.inWorld(static_cast<int>(c), contacts[c].impulse);
  }
  for (std::size_t i = 0; i < cones.size(); ++i) {
    const double share = m_hit[i] ? shareOfFall(static_cast<int>(i), h) : 1;
    cones[i].velocity = m_reflected[i].velocity + share * cones[i].velocity;
    cones[i].spin = m_reflected[i].spin + share * cones[i].spin;
  }
  std::ranges::copy(m_kept, contacts.begin());
}

// What was not hit goes on with the second half, and gets what it was hit with by what was, in
// place of what stopped that in the mean of the step.
void RigidStep::goOn(double h) {
  const std::span<ConeBody> cones = m_contacts.cones();
  for (std::size_t i = 0; i < cones.size(); ++i) {
    const auto& body = m_contacts.bodies()[i];
    if (!body.moves || m_hit[i]) continue;
    cones[i].velocity = m_mean[i].velocity + 0.5 * h * body.pull;
    cones[i].spin = m_mean[i].spin + 0.5 * h * body.twist;
  }
  const std::span<const ConeContact> contacts = m_contacts.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ConeContact& contact = contacts[c];
    if (!m_hit[contact.a] && !m_hit[contact.b]) continue;
    const Vec3 more = m_total[c] - m_stopped[c];
    const auto give = [&](int body, const Vec3& arm, double sign) {
      if (m_hit[body]) return;
      cones[body].velocity += sign * cones[body].inverseMass * more;
      cones[body].spin += sign * cones[body].inverseInertia * arm.cross(more);
    };
    give(contact.a, contact.armA, -1);
    give(contact.b, contact.armB, 1);
  }
}

}  // namespace sinew
