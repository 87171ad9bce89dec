// A step that takes long is given up for whoever waits, and says what it is busy with.
#include <gmock/gmock.h>

#include <atomic>
#include <vector>

#include "tests/support/LiveBench.h"

namespace sinew::test {
namespace {

/// Goes on by a tenth of a second whenever it is looked at, and has something done at one look.
class ClockOfLooks final : public WallClock {
 public:
  double now() override {
    const int look = ++m_looks;
    if (look == m_when && m_what) m_what();
    return 100 + 0.1 * look;
  }
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, double) override {
    changed.wait(lock);
  }
  /// From now on.
  void after(int looks, std::function<void()> what) {
    m_what = std::move(what);
    m_when = m_looks + looks;
  }

 private:
  std::atomic<int> m_looks = 0, m_when = -1;
  std::function<void()> m_what;
};

/// Error control goes through all sizes down to those that it takes whatever comes.
Scene stubbornScene() {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-15}});
  builder.part("particle", "bob", {{"position", Vec3(-1, 0, 0)}, {"velocity", Vec3(0, 0, 50)}});
  builder.constraint("distance", "rod", {{"a", at("bob")}, {"length", 1.0}});
  return builder.scene();
}

class SlowFrameTest : public testing::Test {
 protected:
  LiveStatus await(const std::function<bool(const LiveStatus&)>& wished) {
    std::unique_lock lock(m_mutex);
    LiveStatus status;
    const bool came = m_changed.wait_for(lock, std::chrono::minutes(2), [&] {
      status = m_thread.status();
      return wished(status);
    });
    EXPECT_TRUE(came) << "nothing new in two minutes";
    return status;
  }

  std::shared_ptr<ClockOfLooks> m_clock = std::make_shared<ClockOfLooks>();
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<SlowFrame> m_slow;
  bool m_played = false;
  SimulationThread m_thread{builtins(), {1, 1 << 20, m_clock}, [this] {
                              const LiveStatus status = m_thread.status();
                              const std::lock_guard lock(m_mutex);
                              if (status.slow) m_slow.push_back(*status.slow);
                              m_played |= status.mode == LiveMode::Playing;
                              m_changed.notify_all();
                            }};
};

TEST_F(SlowFrameTest, APauseIsHeededWithinAStepAndLeavesNothingOfIt) {
  m_thread.open(stubbornScene(), 1);
  await([](const LiveStatus& s) { return s.revision == 1 && s.mode == LiveMode::Paused; });
  m_clock->after(20, [this] { m_thread.pause(); });
  m_thread.play();
  const LiveStatus status =
      await([this](const LiveStatus& s) { return m_played && s.mode == LiveMode::Paused; });
  EXPECT_FALSE(status.trouble) << "the step has not come to its end";
  EXPECT_EQ(status.time, 0);
  EXPECT_EQ(status.lastFrame, 0U);
}

TEST_F(SlowFrameTest, AFrameOfMoreThanTwoSecondsSaysWhatItWorksOn) {
  m_thread.open(stubbornScene(), 1);
  await([](const LiveStatus& s) { return s.revision == 1 && s.mode == LiveMode::Paused; });
  m_thread.play();
  await([this](const LiveStatus&) { return !m_slow.empty() && !m_slow.back().parts.empty(); });
  const std::lock_guard lock(m_mutex);
  ASSERT_FALSE(m_slow.empty());
  EXPECT_EQ(m_slow.front().frame, 1U);
  EXPECT_EQ(m_slow.front().seconds, 2);
  EXPECT_GT(m_slow.front().stepSize, 0);
  EXPECT_THAT(m_slow, testing::Contains(testing::Field(&SlowFrame::tries, testing::Gt(0))));
  EXPECT_THAT(m_slow,
              testing::Contains(testing::Field(&SlowFrame::parts, testing::ElementsAre("bob"))));
}

}  // namespace
}  // namespace sinew::test
