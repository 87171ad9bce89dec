// A frame that takes long: what it works on, coarser steps, and an end to it.
#include <chrono>
#include <fstream>

#include "tests/ui/Journey.h"
#include "ui/window/NoticeBar.h"

namespace sinew::test {
namespace {

/// While it hurries, forty times as quick as the machine's: nobody waits for two seconds.
class HurriedClock final : public WallClock {
 public:
  double now() override {
    const std::scoped_lock lock(m_changing);
    return shown(m_machine->now());
  }
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
            double due) override {
    m_machine->wait(lock, changed, m_machine->now() + (due - now()) / kTimes);  // or sooner
  }
  void hurry(bool on) {
    const std::scoped_lock lock(m_changing);
    const double at = m_machine->now();
    m_from = shown(at);
    m_at = at;
    m_times = on ? kTimes : 1;
  }

 private:
  static constexpr double kTimes = 40;
  double shown(double at) const { return m_from + m_times * (at - m_at); }

  std::mutex m_changing;
  std::shared_ptr<WallClock> m_machine = steadyClock();
  double m_from = 0, m_at = 0, m_times = 1;
};

class SlowFrameJourney : public Journey {
 protected:
  ui::StudioOptions options() override {
    const std::filesystem::path file = path("slow.json").toStdString();
    std::ofstream(file) << R"({"sinew": 2,
      "settings": {"integrator": "euler", "step": 1e-7, "fps": 1, "contact": "springs"},
      "parts": [{"name": "bob", "kind": "particle", "position": [1, 0, 0]}],
      "constraints": [{"name": "rod", "kind": "distance", "a": {"part": "bob"}, "length": 1}]})";
    ui::StudioOptions options = Journey::options();
    options.open = file;
    options.clock = m_clock;
    return options;
  }
  /// Waits for a frame to be told about, without the window being hurried meanwhile.
  void waitForTheNotice() {
    m_clock->hurry(true);
    look("Stop here");
    m_clock->hurry(false);
  }
  QString notice() {
    QString said;
    onProgram([&] {
      const auto* bar = window().findChild<ui::NoticeBar*>();
      if (bar != nullptr && bar->isVisible())
        said = bar->accessibleName() + " " + bar->accessibleDescription();
    });
    return said;
  }

 private:
  std::shared_ptr<HurriedClock> m_clock = std::make_shared<HurriedClock>();
};

TEST_F(SlowFrameJourney, SaysWhatItWorksOnAndCanBeMadeCoarserOrStopped) {
  click("Play");
  waitForTheNotice();
  EXPECT_TRUE(notice().startsWith("Frame 1 takes long: ")) << notice().toStdString();
  EXPECT_TRUE(notice().contains("in steps of ")) << notice().toStdString();
  EXPECT_TRUE(notice().contains("Coarser changes to ")) << notice().toStdString();
  click("Coarser");
  look("Implicit Euler");
  waitForTheNotice();  // that alone does not help
  EXPECT_TRUE(patient([&] { return notice().contains("Coarser takes steps of "); }));
  hand.press("ctrl+z");
  look("Euler");
  click("Stop here");
  look("Play");
  EXPECT_EQ(frame(), 0);
  EXPECT_TRUE(patient([&] { return notice().isEmpty(); }));
}

}  // namespace
}  // namespace sinew::test
