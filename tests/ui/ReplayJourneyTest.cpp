// What was simulated is shown again: in a loop, between two frames, at another speed. And the frame
// of a film over the picture.
#include <QGuiApplication>
#include <QPixmap>
#include <QScreen>

#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class ReplayJourney : public Journey {
 protected:
  void open() {
    click("Two constraints");
    look("part_1");
    click("Play");
    EXPECT_TRUE(reaches([](double f) { return f > 30; }));
    click("Pause");
  }
  template <class Wanted>
  ::testing::AssertionResult reaches(Wanted wanted) {
    return shows("Frame", [=](const Sight& s) { return wanted(s.value.toDouble()); });
  }
  void toFrame(const char* number) {
    enter("Frame", number);
    EXPECT_TRUE(shows("Frame", [=](const Sight& s) { return s.value == number; }));
    hand.click(look("Viewport").place.topLeft() + QPoint(40, 200));
  }
};

TEST_F(ReplayJourney, ARangeIsLoopedOverAndNothingIsLost) {
  go([&] {
    open();
    const double end = frame();
    toFrame("8");
    hand.press("i");
    toFrame("16");
    hand.press("o");
    click("Loop");
    choose("×1", "×4");  // a choice is called what it holds
    click("Replay");
    EXPECT_TRUE(reaches([](double f) { return f >= 14; }));
    EXPECT_TRUE(reaches([](double f) { return f <= 10; })) << "round";
    EXPECT_TRUE(reaches([](double f) { return f >= 14; })) << "and round";
    for (int i = 0; i < 20; ++i) {
      const double at = frame();
      EXPECT_GE(at, 8);
      EXPECT_LE(at, 16);
    }
    hand.press("space");
    look("Play");
    hand.press("l");
    hand.press("shift+i");
    toFrame("30");
    click("Replay");
    EXPECT_TRUE(reaches([=](double f) { return f == end; })) << "all of it, once";
    look("Play");
  });
}

TEST_F(ReplayJourney, AnEndOfTheRangeIsDragged) {
  go([&] {
    open();
    toFrame("10");
    hand.press("o");
    const QRect ruler = look("Time ruler").place;
    const auto at = [&](double frame) {
      return QPoint(ruler.left() + qRound(16 + frame * (ruler.width() - 32) / 210),
                    ruler.top() + 8);
    };
    hand.drag(at(10), at(24));
    toFrame("20");
    click("Replay");
    EXPECT_TRUE(reaches([](double f) { return f == 24; }));
    look("Play");
  });
}

// Outside of the frame the picture is darker; a click goes through to what lies below.
TEST_F(ReplayJourney, TheSafeFrameShowsWhatAFilmWill) {
  go([&] {
    open();
    const auto grey = [](QPoint at) {
      int value = 0;
      onProgram([&] {
        const QPixmap seen = QGuiApplication::primaryScreen()->grabWindow(0, at.x(), at.y(), 1, 1);
        value = qGray(seen.toImage().pixel(0, 0));
      });
      return value;
    };
    const QRect view = look("Viewport").place;
    const QPoint corner = view.bottomRight() - QPoint(4, view.height() / 2);
    (void)patient([] { return false; }, 1);
    const int before = grey(corner);
    choose("Overlays", "Safe frame of the film");
    EXPECT_TRUE(patient([&] { return grey(corner) < before - 10; }));
    const QRect frame = look("Safe frame").place;
    EXPECT_EQ(frame, view);
    hand.click(view.center());
    choose("Overlays", "Safe frame of the film");
    EXPECT_TRUE(gone("Safe frame"));
  });
}

// Blue outlines, which leave the picture where parts stand as they began.
TEST_F(ReplayJourney, TheStartPoseIsSeenAgainstTheCurrentOne) {
  const auto blue = [] {
    int count = 0;
    onProgram([&] {
      const QRect view = look("Viewport").place.adjusted(80, 80, -80, -80);  // not the compass
      const QImage seen = QGuiApplication::primaryScreen()
                              ->grabWindow(0, view.x(), view.y(), view.width(), view.height())
                              .toImage();
      for (int y = 0; y < seen.height(); ++y)
        for (int x = 0; x < seen.width(); ++x) {
          const QColor c = seen.pixelColor(x, y);
          count += c.blue() > c.red() + 100 && c.blue() > c.green() + 40 ? 1 : 0;
        }
    });
    return count;
  };
  go([&] {
    open();
    const int before = blue();
    choose("Overlays", "Start pose");
    EXPECT_TRUE(patient([&] { return blue() > before + 200; })) << before << ", " << blue();
    toFrame("0");
    EXPECT_TRUE(patient([&] { return blue() <= before + 20; })) << before << ", " << blue();
    choose("Overlays", "Start pose");
  });
}

}  // namespace
}  // namespace sinew::test
