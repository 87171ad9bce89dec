#pragma once
#include <functional>
#include <map>
#include <memory>

#include "core/base/Result.h"
#include "core/simulation/Snapshot.h"

namespace sinew {

/// Pictures between frames that were simulated: every point of a surface goes straight from where
/// one frame has it to where the next has it. Between frames of different things the earlier one is
/// held.
class InBetween {
 public:
  using Snapshots = std::function<Result<std::shared_ptr<const Snapshot>>(int frame)>;

  /// `whole` gives the frames themselves; each is asked for once, and in order.
  explicit InBetween(Snapshots whole) : m_whole(std::move(whole)) {}

  /// At a frame, or a share on the way from it to the next. To be asked for in order.
  Result<std::shared_ptr<const Snapshot>> at(double frame);

 private:
  Result<std::shared_ptr<const Snapshot>> whole(int frame);

  Snapshots m_whole;
  std::map<int, std::shared_ptr<const Snapshot>> m_kept;  ///< at most two
};

}  // namespace sinew
