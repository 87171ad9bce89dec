#include "core/contact/SweepAndPrune.h"

#include <algorithm>

namespace sinew {
namespace {

/// Changes of places per end beyond which sorting from scratch is quicker.
constexpr std::size_t kWorthSorting = 40;

SweepAndPrune::Pair ordered(int a, int b) {
  return a < b ? SweepAndPrune::Pair{a, b} : SweepAndPrune::Pair{b, a};
}

}  // namespace

void SweepAndPrune::update(std::span<const Box> boxes) {
  m_work = 0;
  if (m_ends[0].size() != 2 * boxes.size()) return startAnew(boxes);
  m_changed.clear();
  for (int axis = 0; axis < 3; ++axis) place(boxes, axis);
  const std::size_t mostWork = kWorthSorting * 2 * boxes.size();
  for (int axis = 0; axis < 3; ++axis) {
    if (!sort(axis, mostWork)) return startAnew(boxes);
  }
  settle(boxes);
}

void SweepAndPrune::place(std::span<const Box> boxes, int axis) {
  for (End& end : m_ends[axis]) {
    const Box& box = boxes[end.key >> 1];
    end.at = end.key & 1 ? box.high[axis] : box.low[axis];
  }
}

// By insertion: nearly sorted lists cost one comparison per end. An upper end that passes a lower
// one, or the other way round, is the only sign of a pair that comes or goes on this axis.
bool SweepAndPrune::sort(int axis, std::size_t mostWork) {
  std::vector<End>& ends = m_ends[axis];
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const End moving = ends[i];
    std::size_t to = i;
    for (; to > 0 && moving < ends[to - 1]; --to) {
      const End& passed = ends[to - 1];
      if ((moving.key ^ passed.key) & 1 && moving.key >> 1 != passed.key >> 1) {
        m_changed.push_back(ordered(moving.key >> 1, passed.key >> 1));
      }
      ends[to] = passed;
    }
    ends[to] = moving;
    m_work += i - to;
    if (m_work > mostWork) return false;
  }
  return true;
}

// Pairs that may have come or gone are looked at once, and merged into the sorted list.
void SweepAndPrune::settle(std::span<const Box> boxes) {
  if (m_changed.empty()) return;
  std::sort(m_changed.begin(), m_changed.end());
  m_changed.erase(std::unique(m_changed.begin(), m_changed.end()), m_changed.end());
  m_merged.clear();
  auto kept = m_pairs.begin();
  for (const Pair& pair : m_changed) {
    const auto upTo = std::lower_bound(kept, m_pairs.end(), pair);
    m_merged.insert(m_merged.end(), kept, upTo);
    kept = upTo;
    if (kept != m_pairs.end() && *kept == pair) ++kept;
    if (boxes[pair[0]].overlaps(boxes[pair[1]])) m_merged.push_back(pair);
  }
  m_merged.insert(m_merged.end(), kept, m_pairs.end());
  m_pairs.swap(m_merged);
}

void SweepAndPrune::startAnew(std::span<const Box> boxes) {
  for (int axis = 0; axis < 3; ++axis) {
    m_ends[axis].resize(2 * boxes.size());
    for (std::size_t i = 0; i < m_ends[axis].size(); ++i) {
      m_ends[axis][i].key = static_cast<std::int32_t>(i);
    }
    place(boxes, axis);
    std::sort(m_ends[axis].begin(), m_ends[axis].end());
  }
  sweep(boxes);
}

void SweepAndPrune::sweep(std::span<const Box> boxes) {
  m_pairs.clear();
  m_open.clear();
  m_work = 0;
  // Along the axis on which the boxes lie farthest apart, few are open at a time.
  int axis = 0;
  double widest = -1;
  for (int k = 0; k < 3 && !boxes.empty(); ++k) {
    double sum = 0, squares = 0;
    for (const Box& box : boxes) {
      const double middle = std::clamp(0.5 * (box.low[k] + box.high[k]), -1e9, 1e9);
      sum += middle;
      squares += middle * middle;
    }
    const double spread = squares - sum * sum / static_cast<double>(boxes.size());
    if (spread > widest) axis = k, widest = spread;
  }
  for (const End& end : m_ends[axis]) {
    const int box = end.key >> 1;
    // Of a state that is no number: its ends may come in either order, and nothing meets it.
    if (!(boxes[box].low[axis] <= boxes[box].high[axis])) continue;
    if (end.key & 1) {
      m_open.erase(std::find(m_open.begin(), m_open.end(), box));
      continue;
    }
    m_work += m_open.size();
    for (const int other : m_open) {
      if (boxes[box].overlaps(boxes[other])) m_pairs.push_back(ordered(box, other));
    }
    m_open.push_back(box);
  }
  std::sort(m_pairs.begin(), m_pairs.end());
}

}  // namespace sinew
