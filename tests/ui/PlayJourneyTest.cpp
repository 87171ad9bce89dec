// What an animator does first: opens a demo, plays, pauses, steps, goes back, goes on.
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class PlayJourney : public Journey {
 protected:
  void SetUp() override {
    Journey::SetUp();
    click("Dragonfly");
    look("body");
  }
};

TEST_F(PlayJourney, PlaysAndPausesByButtonAndKey) {
  click("Play");
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 10; }));
  hand.press("space");
  look("Play");
  const double paused = frame();
  hand.press("space");
  EXPECT_TRUE(shows("Frame", [&](const Sight& s) { return s.value.toDouble() > paused + 5; }));
  click("Pause");
  look("Play");
}

TEST_F(PlayJourney, StepsForthAndBackAndGoesOnFromThere) {
  for (int i = 1; i <= 5; ++i) {
    click("Step forward");
    EXPECT_TRUE(shows("Frame", [&](const Sight& s) { return s.value.toDouble() == i; }));
  }
  click("Step back");
  click("Step back");
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() == 3; }));
  click("Play");
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 12; }));
  hand.press("backspace");
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() == 0; }));
}

TEST_F(PlayJourney, ScrubsBackOverWhatWasSimulatedAndResumes) {
  click("Play");
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 40; }));
  click("Pause");
  const QRect ruler = look("Time ruler").place;
  const QPoint left(ruler.left() + 12, ruler.top() + 20);
  hand.drag(ruler.center(), left);
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() < 10; }));
  const double at = frame();
  click("Play");
  EXPECT_TRUE(shows("Frame", [&](const Sight& s) { return s.value.toDouble() > at + 10; }));
}

TEST_F(PlayJourney, GrabsAPartWithTheHandWhilePlaying) {
  click("Hand");
  click("Play");
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 5; }));
  const QRect view = look("Viewport").place;
  hand.drag(view.center(), view.center() + QPoint(120, -60));
  EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 30; }));
}

class EditJourney : public PlayJourney {};

// A wheel that passes over a choice scrolls, and chooses nothing.
TEST_F(EditJourney, TheWheelChangesNoChoice) {
  for (const char* choice : {"Integrator", "Scheme"}) {
    hand.wheel(look(choice).centre(), -1);
    hand.wheel(look(choice).centre(), 1);
  }
  EXPECT_FALSE(look("Undo").enabled);
}

TEST_F(EditJourney, ANumberIsEditedUndoneAndRedone) {
  click("Scene");
  hand.doubleClick(look("Duration").centre());
  hand.press("ctrl+a");
  hand.type("7.5");
  hand.press("return");
  const auto holds = [](const char* number) {
    return [number](const Sight& s) { return s.value.startsWith(number); };
  };
  EXPECT_TRUE(shows("Duration", holds("7.5")));
  hand.press("ctrl+z");
  EXPECT_TRUE(shows("Duration", holds("11")));
  hand.press("ctrl+shift+z");
  EXPECT_TRUE(shows("Duration", holds("7.5")));
}

// The step follows the frame rate until it is given, and what it damps is said beside the method.
TEST_F(EditJourney, ANewSceneSaysItsStepAndWhatThatDamps) {
  const auto remarkAt = [](std::int64_t fps) {
    SceneBuilder scene(Defaults::Today);
    scene.settings({{"fps", fps}});
    const ParamReader settings(settingsTable(), scene.scene().settings);
    const std::string& method = settings.text("integrator");
    return QString::fromStdString(builtins().integrator(method)->remark(settings));
  };
  const auto begins = [](const char* number) {
    return [number](const Sight& s) { return s.value.startsWith(number); };
  };
  go([&] {
    choose("File", "New scene");
    EXPECT_TRUE(shows("Step", begins("0.0104")));
    look(remarkAt(24));
    enter("Fps", "60");
    EXPECT_TRUE(shows("Step", begins("0.004")));
    look(remarkAt(60));
    enter("Step", "2 ms");
    enter("Fps", "24");
    EXPECT_TRUE(shows("Step", begins("0.002")));
  });
}

TEST_F(EditJourney, APartIsMovedByTheArrowOfItsGizmo) {
  const auto holds = [](const QString& value, bool same) {
    return [=](const Sight& s) { return !s.value.isEmpty() && (s.value == value) == same; };
  };
  click("head");  // whose origin is its middle
  go([&] { choose("View", "Front"); });
  click("Frame selected");
  click("Move");
  const QString before = look("Position x").value, height = look("Position y").value;
  const QPoint middle = look("Viewport").place.center();
  hand.drag(middle + QPoint(60, 0), middle + QPoint(120, 0));  // x is right there
  EXPECT_TRUE(shows("Position x", holds(before, false)));
  EXPECT_EQ(look("Position y").value, height);
  hand.press("ctrl+z");
  EXPECT_TRUE(shows("Position x", holds(before, true)));
}

TEST_F(EditJourney, AMessageThatOffersToUndoGoesWithTheNextChange) {
  click("neck");
  look("Assembly time");
  hand.press("delete");
  look("Deleted neck.");
  EXPECT_TRUE(gone("neck"));
  hand.press("ctrl+z");
  EXPECT_TRUE(gone("Deleted neck."));
  look("neck");
}

TEST_F(EditJourney, WhatIsSelectedInTheOutlinerIsInTheInspector) {
  click("tail");
  look("Mass");
  click("neck");
  look("Assembly time");
}

}  // namespace
}  // namespace sinew::test
