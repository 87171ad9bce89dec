#include "core/simulation/ContactRows.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/math/ContactAxes.h"

namespace sinew {
namespace {

constexpr double kRest = 0.5;  // of the contact's range: how near things lie
// Faster than what a solve may leave of closing: else a gap that is used up never comes back, and
// its parts are in the way of every step.
constexpr double kLedAway = 0.8;       // of the missing gap, per step
constexpr double kFastestAway = 0.01;  // [m/s]
constexpr double kSlow = 0.4;  // of the residual that is enough: slower nothing comes nearer
constexpr int kOwnRounds = 8;  // of one contact by itself
constexpr double kOwnResidual = 1e-3;  // of its impulse: change in such a round that is enough
constexpr std::size_t kFew = 60;       // rows that are solved for at once
constexpr int kBlocks = 4;             // of so many rows, one after the other, per island
constexpr double kHardlyMore = 1.5;    // than is enough: not worth a block
constexpr double kHelps = 0.8;         // of a residual that a block leaves: else no other is tried
constexpr double kWorse = 1.2;         // of a residual: what was before is put back
constexpr int kMostVain = 4;           // blocks of all tries of a step that do not
constexpr double kHardest = 1e8;       // [m/s] that an impulse of a block is to what it pushes
constexpr int kRoundsAfterBlock = 8;
constexpr int kMostAnew = 3;         // solves of an island, with more that gives way in each
constexpr double kSamePlace = 0.02;  // [m] between steps
constexpr int kPasses = 16;          // in which rows join those that are solved for
constexpr std::size_t kFewest = 24;  // that join at once

}  // namespace

void ContactRows::begin(std::span<const RestingContact> resting) {
  m_known.assign(resting.begin(), resting.end());
  m_isNew = true;
  m_gave = 0;
  m_vainBlocks.assign(m_world->parts().size(), 0);
  m_askedFor.assign(m_world->parts().size(), 0);
  holdAgain();
}

void ContactRows::holdAgain() {
  m_givesWay = m_askedFor;
}

void ContactRows::take(const BarrierContact& contact, const ConstraintSystem& constraints,
                       Scratches scratch, double h) {
  m_tried.clear();
  for (const Contact& pushed : m_contacts) m_tried.push_back(pushed.impulse);
  m_step = h;
  m_points.begin(contact.placeCount());
  m_rows.clear();
  m_contacts.clear();
  for (const BarrierContact::Touch& touch : contact.touches()) {
    addRow(contact, touch, scratch, h);
  }
  m_holding.clear();
  tie(constraints);
  if (none()) return;
  if (std::exchange(m_isNew, false)) return recall();
  // What was known to touch still comes first.
  const std::size_t same = std::min(m_tried.size(), m_contacts.size());
  for (std::size_t c = 0; c < same; ++c) m_contacts[c].impulse = m_tried[c];
}

void ContactRows::leaveOut(bool out) {
  m_leftOut = out;
  if (!out) return;
  m_rows.clear();
  m_contacts.clear();
  m_holding.clear();
}

void ContactRows::tie(const ConstraintSystem& constraints) {
  m_ties.take(*m_world, constraints);
  if (!none()) findIslands();
}

// What touches where something pushed in the step before begins with that.
void ContactRows::recall() {
  m_byPlace.resize(m_rows.size());
  std::iota(m_byPlace.begin(), m_byPlace.end(), 0);
  const auto placeOf = [this](int c) { return std::pair(m_rows[c].pair, m_rows[c].at.x()); };
  std::ranges::stable_sort(m_byPlace, {}, placeOf);
  for (const RestingContact& known : m_known) {
    const std::array<int, 2> pair{known.partA, known.partB};
    const Vec3 at = known.at.cast<double>();
    double least = kSamePlace;
    int same = -1;
    auto next = std::ranges::lower_bound(m_byPlace, std::pair(pair, at.x() - least), {}, placeOf);
    for (; next != m_byPlace.end(); ++next) {
      const Row& row = m_rows[*next];
      if (row.pair != pair || row.at.x() > at.x() + least) break;
      const double away = (at - row.at).norm();
      if (away >= least || !m_contacts[*next].impulse.isZero()) continue;
      least = away;
      same = *next;
    }
    if (same < 0) continue;
    const Vec3 along = m_rows[same].axes * -known.force.cast<double>();
    if (along[0] > 0) m_contacts[same].impulse = m_step * along;
  }
}

void ContactRows::addRow(const BarrierContact& contact, const BarrierContact::Touch& touch,
                         Scratches scratch, double h) {
  Row& row = m_rows.emplace_back();
  row.points = touch.points;
  row.pair = {touch.partA, touch.partB};
  row.at = touch.at;
  row.gap = touch.law.gap;
  row.weight = touch.weight;
  row.axes = contactAxes(touch.law.normal);
  for (int i = 0; i < touch.points; ++i) {
    const int point = row.point[i] = m_points.take(contact, touch.vertex[i], scratch);
    row.own += touch.weight[i] * m_points.own(point);
    const int part = m_points.part(point);
    const auto end = row.side.begin() + row.sides;
    const bool isNew =
        std::none_of(row.side.begin(), end, [part](const Side& side) { return side.part == part; });
    if (m_points.moves(point) && isNew) row.side[row.sides++].part = part;
  }
  Contact& added = m_contacts.emplace_back();
  const double missing = kRest * touch.law.barrier.range - touch.law.gap;
  added.least = missing / h;
  if (missing > 0) added.least = std::min(kLedAway * added.least, kFastestAway);
  added.friction = touch.law.friction;
  added.restitution = touch.law.restitution;
  added.begun = row.axes * contact.rateOf(touch);
  added.met = -added.begun[0];
}

void ContactRows::findIslands() {
  m_islands.begin(m_world->parts().size());
  m_parts.clear();
  for (const Row& row : m_rows) {
    for (int i = 0; i < row.sides; ++i) {
      m_parts.push_back(row.side[i].part);
      m_islands.join(row.side[0].part, row.side[i].part);
    }
  }
  std::vector<int> firstOf(m_ties.groups(), -1);
  for (const int part : m_ties.parts()) {
    int& first = firstOf[m_ties.group(part)];
    if (first < 0) first = part;
    m_islands.join(first, part);
  }
  m_islands.number(m_parts);
  for (const int part : m_ties.parts()) {
    if (m_islands.of(part) >= 0) m_parts.push_back(part);
  }
  std::ranges::sort(m_parts);
  m_parts.erase(std::unique(m_parts.begin(), m_parts.end()), m_parts.end());
  const auto islandOf = [&](int c) { return m_islands.of(m_rows[c].side[0].part); };
  m_order.clear();
  for (int c = 0; c < static_cast<int>(m_rows.size()); ++c) m_order.push_back(c);
  std::ranges::stable_sort(m_order, {}, islandOf);
  m_firstOf.assign(m_islands.count() + 1, static_cast<int>(m_order.size()));
  for (int i = static_cast<int>(m_order.size()) - 1; i >= 0; --i) {
    m_firstOf[islandOf(m_order[i])] = i;
  }
}

ConeStatistics ContactRows::solve(const Reals& nu, Response& response) {
  m_nu = nu;
  m_response = &response;
  for (Row& row : m_rows) row.answered = row.live = false;
  m_answers.clear();
  findCrowded();
  m_held.clear();
  m_heldPairs.clear();
  if (!m_ties.none()) m_holding.assign(m_ties.rows(), 0);
  m_before.resize(m_rows.size());
  m_search.resize(m_rows.size());
  m_tied.assign(m_ties.groups(), {});
  ConeStatistics found;
  found.islands = m_islands.count();
  for (int island = 0; island < m_islands.count(); ++island) {
    ConeStatistics one = solveIsland(island);
    for (int k = 0; k < kMostAnew && letConflictsGiveWay(island, nu, one.residual); ++k) {
      beginAnew(island, nu);
      const ConeStatistics again = solveIsland(island);
      one.rounds += again.rounds;
      one.residual = again.residual;
    }
    found.rounds = std::max(found.rounds, one.rounds);
    found.residual = std::max(found.residual, one.residual);
  }
  return found;
}

void ContactRows::keep() {
  m_kept.clear();
  for (const int c : m_live) m_kept.push_back(m_contacts[c].impulse);
  m_nuKept = m_nu;
  m_holdingKept = m_holding;
}

void ContactRows::putBack() {
  for (std::size_t i = 0; i < m_live.size(); ++i) m_contacts[m_live[i]].impulse = m_kept[i];
  m_nu = m_nuKept;
  m_holding = m_holdingKept;
}

std::span<const int> ContactRows::rowsOf(int island) const {
  return std::span(m_order).subspan(m_firstOf[island], m_firstOf[island + 1] - m_firstOf[island]);
}

ConeStatistics ContactRows::solveIsland(int island) {
  const std::span<const int> rows = rowsOf(island);
  ConeStatistics found;
  int blocks = 0, &inVain = m_vainBlocks[m_rows[rows.front()].side[0].part];
  m_live.clear();
  pushAsBefore(rows);
  bool goesOn = !m_live.empty();
  for (int pass = 0; pass < kPasses && !isInterrupted(); ++pass) {
    goesOn |= addLive(rows);
    if (!std::exchange(goesOn, false)) break;
    solveLive(blocks, inVain, found);
  }
  return found;
}

// By sweeps over m_live; where these do not come to an end, by blocks of them.
void ContactRows::solveLive(int& blocks, int& inVain, ConeStatistics& found) {
  ConeSweeps<ContactRows> sweeps(*this, m_before, m_search);
  // Rows that cannot all be met push each other ever harder, which costs momentum its digits.
  const auto pushesTooHard = [this](int c) {
    return m_contacts[c].impulse[0] * m_rows[c].mobility(0, 0) > kHardest;
  };
  ConeBudget after = m_budget;
  after.rounds = after.leastRounds = kRoundsAfterBlock;
  found.rounds += sweeps.solve(m_live, m_budget, found.residual);
  bool helps = found.residual > kHardlyMore * m_budget.residual;
  helps &= inVain < kMostVain;
  for (; blocks < kBlocks && helps && found.residual > m_budget.residual; ++blocks) {
    const double before = found.residual;
    keep();
    chooseBlock();
    m_blockSolver.solve(*this, m_block, 0.1 * m_budget.residual);
    found.rounds += sweeps.solve(m_live, after, found.residual);
    const bool isBounded = std::ranges::none_of(m_block, pushesTooHard);
    helps = isBounded && found.residual < kHelps * before;
    if (!helps) ++inVain;
    if (isBounded && found.residual <= kWorse * before) continue;
    putBack();
    found.residual = before;
  }
}

void ContactRows::pushAsBefore(std::span<const int> rows) {
  for (const int c : rows) {
    const Vec3& impulse = m_contacts[c].impulse;
    if (impulse.isZero()) continue;
    answer(m_rows[c]);
    push(c, impulse);
    m_rows[c].live = true;
    m_live.push_back(c);
  }
}

// OPTIMIZATION: of what is near, little touches, and where one row pushes, those beside it need
// not. Those that are broken most join those that are solved for; false if none are.
bool ContactRows::addLive(std::span<const int> rows) {
  m_misses.clear();
  const Reals& nu = held();
  for (const int c : rows) {
    if (m_rows[c].live) continue;
    const Row& row = m_rows[c];
    const double rate = row.axes.row(0).dot(rateOf(row, nu.data()) + row.own);
    const double broken = m_contacts[c].least - rate;
    if (broken > kSlow * m_budget.residual) m_misses.push_back({broken, c});
  }
  std::erase_if(m_live, [this](int c) {
    const bool idle =
        m_contacts[c].impulse.isZero() && relativeVelocity(c)[0] > m_contacts[c].least;
    if (idle) m_rows[c].live = false;
    return idle;
  });
  std::ranges::sort(m_misses, std::greater());
  if (m_misses.size() > kFewest) m_misses.resize(std::max(kFewest, m_misses.size() / 4));
  for (const auto& [broken, c] : m_misses) {
    m_rows[c].live = true;
    m_live.push_back(c);
  }
  return !m_misses.empty();
}

// [m/s] by which a row is not solved for.
double ContactRows::miss(int c) {
  return measure(c, improved(c, relativeVelocity(c)) - m_contacts[c].impulse);
}

// The rows of the part at which most is missing: sweeps do not come to an end where what is heavy
// lies on what is light.
void ContactRows::chooseBlock() {
  m_misses.clear();
  for (const int c : m_live) m_misses.push_back({miss(c), c});
  std::ranges::stable_sort(m_misses, std::greater(), &std::pair<double, int>::first);
  const Row& worst = m_rows[m_misses.front().second];
  const auto lightest =
      std::max_element(worst.side.begin(), worst.side.begin() + worst.sides,
                       [](const Side& a, const Side& b) { return a.mobility < b.mobility; });
  const auto isOn = [&](const Row& row) {
    return std::any_of(row.side.begin(), row.side.begin() + row.sides,
                       [&](const Side& side) { return side.part == lightest->part; });
  };
  m_block.clear();
  for (const auto& [missing, c] : m_misses) {
    const bool gives = m_rows[c].mobility(0, 0) > 0;  // else constraints hold what touches there
    if (m_block.size() < kFew && gives && isOn(m_rows[c])) m_block.push_back(c);
  }
}

// Of what moves; B against A comes closer where it is along the normal.
Vec3 ContactRows::rateOf(const Row& row, const double* nu) const {
  Vec3 rate = Vec3::Zero();
  for (int i = 0; i < row.points; ++i) {
    rate += row.weight[i] * m_points.velocityOf(row.point[i], nu);
  }
  return rate;
}

Vec3 ContactRows::relativeVelocity(int c) {
  Row& row = m_rows[c];
  if (!row.answered) answer(row);
  Vec3 velocity = row.axes * (rateOf(row, m_nu.data()) + row.own);
  for (int s = 0; s < row.sides; ++s) {
    if (isTied(row.side[s])) velocity += heldRate(row.side[s], m_holding);
  }
  return velocity;
}

// One contact for itself, by sweeps of its own: what is soft or thin gives way along the surface
// where it is pushed across it, as far as the other way.
// OPTIMIZATION: most of what is near never touches, and is never asked how it answers.
Vec3 ContactRows::improved(int c, const Vec3& u) {
  Row& row = m_rows[c];
  if (!row.answered) answer(row);
  const Contact& contact = m_contacts[c];
  if (!(row.mobility(0, 0) > 0)) return Vec3::Zero();
  const Vec3 without = u - row.mobility * contact.impulse;
  Vec3 now = contact.impulse;
  for (int round = 0; round < kOwnRounds; ++round) {
    const Vec3 before = now;
    if (std::isinf(row.tangentMobility)) now.tail<2>().setZero();
    const double rate = without[0] + row.mobility.row(0).dot(now);
    now[0] = std::max(0.0, now[0] - (rate - contact.least) / row.mobility(0, 0));
    const Vec3 slip = without + row.mobility * now;
    now.tail<2>() -= slip.tail<2>() / row.tangentMobility;
    const double most = contact.friction * now[0], along = now.tail<2>().norm();
    if (along > most) now.tail<2>() *= most / along;
    if ((now - before).norm() <= kOwnResidual * now.norm()) break;
  }
  return now;
}

bool ContactRows::actOnEachOther(int a, int b) const {
  if (m_ties.group(a) >= 0 && m_ties.group(a) == m_ties.group(b)) return true;
  return pushesOn(a) && m_islands.of(a) == m_islands.of(b);
}

bool ContactRows::isTied(const Row& row) const {
  return std::any_of(row.side.begin(), row.side.begin() + row.sides,
                     [this](const Side& side) { return isTied(side); });
}

void ContactRows::addForces(const Row& row, const Vec3& impulse, double* Q) const {
  if (impulse.isZero()) return;
  const Vec3 force = row.axes.transpose() * impulse;
  for (int i = 0; i < row.points; ++i) {
    if (m_points.moves(row.point[i])) m_points.addForce(row.point[i], row.weight[i] * force, Q);
  }
}

void ContactRows::addImpulses(double* Q) const {
  for (std::size_t c = 0; c < m_rows.size(); ++c) addForces(m_rows[c], m_contacts[c].impulse, Q);
}

void ContactRows::remember(std::vector<RestingContact>& resting) const {
  resting.clear();
  for (std::size_t c = 0; c < m_rows.size(); ++c) {
    const Row& row = m_rows[c];
    if (m_contacts[c].impulse.isZero()) continue;
    const Vec3 onB = row.axes.transpose() * m_contacts[c].impulse / -m_step;
    resting.push_back({row.pair[0], row.pair[1], onB.cast<float>(), row.at.cast<float>(),
                       static_cast<float>(row.gap)});
  }
}

// [m/s] With which it goes on.
Vec3 ContactRows::endSpeed(int c, std::span<const double> slowed) {
  const Vec3 speed = relativeVelocity(c);
  if (slowed.empty()) return speed;
  const Row& row = m_rows[c];
  double share = 1;
  for (int i = 0; i < row.sides; ++i) share = std::min(share, slowed[row.side[i].part]);
  const Vec3 own = row.axes * row.own;
  return own + share * (speed - own);
}

// An impulse changes energy by the mean of the speeds before and after. What constraints do is
// booked by the speeds after, and so is what resists them.
ContactRows::Work ContactRows::work(std::span<const double> slowed) {
  Work work;
  if (none()) return work;  // islands are those of older rows
  for (int i = 0; i < islands(); ++i) {
    double lost = 0;  // only the sum is, of what turns some ends go the other way
    for (const int c : rowsOf(i)) {
      const Contact& contact = m_contacts[c];
      if (contact.impulse.isZero()) continue;
      const Vec3 speed = endSpeed(c, slowed);
      // Faster than it is to open, and than a solve leaves, no touch leads anything away.
      const double open = std::max(0.0, contact.least) + m_budget.residual;
      const double apart = contact.impulse[0] * std::clamp(speed[0], 0.0, open);
      const Vec3& before = isTied(m_rows[c]) ? speed : contact.begun;
      lost += apart - 0.5 * contact.impulse.dot(before + speed);
      work.apart += apart;
      work.put -= contact.impulse.dot(m_rows[c].axes * m_rows[c].own);
    }
    work.lost += std::max(0.0, lost);
  }
  return work;
}

}  // namespace sinew
