// How soon the window answers: prints figures, and judges none. Run with
//   --gtest_also_run_disabled_tests --gtest_filter=Latency*
#include <QElapsedTimer>
#include <QOpenGLWidget>
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

/// Pictures shown per second in a viewport of 1280 × 720 while the dragonfly plays.
TEST_F(Latency, DISABLED_OfPicturesWhileTheDragonflyPlays) {
  auto* viewport = window().findChild<QOpenGLWidget*>();
  ASSERT_NE(viewport, nullptr);
  click("Dragonfly");
  look("body");
  window().resize(window().size() + QSize(1280, 720) - viewport->size());
  EXPECT_TRUE(patient([&] { return viewport->size() == QSize(1280, 720); }))
      << viewport->width() << " x " << viewport->height();
  click("Play");
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 5; }));
  int pictures = 0;
  QObject::connect(viewport, &QOpenGLWidget::frameSwapped, &window(), [&] { ++pictures; });
  for (int second = 0; second < 8; ++second) {
    const int before = pictures;
    QElapsedTimer clock;
    clock.start();
    const double from = frame();
    (void)patient([] { return false; }, 1);
    const double seconds = 1e-3 * static_cast<double>(clock.elapsed());
    std::printf("%.1f pictures/s, %.1f frames of the scene/s\n", (pictures - before) / seconds,
                (frame() - from) / seconds);
  }
}

}  // namespace
}  // namespace sinew::test
