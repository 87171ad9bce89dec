#pragma once
#include <span>
#include <vector>

#include "core/simulation/Islands.h"
#include "core/simulation/World.h"

namespace sinew {

/// Which rows of active constraints, and of what else their system holds, act on which parts that
/// move, and which of them act on each other by others: a group.
class HeldParts {
 public:
  void take(const World& world, const ConstraintSystem& system);
  bool none() const { return m_held.empty(); }
  int rows() const { return m_rows; }  ///< of all constraints
  /// That any row acts on, ascending.
  std::span<const int> parts() const { return m_held; }
  /// Of a part; −1 if no row acts on it.
  int group(int part) const { return m_groups.of(part); }
  int groups() const { return m_groups.count(); }
  /// The constraints with an end on a part, ascending, each once.
  std::span<const int> constraintsOn(int part) const { return of(m_constraintsOn, part); }
  /// Rows of those, and of all constraints of a group, ascending.
  std::span<const int> rowsOn(int part) const { return of(m_rowsOn, part); }
  std::span<const int> rowsOf(int group) const { return of(m_rowsOf, group); }

 private:
  /// Lists, one after the other.
  struct Lists {
    std::vector<int> first, items;
    void begin() {
      first.assign(1, 0);
      items.clear();
    }
    void end() { first.push_back(static_cast<int>(items.size())); }
  };
  static std::span<const int> of(const Lists& lists, int which) {
    return std::span(lists.items)
        .subspan(lists.first[which], lists.first[which + 1] - lists.first[which]);
  }

  int m_rows = 0;
  std::vector<int> m_held;
  Islands m_groups;
  Lists m_constraintsOn, m_rowsOn, m_rowsOf;
  std::vector<std::pair<int, int>> m_ends, m_grouped;  // part or group, and constraint
};

}  // namespace sinew
