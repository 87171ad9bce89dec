// Whole scenes from an empty window: made, recorded and saved by mouse and keys alone.
#include <QApplication>
#include <array>
#include <optional>
#include <set>

#include "core/io/clip/ClipReader.h"
#include "core/io/clip/Verify.h"
#include "core/scene/SceneFile.h"
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class MakingJourney : public Journey {
 protected:
  void add(const char* section, const char* kind) {
    choose("Add", section);
    click(kind);
  }
  /// Adds a part, waits until it is the one in the inspector, and puts it somewhere.
  void addPart(const char* kind, const QString& name, const std::array<QString, 3>& place) {
    add("Parts", kind);
    look(name);
    const std::array<const char*, 3> fields = {"Position x", "Position y", "Position z"};
    for (int axis = 0; axis < 3; ++axis) {
      if (!place[axis].isEmpty()) enter(fields[axis], place[axis]);
    }
  }
  void select(const char* first, const char* second) {
    click(first);
    hand.holdKey("ctrl");
    click(second);
    hand.releaseKey("ctrl");
  }
  /// Opens the list of choices that shows `now`, by which Qt calls it, and takes the first one that
  /// begins with a letter.
  void pick(const QString& now, const char* letter) {
    const auto opened = [] {
      bool popup = false;
      onProgram([&] { popup = QApplication::activePopupWidget() != nullptr; });
      return popup;
    };
    click(now);
    EXPECT_TRUE(patient(opened));
    hand.type(letter);
    hand.press("return");
    EXPECT_TRUE(patient([&] { return !opened(); }));
  }
  /// Saves the scene under that name, and records until that frame.
  void keep(const QString& name, int frames) {
    hand.press("ctrl+s");
    nameFile(path(qPrintable(name + ".json")));
    EXPECT_TRUE(patient(
        [&] { return std::filesystem::exists(path(qPrintable(name + ".json")).toStdString()); }));
    click("Record");
    EXPECT_TRUE(shows("Frame", [=](const Sight& s) { return s.value.toDouble() > frames; }));
    click("Record");
    look("Compare with re-simulation");
  }
  /// Whether the saved scene is sound, the clip that keep() recorded is what it gives, and all that
  /// was tied together is together at its end,
  /// but for those that have let go.
  void expectKept(const QString& name, std::size_t frames, std::size_t constraints,
                  const std::set<std::string>& apart = {}) {
    const auto scene = loadScene(path(qPrintable(name + ".json")).toStdString(), builtins());
    ASSERT_TRUE(scene);
    const auto world = World::compile(*scene, builtins());
    ASSERT_TRUE(world) << world.error().message;
    auto clip = ClipReader::open(path(qPrintable(name + "_take1.clip")).toStdString());
    ASSERT_TRUE(clip) << clip.error().message;
    EXPECT_GT((*clip)->frames().size(), frames);
    const auto verified = verifyClip(**clip, builtins());
    ASSERT_TRUE(verified) << verified.error().message;
    EXPECT_TRUE(verified->same) << verified->message;
    const auto last = (*clip)->state((*clip)->frames().size() - 1, **world);
    ASSERT_TRUE(last) << last.error().message;
    Simulator simulator(*world);
    simulator.restore(*last);
    ASSERT_EQ(simulator.report().constraints.size(), constraints);
    for (std::size_t i = 0; i < constraints; ++i) {
      const std::string& its = scene->constraints()[i].name;
      const double gap = simulator.report().constraints[i].residual;
      EXPECT_EQ(gap > 1e-3, apart.contains(its)) << its << ": " << gap << " m";
    }
  }
};

TEST_F(MakingJourney, ADragonflyAssemblesItself) {
  go([&] {
    click("New scene");
    addPart("Superquadric", "superquadric", {"0", "1", "0"});
    addPart("Superquadric", "superquadric_2", {"1.1", "1.2", "0"});
    addPart("Superquadric", "superquadric_3", {"-1.2", "0.8", "0"});
    addPart("Superquadric", "superquadric_4", {"0", "1.1", "1.3"});
    addPart("Superquadric", "superquadric_5", {"0", "0.9", "-1.4"});
    const char* times[] = {"0.5", "1", "1.5", "2"};
    for (int i = 0; i < 4; ++i) {
      const QString other = QStringLiteral("superquadric_%1").arg(i + 2);
      select("superquadric", qPrintable(other));
      add("Constraints", "Point to point");
      look(i == 0 ? "point_to_point" : qPrintable(QStringLiteral("point_to_point_%1").arg(i + 1)));
      enter("Assembly time", times[i]);
    }
    keep("dragonfly", 72);
  });
  expectKept("dragonfly", 72, 4);
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
  expectKept("bridge", 48, 7);
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
  expectKept("balloons", 48, 4);
}

/// How far right the middle of a part is in a recorded frame [m].
double rightOf(ClipReader& clip, const char* part, std::size_t frame) {
  const auto snapshot = clip.snapshot(frame);
  EXPECT_TRUE(snapshot) << snapshot.error().message;
  double sum = 0;
  for (const auto& mesh : (*snapshot)->topology->parts) {
    if (mesh.part != part) continue;
    for (std::uint32_t v = 0; v < mesh.vertexCount; ++v)
      sum += static_cast<double>((*snapshot)->positions[3 * (mesh.firstVertex + v)]) /
             mesh.vertexCount;
  }
  return sum;
}

/// Limbs that want to be straight, a string, an arrow through an eyelet.
class BowJourney : public MakingJourney {
 protected:
  QPoint at(int x, int y) { return look("Viewport").place.center() + QPoint(x, y); }
  void tie(int x, int y) {
    hand.holdKey("shift");
    hand.click(at(x, y));
    hand.releaseKey("shift");
  }
  void drawLimbsStringAndArrow() {
    add("Parts", "Draw a rope");
    hand.click(at(0, -150));
    tie(60, -12);
    tie(60, 12);
    hand.click(at(0, 150));
    hand.press("return");
    look("rope");
    enter("Young’s modulus", "1e9");
    add("Parts", "Draw a rope");
    tie(0, -150);
    tie(0, 150);
    hand.press("return");
    look("rope_2");
    enter("Young’s modulus", "1e9");
    add("Parts", "Draw a rope");
    hand.click(at(0, 0));
    hand.click(at(170, 0));
    hand.press("return");
    look("rope_3");
    enter("Young’s modulus", "1e9");
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
  expectKept("bow", 60, 8, {"position_3", "point_to_point_3", "nock", "keyhole"});
  auto clip = ClipReader::open(path("bow_take1.clip").toStdString());
  ASSERT_TRUE(clip) << clip.error().message;
  const double start = rightOf(**clip, "rope_3", 10), drawn = rightOf(**clip, "rope_3", 47);
  EXPECT_NEAR(drawn, start - 0.3, 0.05) << "it is drawn back with the string";
  EXPECT_GT(rightOf(**clip, "rope_3", 60), start + 2) << "and flies";
  EXPECT_NEAR(rightOf(**clip, "rope_2", 60), rightOf(**clip, "rope_2", 10), 0.1)
      << "the string stays";
}

}  // namespace
}  // namespace sinew::test
