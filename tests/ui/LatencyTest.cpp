// How soon the window answers: prints figures, and judges none. Run with
//   --gtest_also_run_disabled_tests --gtest_filter=Latency*
#include <QElapsedTimer>
#include <algorithm>
#include <cstdio>
#include <vector>

#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class Latency : public Journey {
 protected:
  static constexpr int kClicks = 20;

  /// From the press on a row of the outliner until the inspector shows what was clicked.
  qint64 answered(int turn) {
    const QString part = turn % 2 == 0 ? "tail" : "neck";
    const QString row = turn % 2 == 0 ? "Mass" : "Assembly time";
    hand.moveTo(look(part).centre());
    QElapsedTimer clock;
    clock.start();
    hand.press();
    look(row);
    const qint64 time = clock.elapsed();
    hand.release();
    return time;
  }
  static void print(std::vector<qint64> times) {
    std::sort(times.begin(), times.end());
    std::printf("a click is answered in %lld ms (median), %lld ms (worst of %zu)\n",
                static_cast<long long>(times[times.size() / 2]),
                static_cast<long long>(times.back()), times.size());
  }
};

TEST_F(Latency, DISABLED_OfClicksWhileTheDragonflyPlays) {
  click("Dragonfly");
  look("body");
  click("Play");
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 10; }));
  std::vector<qint64> times;
  for (int i = 0; i < kClicks; ++i) times.push_back(answered(i));
  print(times);
}

TEST_F(Latency, DISABLED_OfClicksAtRest) {
  click("Dragonfly");
  look("body");
  std::vector<qint64> times;
  for (int i = 0; i < kClicks; ++i) {
    click("Step forward");  // another picture, at rest
    EXPECT_TRUE(shows("Frame", [&](const Sight& s) { return s.value.toDouble() == i + 1; }));
    times.push_back(answered(i));
  }
  print(times);
}

}  // namespace
}  // namespace sinew::test
