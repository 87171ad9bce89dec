// How soon the window answers: prints figures, and judges none. Run with
//   --gtest_also_run_disabled_tests --gtest_filter=Latency*
// scripts/bench --check does, and judges what is written to the file SINEW_LATENCIES, in the form
// of Google Benchmark.
#include <QElapsedTimer>
#include <QItemSelectionModel>
#include <QOpenGLWidget>
#include <QTreeView>
#include <QUndoStack>
#include <QUndoView>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/scene/SceneFile.h"
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

/// From what a hand does until the scene has changed, among two thousand parts.
class LatencyAmongMany : public Latency {
 protected:
  static constexpr int kAcross = 50, kParts = 2000, kTurns = 10;

  void openMany() {
    SceneBuilder builder;
    for (int i = 0; i < kParts; ++i) {
      const int row = i / kAcross;
      const Vec3 at(0.3 * (i % kAcross), 0.3 * row + 0.1, 0);
      builder.part("particle", "p" + std::to_string(i), {{"position", at}});
    }
    ASSERT_TRUE(saveScene(builder.scene(), path("many.json").toStdString(), builtins()));
    window().openFile(path("many.json").toStdString());
    look("p0");
    m_stack = window().findChild<QUndoView*>()->stack();
    for (const QTreeView* tree : window().findChildren<QTreeView*>())
      if (tree->accessibleName() == "Outliner") m_rows = tree->selectionModel();
    ASSERT_NE(m_rows, nullptr);
    QObject::connect(m_stack, &QUndoStack::indexChanged, &window(), [this] { changed(); });
    QObject::connect(m_rows, &QItemSelectionModel::selectionChanged, &window(),
                     [this] { changed(); });
    (void)patient([] { return false; }, 3);  // until it has been compiled and drawn
  }
  /// From what is done on until the scene or the selection has changed [ms]. The picture is drawn
  /// after that; one that is still being drawn is not waited for here.
  template <class Act>
  double changedAfter(Act act) {
    (void)patient([] { return false; }, 2);
    m_changedAfter.reset();
    m_clock.start();
    act();
    EXPECT_TRUE(patient([&] { return m_changedAfter.has_value(); }));
    return m_changedAfter.value_or(0);
  }
  void changed() {
    if (!m_changedAfter) m_changedAfter = 1e-6 * static_cast<double>(m_clock.nsecsElapsed());
  }
  void tell(const char* what, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2];
    std::printf("%s among %d parts: %.1f ms (median), %.1f ms (worst of %zu)\n", what, kParts,
                median, times.back(), times.size());
    m_figures.push_back({{"run_name", std::string("window") + what + "/real_time"},
                         {"aggregate_name", "median"},
                         {"time_unit", "ms"},
                         {"real_time", median},
                         {"cpu_time", median}});
  }
  void writeFigures() const {
    const QByteArray file = qgetenv("SINEW_LATENCIES");
    if (!file.isEmpty())
      std::ofstream(file.toStdString()) << nlohmann::json{{"benchmarks", m_figures}};
  }

  nlohmann::json m_figures = nlohmann::json::array();
  QUndoStack* m_stack = nullptr;
  QItemSelectionModel* m_rows = nullptr;
  QElapsedTimer m_clock;
  std::optional<double> m_changedAfter;  // [ms]
};

TEST_F(LatencyAmongMany, DISABLED_OfSelectingMovingUndoingAndDeleting) {
  openMany();
  hand.press("1");
  const QPoint middle = look("Viewport").place.center();
  hand.moveTo(middle);
  hand.press("a");
  std::vector<double> selects, drags, undos, deletes;
  for (int i = 0; i < kTurns; ++i) {
    const QString row = QStringLiteral("p%1").arg(3 + i);
    const QPoint at = look(row).centre();
    hand.moveTo(at);
    selects.push_back(changedAfter([&] { hand.press(); }));
    hand.release();
    hand.moveTo(middle);
    hand.press("w");
    hand.press("f");
    hand.press();
    (void)patient([] { return false; }, 2);
    hand.moveTo(middle + QPoint(30, 0));
    drags.push_back(changedAfter([&] { hand.release(); }));
    undos.push_back(changedAfter([&] { hand.press("ctrl+z"); }));
    deletes.push_back(changedAfter([&] { hand.press("delete"); }));
    undos.push_back(changedAfter([&] { hand.press("ctrl+z"); }));
  }
  tell("Select", selects);
  tell("Drag", drags);
  tell("Undo", undos);
  tell("Delete", deletes);
  writeFigures();
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
