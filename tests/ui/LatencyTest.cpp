// How soon the window answers: prints figures, and judges none. Run with
//   --gtest_also_run_disabled_tests --gtest_filter=Latency*
#include <QElapsedTimer>
#include <algorithm>
#include <cstdio>
#include <vector>

#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class Latency : public Journey {};

TEST_F(Latency, DISABLED_OfClicksWhileTheDragonflyPlays) {
  click("Dragonfly");
  look("body");
  click("Play");
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 10; }));
  std::vector<qint64> times;
  for (int i = 0; i < 20; ++i) {
    const QString part = i % 2 == 0 ? "tail" : "neck";
    const QString row = i % 2 == 0 ? "Mass" : "Assembly time";
    hand.moveTo(look(part).centre());
    QElapsedTimer clock;
    clock.start();
    hand.press();
    look(row);
    times.push_back(clock.elapsed());
    hand.release();
  }
  std::sort(times.begin(), times.end());
  std::printf("a click is answered in %lld ms (median), %lld ms (worst of %zu)\n",
              static_cast<long long>(times[times.size() / 2]), static_cast<long long>(times.back()),
              times.size());
}

}  // namespace
}  // namespace sinew::test
