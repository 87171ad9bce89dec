#pragma once
#include <array>
#include <tuple>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// Two parts, or two places of one, that a constraint holds together.
struct Tie {
  struct End {
    int part = -1;
    bool isHook = false;        ///< an obstacle, near which something else is pinned in space
    Vec3 place = Vec3::Zero();  ///< [m] that is held, with the part as it starts
    double track = -1;          ///< likewise on its Track; < 0: it has none
  };
  std::array<End, 2> ends;
  double apart = 0;  ///< [m] between the two places where the constraint is met
};

/// Two parts that a constraint brings together: both its own, or one of its own and one that others
/// hold to the same place.
struct TiedBy {
  int constraint = -1;
  std::array<int, 2> parts{};  ///< the smaller number first
  bool operator==(const TiedBy&) const = default;
  bool operator<(const TiedBy& other) const {
    return std::tie(constraint, parts) < std::tie(other.constraint, other.parts);
  }
};

/// All of a scene.
struct Ties {
  std::vector<Tie> places;
  std::vector<TiedBy> byConstraint;  ///< in the order of constraints
};

}  // namespace sinew
