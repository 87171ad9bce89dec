#include "core/solvers/ConeSolver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/math/ContactAxes.h"

namespace sinew {
namespace {

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

ConeSolver::Statistics ConeSolver::solve(const Budget& budget) {
  Statistics found;
  found.islands = m_islandCount;
  for (ConeContact& contact : m_contacts) {
    if (!contact.active) contact.impulse.setZero();
  }
  apply(1);
  ConeSweeps<ConeSolver> sweeps(*this, m_before, m_search);
  for (int island = 0; island < m_islandCount; ++island) {
    const std::span<const int> contacts =
        std::span(m_order).subspan(m_firstOf[island], m_firstOf[island + 1] - m_firstOf[island]);
    double residual = 0;
    found.rounds = std::max(found.rounds, sweeps.solve(contacts, budget, residual));
    found.residual = std::max(found.residual, residual);
  }
  return found;
}

}  // namespace sinew
