#pragma once
#include <cstdint>
#include <vector>

namespace sinew {

/// How the velocities of a part stand in a row of blocks of four, of which only near ones are
/// coupled by its inertia: the matrix M, or A over a step, is a band of such blocks.
struct BlockChain {
  static constexpr int kBlock = 4;
  static constexpr int kAbreast = 4;  ///< columns that Part::applyHalfInverse() takes at once
  int blocks = 0;
  int reach = 0;                    ///< how many blocks before it one is coupled to
  bool ring = false;                ///< the first blocks follow on the last ones
  std::vector<std::int32_t> place;  ///< of every velocity: kBlock · its block + its row in there

  /// The block so many before one, or -1 if there is none.
  int before(int block, int back) const {
    if (block >= back) return block - back;
    return ring ? block - back + blocks : -1;
  }
};

}  // namespace sinew
