// Nets: ropes of which many cross many. Each knot is coupled with all others on its two ropes, and
// once a few are eliminated with all there are, in any order: a factor of N takes the cube of the
// knots, and the ropes' own unknowns, factored along, do no better where they are so few a knot.
// N itself has few blocks, and conjugate gradients need but its products with vectors.
//
// They converge soon because ropes are flexible. Seen along one of them, a knot hangs on a rope
// that hardly stretches, which moves its knots as one: that adds to N a matrix of low rank. Seen
// along the other it can be pushed aside, each by itself but for the tension: nearly diagonal, and
// never near 0. So N has a few large eigenvalues and all others close together.
//
// Knots that tie the same two ropes are factored together, as is all that is no knot: what is held
// twice shows in the pivots there, as it does elsewhere, and is left to the factor of all of N.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/solvers/ConstraintSystem.h"

namespace sinew {

// Of each constraint: a number that it shares with those that tie the same two ropes of a net, 0
// for what is no knot of one. Empty where there is no net.
std::vector<std::int32_t> ConstraintSystem::knots(const Structure& structure) const {
  using Pair = std::pair<std::int32_t, std::int32_t>;
  if (structure.chains.empty()) return {};
  const auto isRope = [&](std::int32_t part) {
    return structure.parts[part].v > 0 && structure.chains[part] != nullptr;
  };
  std::vector<Pair> ties(m_items.size(), Pair{-1, -1});
  std::vector<std::set<std::int32_t>> crossed(structure.parts.size());
  for (std::size_t c = 0; c < m_items.size(); ++c) {
    const Item& item = m_items[c];
    if (item.endCount != 2) continue;
    const auto [a, b] = std::minmax(m_ends[item.firstEnd].part, m_ends[item.firstEnd + 1].part);
    if (a == b || !isRope(a) || !isRope(b)) continue;
    ties[c] = {a, b};
    crossed[a].insert(b);
    crossed[b].insert(a);
  }
  const auto isCrossed = [&](std::int32_t part) {
    return static_cast<int>(crossed[part].size()) > kFewestCrossings;
  };
  std::vector<std::int32_t> result(m_items.size(), 0);
  std::map<Pair, std::int32_t> numbers;
  int rows = 0;
  for (std::size_t c = 0; c < m_items.size(); ++c) {
    if (ties[c].first < 0 || !isCrossed(ties[c].first) || !isCrossed(ties[c].second)) continue;
    const auto next = static_cast<std::int32_t>(numbers.size()) + 1;
    result[c] = numbers.try_emplace(ties[c], next).first->second;
    rows += m_items[c].rows;
  }
  if (rows < kFewestRowsOfKnots) result.clear();
  return result;
}

// False where there is no net, or a factor of all of N must be made of it.
bool ConstraintSystem::factoriseNet() {
  m_iterates = false;
  const int expected = std::exchange(m_expected, 1);
  if (m_knots.empty()) return false;
  if (expected * ConjugateGradients::kUsualRounds <= m_net.mostRounds()) {
    if (m_assembled != &m_net.pattern()) assembleIn(m_net.pattern());
    assemble(m_net.values());
    m_iterates = m_net.factorise();
  }
  if (m_iterates) {
    m_singular = false;
  } else {
    compileWhole();
  }
  return m_iterates;
}

// For what only the factor tells, or does in time.
void ConstraintSystem::leaveNet() {
  if (!m_iterates) return;
  m_iterates = false;
  compileWhole();
  factoriseWhole();
}

// The pattern of the whole factor, of a net: made when it is first asked for.
void ConstraintSystem::compileWhole() {
  if (m_pattern.blocks == 0) return compilePattern();
  assembleIn(m_pattern);
}

}  // namespace sinew
