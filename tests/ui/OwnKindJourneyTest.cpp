// Kinds that the window has never heard of are worked with by hand like any other: it knows them
// from the registry alone.
#include <cmath>

#include "core/scene/SceneFile.h"
#include "core/scene/SceneJson.h"
#include "tests/ui/Journey.h"
#include "tests/ui/OwnKinds.h"
#include "tests/ui/Seen.h"

namespace sinew::test {
namespace {

class OwnKindJourney : public Journey {
 protected:
  const Registry& registry() const override { return registryWithOwnKinds(); }

  void add(const char* section, const char* kind) {
    choose("Add", section);
    click(kind);
  }
  Vec3 place(const char* entity) {
    Vec3 found = Vec3::Zero();
    onProgram([&] {
      const Entity* it = window().document().scene().find(Section::Parts, entity);
      if (it != nullptr) found = std::get<Vec3>(it->values.find("position")->content);
    });
    return found;
  }
  QPoint middle() { return look("Viewport").place.center(); }
  /// What is selected fills the picture, seen from the front.
  void lookAtIt() {
    choose("View", "Front");
    click("Frame selected");
  }
  double number(const char* entity, Section section, const char* key) {
    double found = 0;
    onProgram([&] {
      const Entity* it = window().document().scene().find(section, entity);
      const Value* value = it == nullptr ? nullptr : it->values.find(key);
      if (value != nullptr) found = std::get<double>(value->content);
    });
    return found;
  }
};

TEST_F(OwnKindJourney, IsAddedEditedTiedPlayedAndSaved) {
  go([this] {
    click("New scene");
    add("Parts", "Floating block");
    look("floating_block");
    enter("Lift", "12");
    add("Parts", "Floating block");
    look("floating_block_2");
    EXPECT_EQ(number("floating_block", Section::Parts, "lift"), 12);

    // Tied by a click on the one and a click on the other.
    hand.moveTo(look("Viewport").place.center());
    hand.press("1");
    hand.press("a");
    hand.press("ctrl+shift+a");
    add("Constraints", "Level");
    const QPoint middle = look("Viewport").place.center();
    hand.click(middle - QPoint(90, 0));
    hand.click(middle + QPoint(90, 0));
    look("level");
    enter("Height", "0.25");

    click("Play");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toInt() > 5; }));
    click("Pause");
    hand.press("ctrl+s");
    nameFile(path("own.json"));
    EXPECT_TRUE(patient([&] { return std::filesystem::exists(path("own.json").toStdString()); }));
  });
  EXPECT_EQ(number("level", Section::Constraints, "height"), 0.25);
  const Scene& scene = window().document().scene();
  const auto end = [&](const char* key) {
    return std::get<MaterialPoint>(scene.constraints().front().values.find(key)->content).part;
  };
  EXPECT_NE(end("a"), end("b"));
  const auto saved = loadScene(path("own.json").toStdString(), registryWithOwnKinds());
  ASSERT_TRUE(saved);
  EXPECT_TRUE(*saved == scene);
  EXPECT_FALSE(loadScene(path("own.json").toStdString(), builtins())) << "nobody else knows them";
}

TEST_F(OwnKindJourney, IsShapedScaledMirroredKeyedAndStartedAnew) {
  constexpr int kArrow = 84;  // [px] of a gizmo, which doubles what is scaled
  go([&] {
    click("New scene");
    add("Parts", "Floating block");
    look("floating_block");
    enter("Position x", "1");
    lookAtIt();
    // By its own handle.
    const QPoint grip = handle("Edge", middle(), QPoint(3, 0));
    hand.drag(grip, grip + QPoint(60, 0));
    EXPECT_GT(number("floating_block", Section::Parts, "edge"), 0.41);
    hand.press("ctrl+z");
    EXPECT_EQ(number("floating_block", Section::Parts, "edge"), 0) << "not given again";
    // It says nothing of how it is scaled: all its lengths are.
    click("Scale");
    hand.drag(middle(), middle() + QPoint(kArrow, 0));
    EXPECT_NEAR(number("floating_block", Section::Parts, "edge"), 0.8, 0.04);
    choose("Edit", "Mirror");
    click("Mirror along X");
    look("floating_block_2");
    EXPECT_NEAR(place("floating_block_2").x(), -1, 1e-9);
    EXPECT_EQ(number("floating_block_2", Section::Parts, "edge"),
              number("floating_block", Section::Parts, "edge"));
    // Pulled upwards it rises, and starts from there.
    enter("Lift", "20");
    const double before = place("floating_block_2").y();
    click("Play");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toInt() > 10; }));
    click("Pause");
    choose("Simulate", "Make this the start");
    EXPECT_TRUE(patient([&] { return place("floating_block_2").y() > before + 0.1; }));
    hand.press("ctrl+z");
    EXPECT_EQ(place("floating_block_2").y(), before);
  });
}

// From the diamond beside it in the inspector into the sheet of keys, and away again.
TEST_F(OwnKindJourney, IsKeyedFromTheInspectorAndItsKeyIsInTheSheet) {
  constexpr int kNames = 220, kEdge = 16, kRuler = 22, kRow = 22;  // [px] of the sheet, as drawn
  constexpr double kLast = 120;                                    // frames: 5 s at 24 each
  const auto frames = [&] {
    std::vector<int> keys;
    onProgram([&] {
      const Entity* gust = window().document().scene().find(Section::Forces, "gust");
      const Value* strength = gust == nullptr ? nullptr : gust->values.find("strength");
      const auto* curve = strength == nullptr ? nullptr : std::get_if<Curve>(&strength->content);
      for (std::size_t k = 0; curve != nullptr && k < curve->keys.size(); ++k)
        keys.push_back(static_cast<int>(std::lround(24 * curve->keys[k].time)));
    });
    return keys;
  };
  const auto sheet = [] {
    const QRect place = look("Key sheet").place;
    QImage image;
    onProgram([&] { image = seenAt(place); });
    return image;
  };
  const auto inSheet = [&](double frame) {
    const QRect place = look("Key sheet").place;
    return QPoint(place.left() + kNames + qRound(frame / kLast * (place.width() - kNames - kEdge)),
                  place.top() + kRuler + kRow / 2);
  };
  using Frames = std::vector<int>;
  go([&] {
    click("New scene");
    add("Parts", "Floating block");
    look("floating_block");
    lookAtIt();
    add("Forces", "Gust");
    hand.click(middle());
    look("gust");
    click("Keys");
    const QImage none = sheet();
    click("Key strength at the current time");
    EXPECT_TRUE(patient([&] { return frames() == Frames{0}; }));
    EXPECT_TRUE(patient([&] { return differing(sheet(), none) > 200; })) << "its row";
    hand.press("ctrl+z");
    EXPECT_TRUE(patient([&] { return frames().empty(); }));
    EXPECT_TRUE(patient([&] { return differing(sheet(), none) == 0; }));
    hand.press("ctrl+shift+z");
    EXPECT_TRUE(patient([&] { return frames() == Frames{0}; }));
    // It is there to be taken hold of, and another is added beside it.
    hand.drag(inSheet(0), inSheet(24));
    EXPECT_EQ(frames(), Frames{24});
    hand.doubleClick(inSheet(60));
    EXPECT_EQ(frames(), (Frames{24, 60}));
    hand.press("delete");
    EXPECT_EQ(frames(), Frames{24}) << "the one that was added is the one chosen";
    hand.press("ctrl+z");
    EXPECT_EQ(frames(), (Frames{24, 60}));
    enter("Strength", "7");
    EXPECT_EQ(frames(), (Frames{0, 24, 60})) << "a number typed sets a key now";
    hand.press("ctrl+z");
    EXPECT_EQ(frames(), (Frames{24, 60}));
  });
}

}  // namespace
}  // namespace sinew::test
