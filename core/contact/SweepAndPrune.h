#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/contact/Box.h"

namespace sinew {

/// All pairs of boxes that overlap, kept up to date as they move: the ends of the boxes stand in a
/// sorted list per axis, and only where two ends have changed places may a pair have come or gone.
/// [LS97] §6.3. What it answers depends on the boxes alone, never on how they came there.
class SweepAndPrune {
 public:
  using Pair = std::array<int, 2>;  ///< the smaller number first

  /// Boxes are known by their place in the list; with another number of them all starts anew.
  void update(std::span<const Box> boxes);
  const std::vector<Pair>& pairs() const { return m_pairs; }  ///< ascending

  /// Ends that changed places in the last update, or were compared when it started anew.
  std::size_t work() const { return m_work; }

 private:
  struct End {
    double at = 0;     ///< [m]
    std::int32_t key;  ///< 2 · box, + 1 for the upper end
    bool operator<(const End& other) const {
      if (at != other.at) return at < other.at;
      const bool upper = key & 1, otherUpper = other.key & 1;
      return upper != otherUpper ? otherUpper : key < other.key;  // touching is overlapping
    }
  };

  void place(std::span<const Box> boxes, int axis);
  bool sort(int axis, std::size_t mostWork);
  void startAnew(std::span<const Box> boxes);
  void sweep(std::span<const Box> boxes);
  void settle(std::span<const Box> boxes);

  std::array<std::vector<End>, 3> m_ends;
  std::vector<Pair> m_pairs, m_changed, m_merged;
  std::vector<int> m_open;
  std::size_t m_work = 0;
};

}  // namespace sinew
