#pragma once
#include <deque>

#include "core/live/Edition.h"
#include "core/model/State.h"

namespace sinew {

/// A frame that was simulated: the instant `number` / fps.
struct LiveFrame {
  std::uint64_t number = 0;
  std::uint64_t step = 0;  ///< steps taken before it
  State state;
  std::shared_ptr<const Snapshot> snapshot;
  std::shared_ptr<const Edition> edition;  ///< that it was simulated with
};
using LiveFramePtr = std::shared_ptr<const LiveFrame>;

/// The frames of a live run, without gaps, as many as a budget of bytes allows: the oldest go
/// first. The very first one always stays, and so does the newest.
class History {
 public:
  explicit History(std::size_t budget) : m_budget(budget) {}

  void clear();
  /// The frame after the last one; any number when there is none.
  void add(LiveFramePtr frame);
  void dropAfter(std::uint64_t number);

  bool empty() const { return !m_start; }
  std::uint64_t first() const { return m_frames.front()->number; }  ///< of those without gaps
  std::uint64_t last() const { return m_frames.back()->number; }
  const LiveFramePtr& start() const { return m_start; }  ///< the very first
  /// The frame with that number, or the nearest that is still there.
  LiveFramePtr nearest(std::uint64_t number) const;
  /// The frames from `number` on, which must be between first() and last().
  std::deque<LiveFramePtr> from(std::uint64_t number) const;
  std::size_t bytes() const { return m_bytes; }

 private:
  void dropOldest();

  std::size_t m_budget;
  std::size_t m_bytes = 0;
  LiveFramePtr m_start;
  std::deque<LiveFramePtr> m_frames;
  std::deque<std::size_t> m_costs;
};

}  // namespace sinew
