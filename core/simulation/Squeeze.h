#pragma once
#include <array>
#include <optional>
#include <span>

#include "core/contact/BarrierContact.h"
#include "core/contact/ContactMemory.h"
#include "core/simulation/World.h"

namespace sinew {

/// A part, or the first of a row, between two others that no force moves and that come, by their
/// keys, so near each other that no room is left.
struct Squeeze {
  int part = -1;
  std::array<int, 2> between{};
  int presses = -1;  ///< the one of the two that moves most until then
  double when = 0;   ///< [s]
  double room = 0;   ///< [m] between the two then; below 0 where they pass each other
};

/// Whether there is one among what touches at `time` [s], where contact was last applied, that is
/// pressed hard from both sides already. Looks ahead along the keys up to `until` [s]. Where steps
/// solve for contact, `resting` is what pushed in the last one; else touches know.
std::optional<Squeeze> squeezeAhead(const World& world, const BarrierContact& contact,
                                    std::span<const RestingContact> resting, double time,
                                    double until);

}  // namespace sinew
