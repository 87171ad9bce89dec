#pragma once
#include <array>
#include <vector>

#include "core/contact/PairRules.h"

namespace sinew {

/// Parts that do not feel each other: some pairs, and all members of groups among themselves. What
/// a part does to itself it only feels where that was asked for. Those that are tied feel each
/// other but near their ties (TieZones).
class PassThrough {
 public:
  /// Pairs count once settled(). Of a part with itself: it does not feel itself whatever was asked.
  void add(int a, int b);
  void feelItself(int part);
  /// Members of one group, of newGroup() in its order, pass through each other.
  void join(int part, int group);
  int newGroup() { return m_groupCount++; }
  void settle();
  /// All pairs besides that do not answer each other like that. `rules` must outlive this.
  void keepOnly(TouchResponse response, const PairRules& rules);
  /// And those two. Once settled().
  void keepToo(int a, int b);

  bool pass(int a, int b) const;

 private:
  bool shareGroup(int a, int b) const;
  bool answersOtherwise(int a, int b) const;

  std::vector<std::array<int, 2>> m_pairs;  // the smaller number first; ascending once settled
  std::vector<std::vector<int>> m_groups;   // per part, ascending
  std::vector<int> m_feeling;               // parts that feel themselves
  int m_groupCount = 0;
  const PairRules* m_rules = nullptr;  // null: all that is left answers like that
  std::vector<std::array<int, 2>> m_kept;
  TouchResponse m_response = TouchResponse::Solid;
};

}  // namespace sinew
