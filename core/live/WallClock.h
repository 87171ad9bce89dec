#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>

namespace sinew {

/// The clock on the wall that a live run keeps pace with.
class WallClock {
 public:
  virtual ~WallClock() = default;
  virtual double now() = 0;  ///< [s] since whenever
  /// Waits until `due` [s] (may be infinite) or until `changed` is notified; may return early.
  virtual void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                    double due) = 0;
};

/// The machine's own, which never goes back.
std::shared_ptr<WallClock> steadyClock();

}  // namespace sinew
