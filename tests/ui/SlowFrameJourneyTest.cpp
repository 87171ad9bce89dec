// A frame that takes long: what it works on, coarser steps, and an end to it.
#include <chrono>
#include <fstream>

#include "tests/ui/Journey.h"
#include "ui/window/NoticeBar.h"

namespace sinew::test {
namespace {

/// Forty times as quick as the machine's: nobody waits for two seconds.
class QuickClock final : public WallClock {
 public:
  double now() override { return kTimes * m_machine->now(); }
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
            double due) override {
    m_machine->wait(lock, changed, due / kTimes);
  }

 private:
  static constexpr double kTimes = 40;
  std::shared_ptr<WallClock> m_machine = steadyClock();
};

class SlowFrameJourney : public Journey {
 protected:
  ui::StudioOptions options() override {
    const std::filesystem::path file = path("slow.json").toStdString();
    std::ofstream(file) << R"({"sinew": 2,
      "settings": {"integrator": "euler", "step": 1e-7, "fps": 1},
      "parts": [{"name": "bob", "kind": "particle", "position": [1, 0, 0]}],
      "constraints": [{"name": "rod", "kind": "distance", "a": {"part": "bob"}, "length": 1}]})";
    ui::StudioOptions options = Journey::options();
    options.open = file;
    options.clock = std::make_shared<QuickClock>();
    return options;
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
};

TEST_F(SlowFrameJourney, SaysWhatItWorksOnAndCanBeMadeCoarserOrStopped) {
  click("Play");
  look("Stop here");
  EXPECT_TRUE(notice().startsWith("Frame 1 takes long: ")) << notice().toStdString();
  EXPECT_TRUE(notice().contains("in steps of ")) << notice().toStdString();
  EXPECT_TRUE(notice().contains("Coarser changes to ")) << notice().toStdString();
  click("Coarser");
  look("Implicit Euler");
  look("Stop here");  // that alone does not help
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
