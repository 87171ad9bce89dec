#include "core/solvers/ConeSolver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
constexpr std::size_t kMostBodies = 64;  // of an island that is solved for as a whole
constexpr double kWorthWhole = 1e-2;     // residual above which that is done,
constexpr double kWorthFew = 1e-3;       // where it has no more contacts than a block,
constexpr double kWorthTenfold = 10;     // and above so many times what is enough
constexpr double kUneven = 30;           // its heaviest body over its lightest: of less, sweeps do

int rootOf(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/// What belongs to groups 0, 1, … `count`: all of the first, all of the second and so on, in their
/// own order, and where each begins. What is of none has a group below 0.
void sortByGroup(std::span<const int> groups, int count, std::vector<int>& order,
                 std::vector<int>& firstOf) {
  firstOf.assign(count + 1, 0);
  for (const int group : groups) {
    if (group >= 0) ++firstOf[group + 1];
  }
  std::partial_sum(firstOf.begin(), firstOf.end(), firstOf.begin());
  order.resize(firstOf[count]);
  for (int i = static_cast<int>(groups.size()) - 1; i >= 0; --i) {
    if (groups[i] >= 0) order[--firstOf[groups[i] + 1]] = i;
  }
  // Each beginning was moved down from the end of its group.
  std::shift_left(firstOf.begin(), firstOf.end(), 1);
  firstOf[count] = static_cast<int>(order.size());
}

std::span<const int> groupOf(const std::vector<int>& order, const std::vector<int>& firstOf,
                             int group) {
  return std::span(order).subspan(firstOf[group], firstOf[group + 1] - firstOf[group]);
}

}  // namespace

void ConeSolver::set(std::span<ConeBody> bodies, std::span<ConeContact> contacts) {
  m_bodies = bodies;
  m_contacts = contacts;
  m_before.resize(contacts.size());
  m_search.resize(contacts.size());
  m_rows.set(bodies, contacts);
  findIslands();
}

// Islands are numbered as they are first met.
void ConeSolver::findIslands() {
  m_parent.resize(m_bodies.size());
  std::iota(m_parent.begin(), m_parent.end(), 0);
  const auto moves = [this](int body) { return m_bodies[body].inverseMass > 0; };
  for (const ConeContact& contact : m_contacts) {
    if (!moves(contact.a) || !moves(contact.b)) continue;
    const int a = rootOf(m_parent, contact.a), b = rootOf(m_parent, contact.b);
    m_parent[std::max(a, b)] = std::min(a, b);
  }
  m_islandOfRoot.assign(m_bodies.size(), -1);
  m_islandOf.resize(m_contacts.size());
  m_islandCount = 0;
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    const int body = moves(m_contacts[c].a) ? m_contacts[c].a : m_contacts[c].b;
    int& island = m_islandOfRoot[rootOf(m_parent, body)];
    if (island < 0) island = m_islandCount++;
    m_islandOf[c] = island;
  }
  m_islandOfBody.resize(m_bodies.size());
  for (int i = 0; i < static_cast<int>(m_bodies.size()); ++i) {
    m_islandOfBody[i] = moves(i) ? m_islandOfRoot[rootOf(m_parent, i)] : -1;
  }
  sortByGroup(m_islandOf, m_islandCount, m_order, m_firstOf);
  sortByGroup(m_islandOfBody, m_islandCount, m_bodyOrder, m_firstBodyOf);
}

Vec3 ConeSolver::relativeVelocity(int contact) const {
  const ConeContact& at = m_contacts[contact];
  return m_rows.relativeVelocity(contact, m_bodies[at.a], m_bodies[at.b]);
}

void ConeSolver::push(int contact, const Vec3& impulse) {
  const ConeContact& at = m_contacts[contact];
  m_rows.push(contact, impulse, m_bodies[at.a], m_bodies[at.b]);
}

void ConeSolver::apply(double share) {
  for (std::size_t c = 0; c < m_contacts.size(); ++c) {
    if (m_contacts[c].active) push(static_cast<int>(c), share * m_contacts[c].impulse);
  }
}

// [m/s] With the velocities as they are.
double ConeSolver::fastestClosing(std::span<const int> contacts) const {
  double fastest = kLeastClosing;
  for (const int c : contacts) {
    fastest = std::max(fastest, m_contacts[c].least - m_rows.relativeVelocity(c)[0]);
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
    const Vec3 impulse = m_rows.improved(c, m_rows.relativeVelocity(c));
    return m_rows.measure(c, impulse - m_rows.contact(c).impulse);
  };
  add(*std::ranges::max_element(contacts, {}, miss));
  for (std::size_t before = 0; m_block.size() < kMostAtOnce && m_block.size() > before;) {
    before = m_block.size();
    ++pass;
    for (const int c : contacts) {
      if (m_block.size() == kMostAtOnce) break;
      if (m_chosen[c]) continue;
      if (isNear(m_contacts[c].a) || isNear(m_contacts[c].b)) add(c);
    }
  }
}

// Where two keyed parts close on what is between them there is no solution, and this is what holds
// the solver together: then sweeps have the last word.
void ConeSolver::solveBlock(double enough, double closing) {
  for (const int c : m_block) m_before[c] = m_rows.contact(c).impulse;
  m_atOnce.solve(m_rows, m_block, enough);
  double most = 0;
  for (const int c : m_block) most = std::max(most, m_rows.contact(c).impulse.norm());
  if (most <= kMostImpulse * massReached() * closing) return;
  for (const int c : m_block) {
    m_rows.push(c, m_before[c] - m_rows.contact(c).impulse);
    m_rows.contact(c).impulse = m_before[c];
  }
}

void ConeSolver::solveWhole(std::span<const int> bodies, double enough, double closing) {
  m_reached.assign(m_bodies.size(), 0);
  for (const int c : m_acting) {
    for (const int body : {m_contacts[c].a, m_contacts[c].b}) {
      m_reached[body] = m_bodies[body].inverseMass > 0;
    }
  }
  m_whole.solve(m_rows, m_bodies, bodies, m_acting,
                {.enough = enough, .most = kMostImpulse * massReached() * closing});
}

bool ConeSolver::areUneven(std::span<const int> bodies) const {
  const auto inverse = [this](int body) { return m_bodies[body].inverseMass; };
  const auto [heaviest, lightest] = std::ranges::minmax_element(bodies, {}, inverse);
  return inverse(*lightest) >= kUneven * inverse(*heaviest);
}

// [kg] Of what the contacts move that are solved for at once.
double ConeSolver::massReached() const {
  double mass = 0;
  for (std::size_t body = 0; body < m_bodies.size(); ++body) {
    if (m_reached[body] > 0) mass += 1 / m_bodies[body].inverseMass;
  }
  return mass;
}

void ConeSolver::solveIsland(int island, const Budget& budget, Statistics& found) {
  const Budget after{kRoundsAfterBlock, budget.visits, kRoundsAfterBlock, budget.residual};
  const std::span<const int> all = groupOf(m_order, m_firstOf, island);
  m_acting.clear();
  for (const int c : all) {
    if (m_contacts[c].active) m_acting.push_back(c);
  }
  if (m_acting.empty()) return;
  const std::span<const int> contacts = m_acting;
  const double closing = fastestClosing(contacts);
  const std::span<const int> bodies = groupOf(m_bodyOrder, m_firstBodyOf, island);
  m_rows.begin(bodies, closing);
  for (const int c : contacts) m_rows.push(c, m_contacts[c].impulse);
  ConeSweeps<ConeRows> sweeps(m_rows, m_before, m_search);
  double residual = 0;
  Budget within = budget;  // as many rounds as if all acted
  within.visits = static_cast<int>(budget.visits * contacts.size() / all.size());
  int rounds = sweeps.solve(contacts, within, residual);
  const double enough = 0.1 * budget.residual * closing;
  const bool fits = contacts.size() <= kMostAtOnce;
  double worth = (fits ? kWorthBlock : kWorthPart) * budget.residual;
  if (residual > std::max(fits ? kWorthFew : kWorthWhole, kWorthTenfold * budget.residual) &&
      bodies.size() <= kMostBodies && areUneven(bodies) && !m_rows.isInterrupted()) {
    solveWhole(bodies, enough, closing);
    rounds += sweeps.solve(contacts, after, residual);
    if (!fits) worth = std::max(worth, kWorthWhole);
  }
  bool helps = residual > worth;
  for (int i = 0; i < kMostBlocks && helps && residual > budget.residual && !m_rows.isInterrupted();
       ++i) {
    const double before = residual;
    chooseBlock(contacts);
    solveBlock(enough, closing);
    rounds += sweeps.solve(contacts, after, residual);
    helps = residual < kBlockHelps * before;
  }
  found.rounds = std::max(found.rounds, rounds);
  found.residual = std::max(found.residual, residual);
}

ConeSolver::Statistics ConeSolver::solve(const Budget& budget) {
  Statistics found;
  found.islands = m_islandCount;
  for (ConeContact& contact : m_contacts) {
    if (!contact.active) contact.impulse.setZero();
  }
  m_rows.load(m_bodies, m_contacts);
  for (int island = 0; island < m_islandCount && !m_rows.isInterrupted(); ++island) {
    solveIsland(island, budget, found);
  }
  m_rows.store(m_bodies, m_contacts);
  return found;
}

}  // namespace sinew
