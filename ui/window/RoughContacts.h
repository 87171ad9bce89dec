#pragma once
#include <array>
#include <set>

#include "core/simulation/Snapshot.h"

namespace sinew::ui {

/// Tells contact that is solved for only roughly for a while from a blow that leaves a moment of
/// it, which nobody sees.
class RoughContacts {
 public:
  using Pair = std::array<int, 2>;  ///< places in RenderTopology::parts; −1: none that is known

  void forget();
  /// True where a pair has become worth a word: once for each.
  bool look(const Snapshot& snapshot);
  /// That look() was last true for.
  const Pair& pair() const { return m_pair; }

 private:
  double m_time = 0;   // [s] of the take
  double m_rough = 0;  // [s] of about the last second of it
  Pair m_pair = {-1, -1};
  std::set<Pair> m_told;
};

}  // namespace sinew::ui
