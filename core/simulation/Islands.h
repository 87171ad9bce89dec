#pragma once
#include <span>
#include <vector>

namespace sinew {

/// Which parts act on each other, at once or by others between them. What happens in one island is
/// nothing to another.
class Islands {
 public:
  /// Every part for itself.
  void begin(std::size_t parts);
  void join(int a, int b) { m_with[root(a)] = root(b); }
  /// Numbers those that hold any of these parts from 0 on.
  void number(std::span<const int> parts);

  int count() const { return m_count; }
  /// Of a part; −1 in an island that has no number.
  int of(int part) const { return m_island[part]; }

 private:
  int root(int part);

  std::vector<int> m_with;  // per part: another one of its island, or itself
  std::vector<int> m_island;
  int m_count = 0;
};

}  // namespace sinew
