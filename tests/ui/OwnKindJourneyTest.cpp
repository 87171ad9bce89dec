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

}  // namespace
}  // namespace sinew::test
