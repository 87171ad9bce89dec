// What the library offers, added by a press, dragged into the picture, and kept for later.
#include "core/scene/SceneFile.h"
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class LibraryJourney : public Journey {
 protected:
  void SetUp() override {
    Journey::SetUp();
    go([this] {
      click("New scene");
      look("Viewport");
      click("Library");
    });
  }
  /// Finds it by its name, so that it is in sight.
  Sight found(const char* item, const char* words) {
    enterText("Find something to add", words);
    return look(item);
  }
  void enterText(const char* field, const QString& words) {
    click(field);
    hand.press("ctrl+a");
    hand.type(words);
  }
  QPoint inPicture(int x, int y) { return look("Viewport").place.center() + QPoint(x, y); }
  Scene saved() {
    hand.press("ctrl+s");
    nameFile(path("scene.json"));
    const auto there = [&] { return std::filesystem::exists(path("scene.json").toStdString()); };
    EXPECT_TRUE(patient(there));
    const auto scene = loadScene(path("scene.json").toStdString(), builtins());
    if (scene) return *scene;
    ADD_FAILURE() << scene.error().message;
    return {};
  }
};

TEST_F(LibraryJourney, SomethingReadyMadeIsAddedAsOneStep) {
  go([this] {
    hand.click(found("Ball on a string", "on a").centre());
    click("Add to the scene");
    const Scene scene = saved();
    EXPECT_EQ(scene.parts().size(), 2u);
    EXPECT_EQ(scene.constraints().size(), 2u);
    hand.click(inPicture(-200, -150));  // back from the dialog: nobody else does it here
    hand.press("ctrl+z");
    EXPECT_TRUE(shows("Undo", [](const Sight& s) { return !s.enabled; }));
  });
}

TEST_F(LibraryJourney, WhatIsDraggedIntoThePictureStandsThere) {
  go([this] {
    hand.press("7");  // from above
    const QPoint from = found("Wooden ball", "wooden ball").centre();
    hand.drag(from, inPicture(100, 50));
    look("Undo");
    const Scene scene = saved();
    ASSERT_EQ(scene.parts().size(), 1u);
    const ParamReader values(builtins().part("superquadric")->table, scene.parts()[0].values);
    const Vec3 at = values.vec3("position");
    EXPECT_GT(at.x(), 0.01);
    EXPECT_GT(at.z(), 0.01);
    EXPECT_NEAR(at.y(), 0.101, 1e-6) << "just above the ground";
  });
}

TEST_F(LibraryJourney, AMaterialIsGivenToWhatItIsLetGoOver) {
  go([this] {
    hand.click(found("Wooden ball", "wooden ball").centre());
    click("Add to the scene");
    hand.moveTo(inPicture(0, 0));
    hand.press("f");
    const QPoint from = found("Gold", "gold").centre();
    hand.drag(from, inPicture(0, 0));
    const Scene scene = saved();
    ASSERT_EQ(scene.parts().size(), 1u);
    const ParamReader values(builtins().part("superquadric")->table, scene.parts()[0].values);
    EXPECT_EQ(values.text("material"), "gold");
    EXPECT_NE(scene.find(Section::Materials, "gold"), nullptr);
  });
}

// A part that was renamed has a colour of its own, which would hide the material.
TEST_F(LibraryJourney, AMaterialTakesThePlaceOfAColour) {
  const auto colour = [this] {
    Scene scene;
    onProgram([&] { scene = window().document().scene(); });
    const ParamReader values(builtins().part("superquadric")->table, scene.parts().at(0).values);
    return std::pair(values.given("colour"), values.text("material"));
  };
  go([&] {
    choose("Add", "Parts");
    click("Superquadric");
    click("Outliner");
    hand.doubleClick(look("superquadric").centre());
    hand.press("ctrl+a");
    hand.type("ring");
    hand.press("return");
    look("ring");
    EXPECT_EQ(colour(), (std::pair<bool, std::string>(true, "")));
    click("Library");
    hand.moveTo(inPicture(0, 0));
    hand.press("f");
    hand.drag(found("Gold", "gold").centre(), inPicture(0, 0));
    EXPECT_EQ(colour(), (std::pair<bool, std::string>(false, "gold")));
  });
}

TEST_F(LibraryJourney, WhatIsKeptIsThereAgain) {
  go([this] {
    hand.click(found("Plank", "plank").centre());
    click("Add to the scene");
    look("plank");
    choose("Edit", "Keep in the library…");
    look("What is it called?");
    hand.press("ctrl+a");
    hand.type("my_plank");
    hand.press("return");
    hand.click(found("My plank", "my").centre());
    click("Add to the scene");
    const Scene scene = saved();
    EXPECT_EQ(scene.parts().size(), 2u);
  });
}

}  // namespace
}  // namespace sinew::test
