// Where constraints hold parts so that contact cannot have them, there is no solution, or one of
// endless impulses.
#include <algorithm>

#include "core/simulation/ContactRows.h"

namespace sinew {
namespace {

// Endless is an impulse that is so many times what there is to stop of all that touches, at the
// speed at which it met, or at 1 m/s: a taut string presses on its bridge by a hundred times. Where
// no solution is found less is; least where what does not move pushes what is tied together.
constexpr double kEndless = 1000, kEndlessUnsolved = 10, kUnlikely = 3;
constexpr double kNoticeable = 0.1;  // of what there is to stop, in a step that was refused
constexpr double kLever = 15;        // what a lever rests on pushes by this times its load
constexpr double kUnsolved = 2e-2;   // [m/s] by which a row is not solved for
constexpr int kMostTries = 3;        // of a step, each with more that gives way
constexpr double kAgainstIt = 2e-3;  // [m/s] at which what cannot move comes nearer

}  // namespace

bool ContactRows::isHeld(int part) const {  // hands and what is compliant give way by themselves
  return std::ranges::any_of(m_ties.constraintsOn(part), [this](int c) {
    return c < static_cast<int>(m_world->constraints().size()) &&
           !m_world->constraints()[c].isCompliant();
  });
}

// What is tied together there gives way from here on. False if nothing more does.
bool ContactRows::letConflictsGiveWay(int island, const Reals& nu, double residual) {
  if (m_ties.none()) return false;
  const double toStop = weighTied(island, nu);
  bool any = false;
  for (const int c : m_live) {
    const Row& row = m_rows[c];
    const double impulse = m_contacts[c].impulse.norm();
    const auto isUnlikely = [](const Tied& tied) {
      return tied.braced > kUnlikely * tied.mass * tied.fastest + kLever * tied.load;
    };
    bool conflicts = impulse > kEndless * toStop;
    if (!(row.mobility(0, 0) > 0)) {
      conflicts = std::min(0.0, m_contacts[c].least) - relativeVelocity(c)[0] > kAgainstIt;
    } else if (!conflicts && residual > kUnsolved && miss(c) > kUnsolved) {
      const int group = groupOf(row);
      conflicts = impulse > kEndlessUnsolved * toStop || (group >= 0 && isUnlikely(m_tied[group]));
    }
    for (int s = 0; conflicts && s < row.sides; ++s) any |= giveWay(row.side[s].part);
  }
  return any;
}

// m_tied ← of the island's groups, ν being without contact; returns what there is to stop of all
// that touches in it [N s].
double ContactRows::weighTied(int island, const Reals& nu) {
  double mass = 0, met = 1;
  const auto tied = [this](int part) {
    const int group = m_ties.group(part);
    return group < 0 ? nullptr : &m_tied[group];
  };
  const auto isIn = [&](int part) { return m_islands.of(part) == island; };
  for (const int part : m_parts) {
    if (isIn(part) && tied(part)) *tied(part) = {};
  }
  for (const int c : m_live) {
    const Row& row = m_rows[c];
    met = std::max(met, m_contacts[c].met);
    const double free = row.axes.row(0).dot(rateOf(row, nu.data()) + row.own);
    const double impulse = m_contacts[c].impulse.norm();
    const bool isBraced = groupOf(row) >= 0;
    for (int s = 0; s < row.sides; ++s) {
      Tied* its = tied(row.side[s].part);
      if (!its) continue;
      its->met = std::max(its->met, m_contacts[c].met);
      its->fastest = std::max({its->fastest, its->met, -free});
      (isBraced ? its->braced : its->load) += impulse;
    }
  }
  for (const int part : m_parts) {
    if (!isIn(part)) continue;
    const double its = m_world->parts()[part].part->mass();
    mass += its;
    if (Tied* group = tied(part)) group->mass += its;
  }
  return met * mass;
}

// That touches itself there, or what does not move; −1 if there is no such group.
int ContactRows::groupOf(const Row& row) const {
  const int group = m_ties.group(row.side[0].part);
  const bool isOne = std::all_of(row.side.begin(), row.side.begin() + row.sides,
                                 [&](const Side& s) { return m_ties.group(s.part) == group; });
  return isOne ? group : -1;
}

// What another solve pushes begins from nothing then.
bool ContactRows::giveWay(std::span<const int> parts, double gravity) {
  if (none() || m_ties.none() || m_gave >= kMostTries) return false;
  bool any = false;
  for (const int part : parts) {
    const int group = m_ties.group(part);
    if (group < 0) continue;
    const Tied& tied = m_tied[group];
    const double own = tied.mass * std::max(tied.met, slowestImpact(gravity, m_step));
    if (tied.braced > kNoticeable * own + kLever * tied.load) any |= giveWay(part);
  }
  if (!any) return false;
  ++m_gave;
  m_askedFor = m_givesWay;
  std::ranges::fill(m_vainBlocks, 0);
  for (std::size_t c = 0; c < m_rows.size(); ++c) {
    const Row& row = m_rows[c];
    for (int s = 0; s < row.sides; ++s) {
      if (m_givesWay[row.side[s].part] != 0) m_contacts[c].impulse.setZero();
    }
  }
  return true;
}

// With all that is tied to it; false if it is not held, or does so already.
bool ContactRows::giveWay(int part) {
  if (!isHeld(part) || m_givesWay[part] != 0) return false;
  for (const int other : m_ties.parts()) {
    if (m_ties.group(other) == m_ties.group(part)) m_givesWay[other] = 1;
  }
  return true;
}

void ContactRows::beginAnew(int island, const Reals& nu) {
  m_vainBlocks[m_rows[rowsOf(island).front()].side[0].part] = 0;
  for (const int c : rowsOf(island)) {
    Row& row = m_rows[c];
    row.answered = row.live = false;
    m_contacts[c].impulse.setZero();
  }
  for (const int part : m_parts) {
    if (m_islands.of(part) != island) continue;
    const CompiledPart& source = m_world->parts()[part];
    std::copy_n(nu.begin() + source.firstV, source.dims.v, m_nu.begin() + source.firstV);
    for (const int row : m_ties.rowsOn(part)) m_holding[row] = 0;
  }
}

}  // namespace sinew
