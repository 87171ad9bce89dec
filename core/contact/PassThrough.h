#pragma once
#include <array>
#include <vector>

namespace sinew {

/// Parts that do not feel each other: some pairs, and all members of a group among themselves.
class PassThrough {
 public:
  /// Pairs count once settled().
  void add(int a, int b);
  /// Members of one group pass through each other; −1: of none.
  void join(int part, int group);
  void settle();

  bool pass(int a, int b) const;

 private:
  int groupOf(int part) const;

  std::vector<std::array<int, 2>> m_pairs;  // the smaller number first; ascending once settled
  std::vector<int> m_groups;                // per part; shorter where the rest is in none
};

}  // namespace sinew
