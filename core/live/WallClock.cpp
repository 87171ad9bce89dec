#include "core/live/WallClock.h"

#include <algorithm>
#include <chrono>

namespace sinew {
namespace {

class SteadyClock final : public WallClock {
 public:
  double now() override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
            double due) override {
    constexpr double kLongest = 3600;  // [s]
    const double left = std::clamp(due - now(), 0.0, kLongest);
    changed.wait_for(lock, std::chrono::duration<double>(left));
  }
};

}  // namespace

std::shared_ptr<WallClock> steadyClock() {
  return std::make_shared<SteadyClock>();
}

}  // namespace sinew
