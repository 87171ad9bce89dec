// Kinds that the window has never heard of are worked with by hand like any other: it knows them
// from the registry alone.
#include "core/scene/SceneFile.h"
#include "core/scene/SceneJson.h"
#include "tests/ui/Journey.h"
#include "tests/ui/OwnKinds.h"

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

}  // namespace
}  // namespace sinew::test
