#pragma once
#include <optional>
#include <vector>

#include "core/simulation/Squeeze.h"
#include "core/simulation/rigid/RigidContacts.h"

namespace sinew {

/// Bodies in a row between two parts that no force moves and that come, by their keys, nearer to
/// each other than the row is long.
struct RigidSqueeze {
  Squeeze named;           ///< its room is below 0: by so much they overlap together
  std::vector<int> parts;  ///< of the row, with both ends
  double margins = 0;      ///< [m] of all contacts of the row: so much may be used up
  /// More than contact may leave, whatever else goes on.
  bool isHopeless() const { return named.room < -2 * margins; }
  bool concerns(const std::array<int, 2>& pair) const;
};

/// That in which most is missing, if it is more than next to nothing, at `time` [s].
std::optional<RigidSqueeze> findSqueeze(const RigidContacts& contacts, double time,
                                        Interruption* interruption);

}  // namespace sinew
