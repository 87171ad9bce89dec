// What hands do to parts while time runs: they leave them held, and twist them.
#include <QStatusBar>
#include <cmath>

#include "core/io/clip/ClipReader.h"
#include "core/io/clip/Verify.h"
#include "core/scene/SceneFile.h"
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class HandJourney : public Journey {
 protected:
  /// A ball that nothing but the hand holds up, seen from the front, for longer than a person needs
  /// here.
  void begin() {
    click("New scene");
    enter("Duration", "60");
    choose("View", "Front");
    choose("Add", "Parts");
    click("Superquadric");
    look("superquadric");
    hand.moveTo(middle());
    hand.press("f");
    save();
    click("Hand");
  }
  QPoint middle() { return look("Viewport").place.center(); }
  void save() {
    hand.press("ctrl+s");
    if (find("File name:")) nameFile(path("scene.json"));
    EXPECT_TRUE(patient([&] { return !window().isWindowModified(); }));
  }
  void letTimePass(double frames) {
    const double from = frame();
    EXPECT_TRUE(shows("Frame", [=](const Sight& s) { return s.value.toDouble() > from + frames; }));
  }
  void takeHoldAt(QPoint place) {
    hand.moveTo(place);
    hand.press();
  }
  void leaveHeld() {
    hand.press("p");
    hand.release();
    look("Play");  // what was set in motion by pulling stands again
  }
  /// The turn about the line of sight, of a saved scene's part.
  double turnOfSaved() const {
    const auto scene = loadScene(path("scene.json").toStdString(), builtins());
    EXPECT_TRUE(scene);
    if (!scene) return 0;
    const Entity& part = scene->parts().front();
    const Quat turned =
        ParamReader(builtins().part(part.kind)->table, part.values).rotation("orientation");
    const Vec3 right = turned * Vec3::UnitX();
    return std::atan2(right.y(), right.x());
  }
};

/// How high the middle of the first part is in a recorded frame [m].
double heightIn(ClipReader& clip, std::size_t frame) {
  const auto snapshot = clip.snapshot(frame);
  EXPECT_TRUE(snapshot) << snapshot.error().message;
  const auto& mesh = (*snapshot)->topology->parts.front();
  double sum = 0;
  for (std::uint32_t v = 0; v < mesh.vertexCount; ++v)
    sum += static_cast<double>((*snapshot)->positions[3 * (mesh.firstVertex + v) + 1]);
  return sum / mesh.vertexCount;
}

// It swings by its radius below where it is held, and does not fall.
TEST_F(HandJourney, APartIsLeftHeldAndFreedByAClickOnItsPin) {
  go([&] {
    begin();
    takeHoldAt(middle());
    hand.moveTo(middle() + QPoint(60, 0));
    letTimePass(12);
    leaveHeld();
    click("Record");
    letTimePass(36);
    hand.click(middle() + QPoint(60, 0));  // where the hand was left
    letTimePass(36);
    click("Record");
    look("Compare with re-simulation");
  });
  auto clip = ClipReader::open(path("scene_take1.clip").toStdString());
  ASSERT_TRUE(clip) << clip.error().message;
  const std::size_t last = (*clip)->frames().size() - 1;
  ASSERT_GT(last, 60U);
  EXPECT_NEAR(heightIn(**clip, 30), heightIn(**clip, 0), 0.6) << "held";
  EXPECT_LT(heightIn(**clip, last), heightIn(**clip, 30) - 2) << "free";
  const auto verified = verifyClip(**clip, builtins());
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_TRUE(verified->same) << verified->message;
}

// Not before the hand lets go, which may be past the end of the scene.
TEST_F(HandJourney, ARecordingEndsWhereTheHandLetsGo) {
  go([&] {
    begin();
    click("Scene");
    enter("Duration", "3");
    enter("Gravity y", "0");
    click("Record");
    takeHoldAt(middle());
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 75; }));
    EXPECT_TRUE(text("End and time").startsWith("past the end at 72"));
    hand.release();
    look("Compare with re-simulation");
    look("Play");
  });
  auto clip = ClipReader::open(path("scene_take1.clip").toStdString());
  ASSERT_TRUE(clip) << clip.error().message;
  EXPECT_GT((*clip)->frames().size(), 76U);
}

// Whatever else is changed meanwhile.
TEST_F(HandJourney, WhatTheHandHasSaidStandsOnAfterAChange) {
  const auto said = [this] {
    QString text;
    onProgram([&] {
      for (const auto* label : window().statusBar()->findChildren<QLabel*>())
        if (label->accessibleName() == "Hint") text = label->text();
    });
    return text;
  };
  go([&] {
    begin();
    takeHoldAt(middle());
    letTimePass(3);
    leaveHeld();
    EXPECT_TRUE(said().contains("is held there")) << said().toStdString();
    enter("Mass", "2");
    EXPECT_TRUE(shows("Mass", [](const Sight& s) { return s.value.startsWith("2"); }));
    EXPECT_TRUE(said().contains("is held there")) << said().toStdString();
  });
}

TEST_F(HandJourney, LettingGoOfEverythingFreesWhatIsHeld) {
  go([&] {
    begin();
    takeHoldAt(middle());
    letTimePass(6);
    leaveHeld();
    choose("Simulate", "Let go of everything");
    click("Record");
    letTimePass(36);
    click("Record");
    look("Compare with re-simulation");
  });
  auto clip = ClipReader::open(path("scene_take1.clip").toStdString());
  ASSERT_TRUE(clip) << clip.error().message;
  EXPECT_LT(heightIn(**clip, (*clip)->frames().size() - 1), heightIn(**clip, 0) - 2);
}

// Eight notches of 15°, counter-clockwise.
TEST_F(HandJourney, TheWheelTwistsWhatIsPulled) {
  go([&] {
    begin();
    takeHoldAt(middle());
    letTimePass(6);
    hand.wheel(middle(), 8);
    letTimePass(72);
    leaveHeld();
    choose("Simulate", "Make this the start");
    save();
  });
  EXPECT_NEAR(turnOfSaved(), 8 * std::acos(-1.0) / 12, 0.1);
}

TEST_F(HandJourney, ArrowKeysTwistTheOtherWayToo) {
  go([&] {
    begin();
    takeHoldAt(middle());
    letTimePass(6);
    for (int i = 0; i < 4; ++i) hand.press("right");
    letTimePass(72);
    leaveHeld();
    choose("Simulate", "Make this the start");
    save();
  });
  EXPECT_NEAR(turnOfSaved(), -4 * std::acos(-1.0) / 12, 0.1);
}

// Led by a position in space, let go, and caught where it is by then.
TEST_F(HandJourney, WhatIsLedIsHandedOverAndCaughtAgain) {
  double letGo = 0, caught = 0;
  const auto playOn = [this](double frames) {
    click("Play");
    letTimePass(frames);
    click("Pause");
    look("Play");
    return frame();
  };
  go([&] {
    begin();
    choose("Add", "Constraints");
    click("Position");
    hand.click(middle());
    look("Target x");
    letGo = playOn(12);
    choose("Animate", "Hand over here");
    caught = playOn(15);
    choose("Animate", "Hand over here");
    save();
    click("To the start");
    click("Record");
    EXPECT_TRUE(shows("Frame", [&](const Sight& s) { return s.value.toDouble() > caught + 48; }));
    click("Record");
    look("Compare with re-simulation");
  });
  auto clip = ClipReader::open(path("scene_take1.clip").toStdString());
  ASSERT_TRUE(clip) << clip.error().message;
  const auto height = [&](double at) { return heightIn(**clip, static_cast<std::size_t>(at)); };
  constexpr double kSwing = 0.6;  // [m] it swings about where it is held
  EXPECT_NEAR(height(letGo), height(0), kSwing) << "held";
  EXPECT_LT(height(caught), height(letGo) - 1) << "free";
  EXPECT_NEAR(height(caught + 48), height(caught), kSwing) << "caught";
}

}  // namespace
}  // namespace sinew::test
