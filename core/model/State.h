#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// Everything that changes while a World runs, as one flat value: copying it saves, assigning it
/// rewinds, hash() compares. What the numbers mean is in the World's StateLayout.
struct State {
  Reals reals;
  std::vector<std::uint64_t> words;

  std::uint64_t hash() const;
  bool operator==(const State&) const = default;
};

/// Names for slices of a State, in storage order; they cover it without gap or overlap.
struct StateLayout {
  struct Slice {
    std::string name;  ///< "time", "wing_l/q/centre", "joint/multiplier", ...
    std::size_t first = 0;
    std::size_t count = 0;
    bool operator==(const Slice&) const = default;
  };
  std::vector<Slice> reals;
  std::vector<Slice> words;
  bool operator==(const StateLayout&) const = default;
};

}  // namespace sinew
