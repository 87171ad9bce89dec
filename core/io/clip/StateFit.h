#pragma once
#include <optional>

#include "core/base/Result.h"
#include "core/io/clip/ClipHeader.h"

namespace sinew {

/// Why states recorded under a header do not mean the same in a world, and what to do about it
/// (SceneFit.h). Nothing when they do.
std::optional<Error> findMismatch(const ClipHeader& header, const World& world);

/// Makes sure that a state of the world's layout can be simulated: sizes, finite numbers, grabs of
/// parts that are there.
Result<void> checkState(const State& state, const World& world);

/// Name of the first slice in which two states of a layout differ; "" when they are equal.
std::string firstDifference(const StateLayout& layout, const State& a, const State& b);

}  // namespace sinew
