#pragma once
#include <vector>

#include "core/scene/SceneOrigins.h"
#include "core/simulation/World.h"

namespace sinew {

/// A state carried over from the world of a scene into that of the scene edited.
struct CarriedState {
  State state;
  /// Per constraint: it or a part that it holds was changed, so that its gap may have jumped.
  std::vector<bool> disturbed;
  std::vector<char> fresh;  ///< per part: it is as at its start
};

/// What is known by its name keeps what it has: parts of the same kind and layout their whole q
/// and v, constraints of as many rows their law, their force and whether they broke, hands what
/// they hold. What is new is as at the start; constraints that are new, or close otherwise than
/// before, are as yet inactive.
///
/// FIXME: a part whose layout changes starts again from its initial pose instead of where it is;
/// and since v may be momenta, a part whose mass changes keeps its momentum, not its velocity.
CarriedState carryOver(const World& from, const State& state, const World& to,
                       const SceneOrigins& origins);

}  // namespace sinew
