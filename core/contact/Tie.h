#pragma once
#include <array>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// Two parts, or two places of one, that a constraint holds together.
struct Tie {
  struct End {
    int part = -1;
    Vec3 place = Vec3::Zero();  ///< [m] that is held, with the part as it starts
    double track = -1;          ///< likewise on its Track; < 0: it has none
  };
  std::array<End, 2> ends;
  double apart = 0;  ///< [m] between the two places where the constraint is met
};

/// Two parts that a constraint brings together, or brings others to the same place with.
struct TiedBy {
  int constraint = -1;
  std::array<int, 2> parts{};  ///< the smaller number first
};

/// All of a scene.
struct Ties {
  std::vector<Tie> places;
  std::vector<TiedBy> byConstraint;  ///< in the order of constraints
};

}  // namespace sinew
