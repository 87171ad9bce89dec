// Somebody new follows the guide, and it goes on whenever a step has been done.
#include "core/scene/SceneFile.h"
#include "core/simulation/World.h"
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class GuideJourney : public Journey {
 protected:
  static QString step(int number) {
    return QStringLiteral("Hang two balloons · step %1 of 10").arg(number);
  }
  void tieBalloon() {
    const QPoint middle = look("Viewport").place.center();
    hand.moveTo(middle);
    hand.press("a");
    choose("Add", "Parts");
    click("Draw a rope");
    hand.holdKey("shift");
    hand.click(middle - QPoint(0, 60));
    hand.click(middle - QPoint(0, 180));
    hand.releaseKey("shift");
    hand.press("return");
  }
  void pullBalloon() {
    const QPoint middle = look("Viewport").place.center();
    click("Hand");
    hand.moveTo(middle);
    hand.press();
    hand.moveTo(middle + QPoint(60, 0));
    const double from = frame();
    EXPECT_TRUE(shows("Frame", [=](const Sight& s) { return s.value.toDouble() > from + 6; }));
    hand.release();
    look(step(9));
  }
};

TEST_F(GuideJourney, LeadsToTwoBalloonsATakeAndAFile) {
  go([&] {
    click("Guided first scene");
    look(step(1));
    click("Library");
    hand.click(look("Balloon").centre());
    click("Add to the scene");
    look(step(2));
    enter("Position y", "1");
    look(step(3));
    choose("View", "Front");
    look(step(4));
    tieBalloon();
    look(step(5));
    enter("Radius", "3mm");
    look(step(6));
    hand.click(look("Viewport").place.center() + QPoint(250, 200));
    hand.press("ctrl+a");
    hand.press("ctrl+d");
    look(step(7));
    click("Play");
    look(step(8));
    pullBalloon();
    click("Record");
    EXPECT_TRUE(shows("Record", [](const Sight& s) { return s.checked; }));
    const double from = frame();
    EXPECT_TRUE(shows("Frame", [=](const Sight& s) { return s.value.toDouble() > from + 12; }));
    click("Record");
    look(step(10));
    hand.press("ctrl+s");
    nameFile(path("balloons.json"));
    look("That was all. Every change of the scene can be undone: try things out.");
    click("Close the guide");
    EXPECT_TRUE(gone("Close the guide"));
  });
  const auto scene = loadScene(path("balloons.json").toStdString(), builtins());
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->parts().size(), 4U);
  EXPECT_GE(ParamReader(animationTable(), scene->animation).real("duration"), 60)
      << "or it ends before someone has read what to do next";
  EXPECT_EQ(scene->constraints().size(), 4U) << "what ties the first ties the second";
  EXPECT_TRUE(World::compile(*scene, builtins()));
}

TEST_F(GuideJourney, StepsAreSkippedAndTheGuideIsLeft) {
  go([&] {
    choose("Help", "Guided first scene");
    look(step(1));
    click("Skip this step");
    look(step(2));
    click("Step before");
    look(step(1));
    click("End the guide");
    EXPECT_TRUE(gone(step(1)));
  });
}

}  // namespace
}  // namespace sinew::test
