// Ropes drawn by a free hand, in the air and on what is there.
#include <cmath>

#include "core/scene/PartHandles.h"
#include "tests/ui/ShownJourney.h"
#include "ui/document/Drawing.h"

namespace sinew::test {
namespace {

class DrawingJourney : public ShownJourney {
 protected:
  static constexpr double kRadius = 0.5;  // [m] of the ball
  const Vec3 kMiddle = Vec3(0, 1, 0);     // [m] likewise

  Scene ball() const {
    SceneBuilder builder;
    builder.part("superquadric", "ball",
                 {{"position", kMiddle}, {"radii", Vec3(Vec3::Constant(kRadius))}});
    return builder.scene();
  }
  void takePencil() {
    choose("Add", "Parts");
    click("Draw a rope");
  }
  /// From press to release along places on the screen.
  void stroke(const std::vector<QPoint>& line) {
    hand.moveTo(line.front());
    hand.press();
    for (const QPoint& at : line) hand.moveTo(at);
    hand.release();
  }
  /// The places in space that the drawn rope runs through [m]; none: there is no rope.
  std::vector<Vec3> places() {
    const Scene scene = sceneNow();
    const Entity* rope = scene.find(Section::Parts, "rope");
    if (rope == nullptr) return {};
    const ParamReader values(builtins().part("rope")->table, rope->values);
    std::vector<Vec3> through = {values.vec3("position")};
    for (const PartHandle& handle : PartHandles(builtins(), *rope).all())
      if (handle.key == "points") through.push_back(handle.at);
    return through;
  }
  static double distance(QPoint a, QPoint b) { return std::hypot(a.x() - b.x(), a.y() - b.y()); }
};

/// A wave, from left to right about a place.
std::vector<QPoint> waveAt(QPoint middle, int half, int high) {
  constexpr int kPieces = 9;
  std::vector<QPoint> line;
  for (int i = -kPieces; i <= kPieces; ++i)
    line.emplace_back(middle.x() + half * i / kPieces,
                      middle.y() - qRound(high * std::sin(std::acos(-1.0) * i / kPieces)));
  return line;
}

TEST_F(DrawingJourney, AStrokeInTheAirBecomesARopeAlongIt) {
  go([&] {
    show(ball(), {});
    const Scene before = sceneNow();
    takePencil();
    const auto high = onScreen(kMiddle + Vec3(0, 0.75, 0));
    ASSERT_TRUE(high);
    const std::vector<QPoint> line = waveAt(*high, 200, 24);
    stroke(line);
    look("Points 1 x");  // of the new rope, which is selected
    const std::vector<Vec3> through = places();
    ASSERT_GE(through.size(), 5U) << "a wave is no straight line";
    EXPECT_LT(through.size(), line.size()) << "no more than it needs";
    constexpr double kOff = 4;  // [px]
    for (const Vec3& place : through) {
      const auto at = onScreen(place);
      ASSERT_TRUE(at);
      double nearest = 1e9;
      for (const QPoint& drawn : line) nearest = std::min(nearest, distance(drawn, *at));
      EXPECT_LT(nearest, 200.0 / 9 / 2 + kOff);
    }
    EXPECT_LT(distance(*onScreen(through.front()), line.front()), kOff);
    EXPECT_LT(distance(*onScreen(through.back()), line.back()), kOff);
    hand.press("ctrl+z");
    EXPECT_TRUE(gone("rope"));
    EXPECT_TRUE(sceneNow() == before) << "one step of undo";
  });
}

TEST_F(DrawingJourney, AStrokeOnASurfaceLiesOnIt) {
  go([&] {
    show(ball(), {});
    takePencil();
    const auto middle = onScreen(kMiddle), edge = onScreen(kMiddle + Vec3(kRadius, 0, 0));
    ASSERT_TRUE(middle && edge);
    stroke(waveAt(*middle, (edge->x() - middle->x()) * 6 / 10, 20));
    look("Points 1 x");
    const std::vector<Vec3> through = places();
    ASSERT_GE(through.size(), 3U);
    const ui::Addable rope = ui::drawablesOf(builtins()).front();
    const double skin = ui::skinOf(builtins(), rope);
    EXPECT_GT(skin, 0);
    for (const Vec3& place : through) {
      EXPECT_NEAR((place - kMiddle).norm(), kRadius + skin, 0.02 * kRadius);
      EXPECT_GT(place.z(), 0) << "on the side that is seen";
    }
  });
}

// Here on the ball, there beside it in the air: clicks.
TEST_F(DrawingJourney, ClicksOnASurfaceAndBesideItAreOneRope) {
  go([&] {
    show(ball(), {});
    takePencil();
    const auto on = onScreen(kMiddle + Vec3(0.1, 0.1, 0)),
               off = onScreen(kMiddle + Vec3(0.9, 0.4, 0));
    ASSERT_TRUE(on && off);
    hand.click(*on);
    hand.click(*off);
    hand.press("return");
    look("Points 1 x");
    const std::vector<Vec3> through = places();
    ASSERT_EQ(through.size(), 2U);
    EXPECT_NEAR((through[0] - kMiddle).norm(), kRadius, 0.1 * kRadius);
    EXPECT_GT((through[1] - kMiddle).norm(), 1.5 * kRadius);
  });
}

// A few pixels below its top the ball faces the eye: what is meant is its top.
TEST_F(DrawingJourney, TiedCloseToTheOutlineItIsTiedToTheOutline) {
  go([&] {
    show(ball(), {});
    choose("View", "Front");
    takePencil();
    const auto top = onScreen(kMiddle + Vec3(0, kRadius, 0));
    ASSERT_TRUE(top);
    hand.holdKey("shift");
    hand.click(*top + QPoint(0, 8));
    hand.releaseKey("shift");
    hand.click(*top - QPoint(0, 90));
    hand.press("return");
    look("Points 1 x");
    const std::vector<Vec3> through = places();
    ASSERT_EQ(through.size(), 2U);
    EXPECT_NEAR((through[0] - kMiddle).norm(), kRadius, 0.02 * kRadius);
    EXPECT_LT(std::abs(through[0].z()), 0.2 * kRadius);
    EXPECT_EQ(sceneNow().constraints().size(), 1U);
  });
}

TEST_F(DrawingJourney, EscInTheMiddleOfAStrokeDrawsNothing) {
  go([&] {
    show(ball(), {});
    const Scene before = sceneNow();
    takePencil();
    const std::vector<QPoint> line = waveAt(look("Viewport").place.center(), 150, 40);
    hand.moveTo(line.front());
    hand.press();
    for (const QPoint& at : line) hand.moveTo(at);
    hand.press("esc");
    hand.release();
    EXPECT_TRUE(sceneNow() == before);
  });
}

}  // namespace
}  // namespace sinew::test
