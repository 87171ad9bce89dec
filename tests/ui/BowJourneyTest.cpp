// A bow, drawn and loosed by keys, from an empty window.
#include <optional>

#include "tests/ui/MakingJourney.h"

namespace sinew::test {
namespace {

/// Limbs that want to be straight, a string, an arrow through an eyelet.
class BowJourney : public MakingJourney {
 protected:
  QPoint at(int x, int y) { return look("Viewport").place.center() + QPoint(x, y); }
  void tie(int x, int y) {
    hand.holdKey("shift");
    hand.click(at(x, y));
    hand.releaseKey("shift");
  }
  /// Of what is a hemp rope.
  void makeWood() {
    enter("Young’s modulus", "1e9");
    enter("Bend scale", "1");
    enter("Internal damping", "0");
  }
  void drawLimbsStringAndArrow() {
    add("Parts", "Draw a rope");
    hand.click(at(0, -150));
    tie(60, -12);
    tie(60, 12);
    hand.click(at(0, 150));
    hand.press("return");
    look("rope");
    makeWood();
    add("Parts", "Draw a rope");
    tie(0, -150);
    tie(0, 150);
    hand.press("return");
    look("rope_2");
    makeWood();  // what is soft to bend gives the arrow half the speed
    add("Parts", "Draw a rope");
    hand.click(at(0, 0));
    hand.click(at(170, 0));
    hand.press("return");
    look("rope_3");
    makeWood();
  }
  void connect(const char* kind, const char* name, QPoint first, std::optional<QPoint> second) {
    add("Constraints", kind);
    hand.click(first);
    if (second) hand.click(*second);
    look(name);
  }
  /// To a frame that may have to be simulated first.
  void goTo(const char* number) {
    enter("Frame", number);
    EXPECT_TRUE(shows("Frame", [=](const Sight& s) { return s.value == number; }));
  }
  void holdArrow() {
    const QPoint string = at(0, 10), tail = at(4, 0);
    connect("Position", "position_3", string, std::nullopt);  // the fingers
    connect("Point to point", "point_to_point_3", tail, string);
    connect("Nock", "nock", string, tail);
    connect("Keyhole", "keyhole", at(48, 0), at(60, 12));
    pick("Stops", "l");
  }
  /// The fingers go back from frame 12 to 36 and let go at frame 48; from there on the nock pushes.
  void keyFingers() {
    select("position_3", "point_to_point_3");
    click("Key activation at the current time");
    goTo("48");
    click("Activation");
    click("position_3");
    goTo("12");
    click("Key target at the current time");
    goTo("36");
    const double x = look("Target x").value.toDouble();
    enter("Target x", QString::number(x - 0.3));
    click("nock");
    goTo("0");
    click("Activation");
    click("Key activation at the current time");
    goTo("48");
    click("Activation");
  }
};

TEST_F(BowJourney, AnArrowIsLoosedByAKey) {
  go([&] {
    click("New scene");
    enter("Step", "1 ms");  // longer ones take some of the arrow's speed
    choose("View", "Front");
    drawLimbsStringAndArrow();
    holdArrow();
    keyFingers();
    hand.moveTo(at(-200, -100));
    click("Reset");
    keep("bow", 60);
  });
  Kept take = kept("bow");
  ASSERT_TRUE(take.sound());
  ASSERT_GT(take.frames(), 60U);
  take.expectTogether(8, {"position_3", "point_to_point_3", "nock", "keyhole"});
  const auto rightOf = [&](const char* part, std::size_t at) {
    return take.middleOf(part, at).x();
  };
  const double start = rightOf("rope_3", 10);
  EXPECT_NEAR(rightOf("rope_3", 47), start - 0.3, 0.05) << "it is drawn back with the string";
  EXPECT_GT(rightOf("rope_3", 60), start + 2) << "and flies";
  EXPECT_NEAR(rightOf("rope_2", 60), rightOf("rope_2", 10), 0.1) << "the string stays";
}

}  // namespace
}  // namespace sinew::test
