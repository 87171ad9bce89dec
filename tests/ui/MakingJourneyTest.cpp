// From an empty window to a clip whose frames are right.
#include "tests/ui/MakingJourney.h"

namespace sinew::test {
namespace {

// Nothing falls until the last has closed; each begins 0.4 s after the one before and closes to
// 1 % of its gap in a second ([Metaxas93] eq. 37).
TEST_F(MakingJourney, ADragonflyAssemblesItselfInStages) {
  go([&] {
    click("New scene");
    addPart("Superquadric", "superquadric", {"0", "1", "0"});
    addPart("Superquadric", "superquadric_2", {"1.1", "1.2", "0"});
    addPart("Superquadric", "superquadric_3", {"-1.2", "0.8", "0"});
    addPart("Superquadric", "superquadric_4", {"0", "1.1", "1.3"});
    addPart("Superquadric", "superquadric_5", {"0", "0.9", "-1.4"});
    for (int i = 2; i <= 5; ++i) {
      select("superquadric", qPrintable(QStringLiteral("superquadric_%1").arg(i)));
      add("Constraints", "Point to point");
      look(i == 2 ? "point_to_point" : qPrintable(QStringLiteral("point_to_point_%1").arg(i - 1)));
    }
    click("superquadric");  // all of them hold it
    choose("Animate", "Stagger the assembly…");
    enter("The first at", "0.25");
    enter("The next after", "0.5");
    click("Nothing falls until all are closed");
    click("Stagger");
    EXPECT_TRUE(gone("The first at"));
    keep("dragonfly", 84);  // 1.75 s for the last: to (1+x)e^-x = 1.2e-4 of its gap
  });
  Kept take = kept("dragonfly");
  ASSERT_TRUE(take.sound());
  ASSERT_GT(take.frames(), 84U);
  take.expectTogether(4);
  const char* order[] = {"point_to_point", "point_to_point_2", "point_to_point_3",
                         "point_to_point_4"};
  for (int i = 0; i < 4; ++i) {
    const std::size_t begins = take.frameAt(0.25 + 0.5 * i), closes = take.frameAt(1.25 + 0.5 * i);
    const double open = take.gap(order[i], begins);
    EXPECT_GT(open, 0.1) << order[i] << " waits for its turn";
    EXPECT_LE(take.gap(order[i], closes), 0.0105 * open) << order[i];
    EXPECT_GT(take.gap(order[i], closes - take.frameAt(0.5)), 0.05 * open) << order[i];
  }
}

// Seen from above, each rope is a line across the picture, held where Shift is pressed.
TEST_F(MakingJourney, ABridgeHangsOnTwoRopes) {
  go([&] {
    click("New scene");
    choose("View", "Top");
    const QPoint middle = look("Viewport").place.center();
    const auto at = [&](int x, int y) { return middle + QPoint(x, y); };
    for (const int y : {-60, 60}) {
      add("Parts", "Draw a rope");
      hand.holdKey("shift");
      hand.click(at(-200, y));
      hand.click(at(200, y));
      hand.releaseKey("shift");
      hand.press("return");
      look(y < 0 ? "rope" : "rope_2");
    }
    for (const int x : {-100, 0, 100}) {
      add("Constraints", "Distance");
      hand.click(at(x, -60));
      hand.click(at(x, 60));
      look(x < 0 ? "distance" : x == 0 ? "distance_2" : "distance_3");
    }
    keep("bridge", 48);
  });
  Kept take = kept("bridge");
  ASSERT_TRUE(take.sound());
  ASSERT_GT(take.frames(), 48U);
  take.expectTogether(7);
  take.expectWithin(1e-6);
  for (const char* rope : {"rope", "rope_2"}) {
    const Vec3 moved = take.middleOf(rope, 48) - take.middleOf(rope, 0);
    EXPECT_LT(moved.y(), -0.01) << rope << " sags";
    EXPECT_NEAR(moved.x(), 0, 1e-3) << rope << " is held at both ends";
  }
}

TEST_F(MakingJourney, TwoBalloonsHangOnStrings) {
  go([&] {
    click("New scene");
    choose("View", "Front");
    for (const QString& name : {QString("superquadric"), QString("superquadric_2")}) {
      addPart("Superquadric", name, {name.endsWith('2') ? "0.6" : "-0.6", "2", "0"});
      enter("Mass", "0.01");
      hand.moveTo(look("Viewport").place.center());
      hand.press("f");
      add("Parts", "Draw a rope");
      const QPoint middle = look("Viewport").place.center();
      hand.holdKey("shift");
      hand.click(middle);
      hand.click(middle + QPoint(0, 180));
      hand.releaseKey("shift");
      hand.press("return");
      look(name.endsWith('2') ? "rope_2" : "rope");
    }
    add("Forces", "Air and wind");
    look("Wind x");
    keep("balloons", 48);
  });
  Kept take = kept("balloons");
  ASSERT_TRUE(take.sound());
  ASSERT_GT(take.frames(), 48U);
  take.expectTogether(4);
  take.expectWithin(1e-6, 24);  // what was tied where it touched closes first
  for (const char* balloon : {"superquadric", "superquadric_2"}) {
    const Vec3 start = take.middleOf(balloon, 0), taut = take.middleOf(balloon, 24);
    EXPECT_GT(taut.y(), start.y() + 0.1) << balloon << " rises";
    for (const std::size_t frame : {32, 40, 48}) {
      const Vec3 now = take.middleOf(balloon, frame);
      EXPECT_NEAR(now.y(), taut.y(), 0.03) << balloon << " is held by its string";
      EXPECT_NEAR(now.x(), start.x(), 0.01) << balloon << " leaves the other alone";
    }
  }
}

}  // namespace
}  // namespace sinew::test
