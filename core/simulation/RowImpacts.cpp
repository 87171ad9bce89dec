// What contact rows give back of an impact that the step has stopped.
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/simulation/ContactRows.h"

namespace sinew {

double ContactRows::slowestImpact(double gravity, double h) {
  constexpr double kSteps = 2, kSlowest = 1e-2;  // –, [m/s]
  return kSteps * gravity * h + kSlowest;
}

double ContactRows::restitutionOfImpact(const Contact& contact, double slowest) const {
  return contact.impulse[0] > 0 && contact.met > slowest ? contact.restitution : 0;
}

// By island, of those with an impact in which every part is rigid; 0 for all others.
std::vector<double> ContactRows::restitutionOfRigid(double slowest) const {
  std::vector<double> restitution(static_cast<std::size_t>(islands()), 0.0);
  for (std::size_t c = 0; c < m_rows.size(); ++c) {
    if (m_rows[c].sides == 0) continue;
    double& most = restitution[island(m_rows[c].side[0].part)];
    most = std::max(most, restitutionOfImpact(m_contacts[c], slowest));
  }
  for (const int part : parts()) {
    if (!m_world->parts()[part].movesAsOne()) restitution[island(part)] = 0;
  }
  return restitution;
}

bool ContactRows::giveBack(double gravity) {
  const double slowest = slowestImpact(gravity, m_step);
  const auto meets = [&](const Contact& contact) {
    return restitutionOfImpact(contact, slowest) > 0;
  };
  if (std::ranges::none_of(m_contacts, meets)) return false;
  const Reals nu = m_nu, holding = m_holding;
  m_solved = m_contacts;
  m_unflown.assign(m_world->parts().size(), 0.0);
  const std::vector<double> rigid = restitutionOfRigid(slowest);
  m_pushing.clear();
  for (int i = 0; i < islands(); ++i) {
    m_ofIsland.clear();
    std::ranges::copy_if(rowsOf(i), std::back_inserter(m_ofIsland),
                         [&](int c) { return m_contacts[c].impulse[0] > 0; });
    if (std::ranges::none_of(m_ofIsland, [&](int c) { return meets(m_contacts[c]); })) continue;
    for (const int c : m_ofIsland) m_contacts[c].least = 0;
    m_pushing.insert(m_pushing.end(), m_ofIsland.begin(), m_ofIsland.end());
    m_hit.clear();
    if (rigid[i] > 0) {
      reflect(m_ofIsland, rigid[i], slowest);
    } else {
      giveBackAtOnce(m_ofIsland, slowest);
    }
  }
  for (const int c : m_pushing) m_solved[c].given = m_contacts[c].given;
  m_contacts = m_solved;
  m_nu = nu;
  m_givenTies = m_holding;
  for (std::size_t i = 0; i < holding.size(); ++i) m_givenTies[i] -= holding[i];
  m_holding = holding;
  return true;
}

// Impulses with which none of the rows of an island closes any more. Returns by what they miss
// [m/s].
double ContactRows::stop(std::span<const int> rows, int& blocks) {
  for (const int c : rows) m_contacts[c].impulse.setZero();
  m_live.assign(rows.begin(), rows.end());
  ConeStatistics found;
  int inVain = 0;
  solveLive(blocks, inVain, found);
  return found.residual;
}

void ContactRows::giveBackAtOnce(std::span<const int> rows, double slowest) {
  m_stopped.clear();
  for (const int c : rows) {
    m_stopped.push_back(restitutionOfImpact(m_contacts[c], slowest));
    m_contacts[c].given = m_contacts[c].impulse;
  }
  int blocks = 0;
  stop(rows, blocks);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Contact& contact = m_contacts[rows[i]];
    const Vec3 back = m_stopped[i] * (contact.given + contact.impulse);
    push(rows[i], back);
    contact.given = back + contact.impulse;
  }
  const double left = stop(rows, blocks);
  for (const int c : rows) m_contacts[c].given += m_contacts[c].impulse;
  if (left > slowest) giveNothing(rows);
}

// Velocities of steps are of their middles. What fell for τ until it met has the velocity of that
// instant, v + (h/2 + τ) a; where it ends, on the surface, that of half a step before, for it has
// the rest of the flight still to come. With the closing speed u at the start and the gap g,
//   u τ + a τ²/2 = g,  τ = 2 g/(u + √(u² + 2 a g)).
void ContactRows::findFlights(std::span<const int> rows, double slowest) {
  for (const int c : rows) {
    const Contact& contact = m_contacts[c];
    if (restitutionOfImpact(m_solved[c], slowest) <= 0) continue;
    const double fall = 0.5 * (-relativeVelocity(c)[0] - contact.met) / m_step;  // a/2 [m/s²]
    const double speed = contact.met + fall * m_step;
    const double gap = std::max(0.0, -m_solved[c].least * m_step);
    const double square = speed * speed + 4 * fall * gap;
    if (speed <= 0 || square < 0) continue;
    const double time = std::min(m_step, 2 * gap / (speed + std::sqrt(square)));
    for (int s = 0; s < m_rows[c].sides; ++s) {
      const int part = m_rows[c].side[s].part;
      const double unflown = 1 - time / m_step;
      const bool isNew = std::ranges::find(m_hit, part) == m_hit.end();
      if (isNew) m_hit.push_back(part);
      m_unflown[part] = isNew ? unflown : std::min(m_unflown[part], unflown);
    }
  }
}

// A row of balls hands an impact on from one to the next, in as many rounds: of what touches only
// what closes pushes (Smith, Kaufman, Vouga, Tamstorf, Grinspun, ACM Trans. Graph. 31, 2012). No
// round makes energy, for its impulses are those of one e, whatever friction has in them. It begins
// from the speeds that met, without what the step has stopped them by; what closes slower than
// impacts do only rests.
void ContactRows::reflect(std::span<const int> rows, double restitution, double slowest) {
  constexpr int kRounds = 40;
  for (const int c : rows) {
    m_contacts[c].given = -m_contacts[c].impulse;
    push(c, m_contacts[c].given);
  }
  findFlights(rows, slowest);
  for (const int part : m_hit) m_response->addFlight(part, 0.5 - m_unflown[part], m_nu);
  int blocks = 0;
  for (int round = 0; round < kRounds && !isInterrupted(); ++round) {
    m_closing.clear();
    for (const int c : rows) {
      if (relativeVelocity(c)[0] < -slowest) m_closing.push_back(c);
    }
    if (m_closing.empty()) break;
    stop(m_closing, blocks);
    for (const int c : m_closing) {
      push(c, restitution * m_contacts[c].impulse);
      m_contacts[c].given += (1 + restitution) * m_contacts[c].impulse;
    }
  }
  for (const int part : m_hit) m_response->addFlight(part, -0.5, m_nu);
  blocks = 0;
  const double left = stop(rows, blocks);
  for (const int c : rows) m_contacts[c].given += m_contacts[c].impulse;
  if (left > slowest) giveNothing(rows);
}

// What could not be solved for stays as the step has stopped it.
void ContactRows::giveNothing(std::span<const int> rows) {
  for (const int c : rows) {
    push(c, -m_contacts[c].given);
    m_contacts[c].given.setZero();
  }
  for (const int part : m_hit) m_unflown[part] = 0;
}

std::vector<char> ContactRows::islandsOfImpacts() const {
  std::vector<char> impacts(static_cast<std::size_t>(islands()), 0);
  for (std::size_t c = 0; c < m_rows.size(); ++c) {
    if (m_rows[c].sides == 0 || m_contacts[c].given.isZero()) continue;
    impacts[island(m_rows[c].side[0].part)] = 1;
  }
  return impacts;
}

void ContactRows::addGiven(const ConstraintSystem& constraints, double* Q) const {
  for (const int c : m_pushing) addForces(m_rows[c], m_contacts[c].given, Q);
  if (m_givenTies.empty()) return;
  for (int c = 0; c < constraints.constraintCount(); ++c) {
    constraints.addTransposeTimes(c, m_givenTies.data() + constraints.firstRow(c), Q);
  }
}

}  // namespace sinew
