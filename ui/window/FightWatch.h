#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "core/simulation/Snapshot.h"

namespace sinew::ui {

/// Tells constraints that cannot be met from those that only give way for a moment: what is pulled
/// by hand, or jerked by a blow, opens and closes again.
class FightWatch {
 public:
  void forget();
  void look(const Snapshot& snapshot);
  /// Whether the constraint has been in the way for a while by itself, without getting closer.
  bool goesOn(const std::string& constraint) const;
  /// Whether none of the constraints has been in the way for a while.
  bool isOver(const std::set<std::string>& constraints) const;

 private:
  static constexpr double kNever = -1e300;  // [s]
  struct Fight {
    double since;          ///< [s] of the take: when its gap was last seen to close
    double least;          ///< [m] gap since then
    double last = kNever;  ///< [s] of the take: when it was last told as going on
    bool now = true;       ///< whether it is in the way
    bool before = false;   ///< likewise, a look earlier
  };

  void note(const std::string& constraint, double gap);
  void leap();

  double m_time = 0;  ///< [s] of the take
  std::uint64_t m_revision = 0;
  std::map<std::string, Fight> m_fights;
};

}  // namespace sinew::ui
