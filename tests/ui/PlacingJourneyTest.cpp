// Parts shaped and scaled in the picture, by hand.
#include <cmath>

#include "core/scene/SceneFile.h"
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

constexpr int kArrow = 84;  // [px] of a gizmo, which doubles what is scaled

class PlacingJourney : public Journey {
 protected:
  void begin() {
    click("New scene");
    choose("View", "Front");
  }
  void add(const char* kind, const char* name) {
    choose("Add", "Parts");
    click(kind);
    look(name);
  }
  /// Two particles, half a metre to the left and to the right.
  void addPair() {
    for (const char* x : {"-0.5", "0.5"}) {
      add("Particle", *x == '-' ? "particle" : "particle_2");
      enter("Position x", x);
    }
  }
  void selectPair() {
    click("particle");
    hand.holdKey("ctrl");
    click("particle_2");
    hand.releaseKey("ctrl");
  }
  QPoint middle() { return look("Viewport").place.center(); }
  /// What is selected fills the picture.
  void lookAtIt() {
    click("Frame selected");  // its key may come while a field still has the keyboard
    hand.moveTo(middle());
  }
  /// The saved scene.
  Scene saved() {
    hand.press("ctrl+s");
    if (find("File name:")) nameFile(path("scene.json"));
    (void)patient([&] { return !window().isWindowModified(); });
    const auto scene = loadScene(path("scene.json").toStdString(), builtins());
    EXPECT_TRUE(scene);
    return scene ? *scene : Scene{};
  }
  void saveFirst() {
    choose("File", "Save as…");
    nameFile(path("scene.json"));
  }
  static Vec3 vectorOf(const Scene& scene, std::size_t part, const char* key) {
    const Entity& entity = scene.parts().at(part);
    return ParamReader(builtins().part(entity.kind)->table, entity.values).vec3(key);
  }
};

TEST_F(PlacingJourney, ARadiusIsDraggedInThePicture) {
  go([&] {
    begin();
    add("Superquadric", "superquadric");
    lookAtIt();
    saveFirst();
    const Scene before = saved();
    const QPoint grip = handle("Radii x", middle(), QPoint(4, 0));
    hand.drag(grip, grip + QPoint(60, 0));
    const Vec3 radii = vectorOf(saved(), 0, "radii");
    EXPECT_GT(radii.x(), 0.26);
    EXPECT_EQ(radii.tail<2>(), vectorOf(before, 0, "radii").tail<2>());
    hand.press("ctrl+z");
    EXPECT_EQ(saved(), before) << "one step of undo";
    const QPoint again = handle("Radii x", middle(), QPoint(4, 0));
    hand.moveTo(again);
    hand.press();
    hand.moveTo(again + QPoint(40, 0));
    EXPECT_TRUE(shows("Radii x", [](const Sight& s) { return s.value != "x 0.25 m"; }));
    hand.press("esc");
    hand.release();
    EXPECT_TRUE(shows("Radii x", [](const Sight& s) { return s.value == "x 0.25 m"; }));
  });
}

TEST_F(PlacingJourney, HandlesGoWithWhatHasMoved) {
  go([&] {
    begin();
    add("Superquadric", "superquadric");
    enter("Position x", "2");
    enter("Orientation z", "30");
    hand.moveTo(middle());
    hand.press("space");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toInt() > 4; }));
    hand.press("space");
    lookAtIt();
    saveFirst();
    hand.click(middle());
    const QPoint grip = handle("Radii x", middle(), QPoint(7, -4));
    hand.drag(grip, grip + QPoint(35, -20));
    EXPECT_GT(vectorOf(saved(), 0, "radii").x(), 0.26);
  });
}

TEST_F(PlacingJourney, APointOfARopeIsDraggedInThePicture) {
  go([&] {
    begin();
    choose("Add", "Parts");
    click("Draw a rope");
    const QPoint at = middle();
    for (const QPoint& aside : {QPoint(-150, -60), QPoint(0, -130), QPoint(150, -60)})
      hand.click(at + aside);
    hand.press("return");
    look("rope");
    saveFirst();
    const Scene before = saved();
    const QPoint grip = handle("Points 1", at + QPoint(0, -160), QPoint(0, 3));
    hand.drag(grip, grip + QPoint(30, -60));
    const auto pointsOf = [](const Scene& scene) {
      std::vector<Vec3> points;
      for (const Value& point :
           std::get<ValueList>(scene.parts()[0].values.find("points")->content))
        points.push_back(std::get<Vec3>(point.content));
      return points;
    };
    const std::vector<Vec3> was = pointsOf(before), is = pointsOf(saved());
    ASSERT_EQ(is.size(), 2U);
    EXPECT_GT(is[0].x(), was[0].x() + 0.02);
    EXPECT_GT(is[0].y(), was[0].y() + 0.04);
    EXPECT_NEAR(is[0].z(), was[0].z(), 1e-6) << "in the plane of the picture";
    EXPECT_EQ(is[1], was[1]);
    hand.press("ctrl+z");
    EXPECT_EQ(saved(), before);
  });
}

TEST_F(PlacingJourney, AGizmoScalesAllRoundAndAlongAnAxis) {
  go([&] {
    begin();
    add("Superquadric", "superquadric");
    lookAtIt();
    saveFirst();
    const Scene before = saved();
    const QPoint at = middle();
    hand.moveTo(at);
    hand.press("r");
    hand.drag(at, at + QPoint(kArrow, 0));
    const Vec3 radii = vectorOf(saved(), 0, "radii");
    EXPECT_NEAR(radii.x(), 0.5, 0.02);
    EXPECT_EQ(radii, Vec3::Constant(radii.x()));
    hand.press("ctrl+z");
    EXPECT_EQ(saved(), before);
    const QPoint knob = middle() + QPoint(kArrow - 4, 0);  // where a message has come or gone
    hand.drag(knob, knob + QPoint(kArrow / 2, 0));
    const Vec3 stretched = vectorOf(saved(), 0, "radii");
    EXPECT_NEAR(stretched.x(), 0.375, 0.02);
    EXPECT_EQ(stretched.tail<2>(), vectorOf(before, 0, "radii").tail<2>());
    hand.press("ctrl+z");
    EXPECT_EQ(saved(), before);
  });
}

TEST_F(PlacingJourney, ANumberTypedWhileDraggingIsExact) {
  go([&] {
    begin();
    add("Superquadric", "superquadric");
    lookAtIt();
    saveFirst();
    const Scene before = saved();
    const Vec3 place = vectorOf(before, 0, "position");
    const auto take = [&](QPoint from) {
      hand.moveTo(from);
      hand.press();
      hand.moveTo(from + QPoint(12, 9));
    };
    click("Move");  // a click, since no window may be active after that of the file
    take(middle());
    hand.press("x");
    hand.type("25");
    EXPECT_TRUE(patient([&] { return hint().contains("Typed 25"); })) << hint().toStdString();
    hand.press("backspace");
    hand.type("5cm");
    hand.press("return");
    hand.moveTo(middle() + QPoint(90, 60));  // it is done: the pointer leads nothing any more
    hand.release();
    EXPECT_TRUE(vectorOf(saved(), 0, "position").isApprox(place + Vec3(0.25, 0, 0), 1e-12));
    hand.press("ctrl+z");
    EXPECT_EQ(saved(), before) << "one step of undo";

    take(middle());
    hand.press("y");
    hand.type("-1");
    hand.press("esc");
    hand.release();
    EXPECT_EQ(saved(), before) << "Esc leaves all as it was";

    hand.press("e");
    take(middle() + QPoint(55, -55));  // on the ring that faces the eye
    hand.type("45");
    hand.release();
    const Scene turned = saved();
    ASSERT_FALSE(turned.parts().empty());
    const ParamReader values(builtins().part("superquadric")->table, turned.parts()[0].values);
    const Eigen::AngleAxisd wanted(std::acos(-1.0) / 4, Vec3::UnitZ());
    EXPECT_LT(values.rotation("orientation").angularDistance(Quat(wanted)), 1e-9);
  });
}

TEST_F(PlacingJourney, AGroupsPivotIsMovedByItself) {
  go([&] {
    begin();
    addPair();
    saveFirst();
    selectPair();
    hand.press("ctrl+g");
    look("group");
    const Scene before = saved();
    lookAtIt();
    hand.press("w");
    const QPoint at = middle();
    hand.moveTo(at);
    hand.press();
    hand.moveTo(at + QPoint(20, 10));
    hand.press("p");
    hand.press("x");
    hand.type("0.5");
    hand.release();
    const Scene after = saved();
    EXPECT_EQ(after.parts(), before.parts());
    ASSERT_EQ(after[Section::Groups].size(), 1U);
    const ParamReader group(groupTable(), after[Section::Groups][0].values);
    ASSERT_TRUE(group.given("pivot"));
    EXPECT_NEAR(group.vec3("pivot").x(), 0.5, 1e-12);
    hand.press("ctrl+z");
    EXPECT_EQ(saved(), before);
  });
}

TEST_F(PlacingJourney, SeveralScaleFromTheirCommonMiddle) {
  go([&] {
    begin();
    addPair();
    saveFirst();
    const Scene before = saved();
    selectPair();
    lookAtIt();
    hand.press("r");
    const QPoint at = middle();
    hand.drag(at, at + QPoint(kArrow, 0));
    const Scene scaled = saved();
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(vectorOf(scaled, i, "position").x(), i == 0 ? -1 : 1, 0.05);
      const ParamReader reader(builtins().part("particle")->table, scaled.parts()[i].values);
      EXPECT_NEAR(reader.real("radius"), 0.1, 0.005);
    }
    hand.press("ctrl+z");
    EXPECT_EQ(saved(), before);
  });
}

// From a place between its lines, along one axis: to the grid there, and nowhere else.
TEST_F(PlacingJourney, CtrlSnapsToTheGridAlongTheAxisHeld) {
  go([&] {
    begin();
    add("Particle", "particle");
    enter("Position x", "0.033");
    enter("Position y", "0.047");
    lookAtIt();
    hand.press("w");
    saveFirst();
    const QPoint at = middle();
    hand.holdKey("ctrl");
    hand.drag(at + QPoint(kArrow, 0), at + QPoint(kArrow + 150, 40));
    hand.releaseKey("ctrl");
    const Vec3 place = vectorOf(saved(), 0, "position");
    EXPECT_GT(place.x(), 0.05);
    EXPECT_NEAR(std::remainder(place.x(), 0.001), 0, 1e-9);
    EXPECT_EQ(place.y(), 0.047);
    EXPECT_EQ(place.z(), 0);
  });
}

// From where it is, to the left in the picture, until it lies on the big ball: in front of the
// plane in which it is moved without snapping.
TEST_F(PlacingJourney, CtrlSnapsToSurfacesAndCorners) {
  const Vec3 centre(-1.5, 0, 0);
  go([&] {
    begin();
    add("Superquadric", "superquadric");
    for (const char* axis : {"Radii x", "Radii y", "Radii z"}) enter(axis, "1");
    enter("Position x", "-1.5");
    enter("Position y", "0");
    add("Particle", "particle");
    enter("Position y", "0");
    lookAtIt();
    hand.wheel(middle(), -10);
    hand.press("w");
    saveFirst();
    const Scene before = saved();
    const auto snapped = [&](const char* to) {
      choose("Handles", to);
      for (int left = 300; left < 500; left += 40) {
        const QPoint at = middle();
        hand.holdKey("ctrl");
        hand.drag(at, at - QPoint(left, 0));
        hand.releaseKey("ctrl");
        Vec3 place = vectorOf(saved(), 1, "position");
        hand.press("ctrl+z");
        if (std::abs(place.z()) > 0.01) return place;
      }
      ADD_FAILURE() << "nothing was found to the left";
      return Vec3(Vec3::Zero());
    };
    EXPECT_NEAR((snapped("Ctrl snaps to surfaces") - centre).norm(), 1, 0.01);
    EXPECT_NEAR((snapped("Ctrl snaps to corners and ends") - centre).norm(), 1, 1e-5);
    EXPECT_EQ(saved(), before);
  });
}

}  // namespace
}  // namespace sinew::test
