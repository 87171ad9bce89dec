// Pictures of the window for README and docs, taken of the running program by scripts/screenshots.
#include <QGuiApplication>
#include <QPixmap>
#include <QScreen>

#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class Pictures : public Journey {
 protected:
  static void takePicture(const QString& name) {
    const QString folder = qEnvironmentVariable("SINEW_PICTURES");
    ASSERT_FALSE(folder.isEmpty()) << "SINEW_PICTURES names the folder to put pictures into";
    // What is on the screen, as a person sees it.
    const QPixmap picture = QGuiApplication::primaryScreen()->grabWindow(0, 0, 0, 1280, 800);
    ASSERT_TRUE(picture.save(folder + "/" + name + ".jpg", "JPG", 88));
  }
  void openAt(double frame) {
    click("Dragonfly");
    look("body");
    click("Play");
    EXPECT_TRUE(shows("Frame", [=](const Sight& s) { return s.value.toDouble() >= frame; }));
  }
};

TEST_F(Pictures, DISABLED_OfTheGallery) {
  look("Dragonfly");
  (void)patient([] { return false; }, 20);  // the cards' own pictures are drawn one after the other
  takePicture("gallery");
}

TEST_F(Pictures, DISABLED_OfPulling) {
  openAt(120);
  click("body");
  click("Frame selected");
  hand.wheel(look("Viewport").place.center(), -6);
  click("Hand");
  const QPoint middle = look("Viewport").place.center();
  hand.moveTo(middle);
  hand.press();
  hand.moveTo(middle + QPoint(60, -50));
  hand.moveTo(middle + QPoint(110, -90));
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() >= 150; }));
  takePicture("pulling");
  hand.release();
}

TEST_F(Pictures, DISABLED_OfStrain) {
  openAt(200);
  click("Pause");
  go([&] { choose("Overlays", "Strain"); });
  click("body");
  look("Mass");
  click("Frame selected");
  hand.wheel(look("Viewport").place.center(), -6);
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() >= 200; }));
  (void)patient([] { return false; }, 3);  // at rest the picture is refined
  takePicture("strain");
}

}  // namespace
}  // namespace sinew::test
