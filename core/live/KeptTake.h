#pragma once
#include <deque>
#include <functional>

#include "core/live/LiveRequest.h"
#include "core/live/LiveSimulation.h"
#include "core/live/TakeRecorder.h"

namespace sinew {

/// The history of a run on its way into a clip, a frame at a time, so that it holds nobody up.
class KeptTake {
 public:
  KeptTake(const LiveSimulation& run, KeepRequest request);
  /// Writes the next frame; false when there is no more to do and the asker has been told.
  bool work();
  /// Closes the clip with what it has.
  void abandon();

 private:
  Result<void> writeNext();
  void finish(Result<void> result);

  KeepRequest m_request;
  std::deque<LiveFramePtr> m_frames;
  RunLog m_log;
  std::unique_ptr<TakeRecorder> m_recorder;
};

}  // namespace sinew
