#include "core/solvers/ConeSolver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/math/ContactAxes.h"

namespace sinew {
namespace {

constexpr double kLeastClosing = 1e-2;   // [m/s] what closes more slowly counts as this fast
constexpr std::size_t kMostAtOnce = 40;  // contacts that are solved for at once
constexpr int kMostBlocks = 4;           // of so many contacts, one after the other, per island
constexpr double kWorthBlock = 100;      // times what is enough: less is not worth a block
constexpr double kWorthPart = 3e4;       // likewise, where a block is only a part of the island
constexpr double kBlockHelps = 0.8;      // of a residual, that it leaves: else no other is tried
constexpr double kMostImpulse = 10;      // of what stops all that it moves
constexpr int kRoundsAfterBlock = 8;     // of sweeps

int rootOf(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

}  // namespace

void ConeSolver::set(std::span<ConeBody> bodies, std::span<ConeContact> contacts) {
  m_bodies = bodies;
  m_contacts = contacts;
  m_rows.resize(contacts.size());
  m_before.resize(contacts.size());
  m_search.resize(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) prepare(static_cast<int>(c));
  findIslands();
}

void ConeSolver::prepare(int contact) {
  const ConeContact& source = m_contacts[contact];
  Row& row = m_rows[contact];
  row.axes = contactAxes(source.normal);
  const auto side = [&](int body, const Vec3& arm) {
    Side s;
    s.body = body;
    s.inverseMass = m_bodies[body].inverseMass;
    for (int i = 0; i < 3; ++i) s.lever.row(i) = arm.cross(Vec3(row.axes.row(i)));
    s.answer = m_bodies[body].inverseInertia * s.lever.transpose();
    return s;
  };
  row.a = side(source.a, source.armA);
  row.b = side(source.b, source.armB);
  const Mat3 mobility = (row.a.inverseMass + row.b.inverseMass) * Mat3::Identity() +
                        row.a.lever * row.a.answer + row.b.lever * row.b.answer;
  const double p = mobility(1, 1), q = mobility(2, 2), r = mobility(1, 2);
  const double largest = 0.5 * (p + q) + std::sqrt(0.25 * (p - q) * (p - q) + r * r);
  row.normalMass = mobility(0, 0) > 0 ? 1 / mobility(0, 0) : 0;
  row.tangentMass = largest > 0 ? 1 / largest : 0;
}

// Contacts in the order of their islands, which are numbered as they are first met.
void ConeSolver::findIslands() {
  m_parent.resize(m_bodies.size());
  std::iota(m_parent.begin(), m_parent.end(), 0);
  const auto moves = [this](int body) { return m_bodies[body].inverseMass > 0; };
  for (const ConeContact& contact : m_contacts) {
    if (!moves(contact.a) || !moves(contact.b)) continue;
    const int a = rootOf(m_parent, contact.a), b = rootOf(m_parent, contact.b);
    m_parent[std::max(a, b)] = std::min(a, b);
  }
  std::vector<int> number(m_bodies.size(), -1);
  m_islandOf.resize(m_contacts.size());
  m_islandCount = 0;
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    const int body = moves(m_contacts[c].a) ? m_contacts[c].a : m_contacts[c].b;
    int& island = number[rootOf(m_parent, body)];
    if (island < 0) island = m_islandCount++;
    m_islandOf[c] = island;
  }
  m_order.resize(m_contacts.size());
  std::iota(m_order.begin(), m_order.end(), 0);
  std::ranges::stable_sort(m_order, {}, [this](int c) { return m_islandOf[c]; });
  m_firstOf.assign(m_islandCount + 1, static_cast<int>(m_order.size()));
  for (int i = static_cast<int>(m_order.size()) - 1; i >= 0; --i)
    m_firstOf[m_islandOf[m_order[i]]] = i;
}

void ConeSolver::push(const Row& row, const Vec3& impulse) {
  const Vec3 along = row.axes.transpose() * impulse;
  ConeBody &a = m_bodies[row.a.body], &b = m_bodies[row.b.body];
  a.velocity -= row.a.inverseMass * along;
  a.spin -= row.a.answer * impulse;
  b.velocity += row.b.inverseMass * along;
  b.spin += row.b.answer * impulse;
}

Vec3 ConeSolver::relativeVelocity(const Row& row) const {
  const ConeBody &a = m_bodies[row.a.body], &b = m_bodies[row.b.body];
  return row.axes * (b.velocity - a.velocity) + row.b.lever * b.spin - row.a.lever * a.spin;
}

Vec3 ConeSolver::relativeVelocity(int contact) const {
  return relativeVelocity(m_rows[contact]);
}

void ConeSolver::apply(double share) {
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    if (m_contacts[c].active) push(m_rows[c], share * m_contacts[c].impulse);
  }
}

// Normal first, then friction within the cone of what the normal has become.
Vec3 ConeSolver::improved(int c, const Vec3& u) const {
  const ConeContact& contact = m_contacts[c];
  const Row& row = m_rows[c];
  Vec3 now = contact.impulse;
  now[0] = std::max(0.0, now[0] - row.normalMass * (u[0] - contact.least));
  now.tail<2>() -= row.tangentMass * u.tail<2>();
  const double most = contact.friction * now[0], along = now.tail<2>().norm();
  if (along > most) now.tail<2>() *= most / along;
  return now;
}

// Relative velocity at one contact by an impulse at another, both along their own axes.
Mat3 ConeSolver::response(int to, int from) const {
  Mat3 response = Mat3::Zero();
  const Row &at = m_rows[to], &by = m_rows[from];
  const Mat3 axes = at.axes * by.axes.transpose();
  const auto add = [&](const Side& side, const Side& other, double sign) {
    if (side.body != other.body) return;
    response += sign * (side.inverseMass * axes + side.lever * other.answer);
  };
  add(at.a, by.a, 1);
  add(at.b, by.b, 1);
  add(at.a, by.b, -1);
  add(at.b, by.a, -1);
  return response;
}

// [m/s] With the velocities as they are.
double ConeSolver::fastestClosing(std::span<const int> contacts) const {
  double fastest = kLeastClosing;
  for (const int c : contacts) {
    if (!m_contacts[c].active) continue;
    fastest = std::max(fastest, m_contacts[c].least - relativeVelocity(c)[0]);
  }
  return fastest;
}

// The contact that misses most, those on the bodies that meet there, those on their neighbours, and
// so on.
void ConeSolver::chooseBlock(std::span<const int> contacts) {
  m_chosen.assign(m_contacts.size(), 0);
  m_reached.assign(m_bodies.size(), 0);
  m_block.clear();
  int pass = 1;
  const auto reach = [&](int body) {
    if (m_reached[body] == 0 && m_bodies[body].inverseMass > 0) m_reached[body] = pass;
  };
  const auto isNear = [&](int body) { return m_reached[body] > 0 && m_reached[body] < pass; };
  const auto add = [&](int c) {
    m_chosen[c] = 1;
    m_block.push_back(c);
    reach(m_contacts[c].a);
    reach(m_contacts[c].b);
  };
  const auto miss = [this](int c) {
    if (!m_contacts[c].active) return -1.0;
    return measure(c, improved(c, relativeVelocity(c)) - m_contacts[c].impulse);
  };
  add(*std::ranges::max_element(contacts, {}, miss));
  for (std::size_t before = 0; m_block.size() < kMostAtOnce && m_block.size() > before;) {
    before = m_block.size();
    ++pass;
    for (const int c : contacts) {
      if (m_block.size() == kMostAtOnce) break;
      if (m_chosen[c] || !m_contacts[c].active) continue;
      if (isNear(m_contacts[c].a) || isNear(m_contacts[c].b)) add(c);
    }
  }
}

ConeSolver::Statistics ConeSolver::solve(const Budget& budget) {
  Statistics found;
  found.islands = m_islandCount;
  for (ConeContact& contact : m_contacts) {
    if (!contact.active) contact.impulse.setZero();
  }
  const Budget after{kRoundsAfterBlock, budget.visits, kRoundsAfterBlock, budget.residual};
  ConeSweeps<ConeSolver> sweeps(*this, m_before, m_search);
  for (int island = 0; island < m_islandCount; ++island) {
    const std::span<const int> contacts =
        std::span(m_order).subspan(m_firstOf[island], m_firstOf[island + 1] - m_firstOf[island]);
    m_closing = fastestClosing(contacts);
    for (const int c : contacts) push(c, m_contacts[c].impulse);
    double residual = 0;
    int rounds = sweeps.solve(contacts, budget, residual);
    const bool isWhole = contacts.size() <= kMostAtOnce;
    bool helps = residual > (isWhole ? kWorthBlock : kWorthPart) * budget.residual;
    for (int i = 0; i < kMostBlocks && helps && residual > budget.residual; ++i) {
      const double before = residual;
      chooseBlock(contacts);
      for (const int c : m_block) m_before[c] = m_contacts[c].impulse;
      m_atOnce.solve(*this, m_block, 0.1 * budget.residual * m_closing);
      // Where two keyed parts close on what is between them there is no solution, and this is what
      // holds the solver together: then sweeps have the last word.
      double most = 0, mass = 0;
      for (const int c : m_block) most = std::max(most, m_contacts[c].impulse.norm());
      for (std::size_t body = 0; body < m_bodies.size(); ++body) {
        if (m_reached[body] > 0) mass += 1 / m_bodies[body].inverseMass;
      }
      if (most > kMostImpulse * mass * m_closing) {
        for (const int c : m_block) {
          push(c, m_before[c] - m_contacts[c].impulse);
          m_contacts[c].impulse = m_before[c];
        }
      }
      rounds += sweeps.solve(contacts, after, residual);
      helps = residual < kBlockHelps * before;
    }
    found.rounds = std::max(found.rounds, rounds);
    found.residual = std::max(found.residual, residual);
  }
  return found;
}

}  // namespace sinew
