#pragma once
// A simulation thread under a clock that only moves when told to.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <limits>
#include <mutex>

#include "core/live/SimulationThread.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {

class ManualClock final : public WallClock {
 public:
  double now() override {
    const std::lock_guard lock(m_mutex);
    return m_now;
  }

  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
            double due) override {
    {
      const std::lock_guard mine(m_mutex);
      if (due <= m_now) return;
      m_waiter = {lock.mutex(), &changed};
      m_settled.notify_all();
    }
    changed.wait(lock);
    const std::lock_guard mine(m_mutex);
    m_waiter = {};
  }

  /// Waits until the thread has nothing to do at this time, then lets `seconds` pass.
  void advance(double seconds) {
    std::unique_lock lock(m_mutex);
    m_settled.wait(lock, [this] { return m_waiter.changed != nullptr; });
    const Waiter waiter = std::exchange(m_waiter, {});
    m_now += seconds;
    lock.unlock();
    const std::lock_guard theirs(*waiter.mutex);
    waiter.changed->notify_all();
  }
  void settle() {
    std::unique_lock lock(m_mutex);
    m_settled.wait(lock, [this] { return m_waiter.changed != nullptr; });
  }

 private:
  struct Waiter {
    std::mutex* mutex = nullptr;
    std::condition_variable* changed = nullptr;
  };
  std::mutex m_mutex;
  std::condition_variable m_settled;
  Waiter m_waiter;
  double m_now = 100;
};

class LiveBench {
 public:
  explicit LiveBench(std::size_t historyBytes = 512 << 20)
      : thread(builtins(), {1, historyBytes, clock}, [this] {
          const std::lock_guard lock(m_mutex);
          ++m_news;
          m_changed.notify_all();
        }) {}

  /// Waits until the status is as wished and returns it.
  LiveStatus await(const std::function<bool(const LiveStatus&)>& wished) {
    std::unique_lock lock(m_mutex);
    for (;;) {
      const std::uint64_t seen = m_news;
      lock.unlock();
      LiveStatus status = thread.status();
      if (wished(status)) return status;
      lock.lock();
      const auto forever = std::chrono::minutes(2);  // rather than hang when something is broken
      if (!m_changed.wait_for(lock, forever, [&] { return m_news != seen; })) {
        ADD_FAILURE() << "nothing new in two minutes";
        return status;
      }
    }
  }
  LiveStatus awaitMode(LiveMode mode) {
    return await([mode](const LiveStatus& s) { return s.mode == mode; });
  }
  LiveStatus awaitPausedAt(std::uint64_t frame) {
    return await(
        [=](const LiveStatus& s) { return s.mode == LiveMode::Paused && s.frame == frame; });
  }

  void open(const Scene& scene) {
    thread.open(scene, ++revision);
    await([this](const LiveStatus& s) { return s.revision == revision; });
  }
  /// Simulates up to a frame, without regard to time.
  LiveStatus runTo(std::uint64_t frame) {
    for (std::uint64_t n = thread.status().frame; n < frame; ++n) {
      thread.stepFrame();
      awaitPausedAt(n + 1);
    }
    return thread.status();
  }
  LiveStatus edit(const SceneEdit& edit) {
    thread.edit(edit, ++revision);
    return await([this](const LiveStatus& s) { return s.revision == revision || s.trouble; });
  }
  LiveStatus seek(std::uint64_t frame) {
    thread.seek(frame);
    return awaitPausedAt(frame);
  }

  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>();
  std::uint64_t revision = 0;

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::uint64_t m_news = 0;

 public:
  SimulationThread thread;  // last: its news use all of the above
};

}  // namespace sinew::test
