#pragma once
#include <optional>

#include "core/simulation/Squeeze.h"
#include "core/simulation/rigid/RigidContacts.h"

namespace sinew {

/// Bodies in a row between two parts that no force moves and that come, by their keys, nearer to
/// each other than the row is long: together they overlap by more than `allowed` [m]. The time of
/// what is found is not set.
std::optional<Squeeze> findSqueeze(const RigidContacts& contacts, double allowed);

}  // namespace sinew
