// What cannot be done says so, and why, where it was tried.
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

class RefusalJourney : public Journey {
 protected:
  void SetUp() override {
    Journey::SetUp();
    go([this] {
      click("New scene");
      add("Superquadric");
      look("superquadric");
    });
  }
  void add(const char* kind) {
    choose("Add", "Parts");
    click(kind);
  }
  /// Looks for a command.
  void ask(const QString& words) {
    choose("Edit", "Find a command…");
    look("Command");
    hand.type(words);
  }
  void rename(const char* thing, const QString& name) {
    hand.doubleClick(look(thing).centre());
    hand.press("ctrl+a");
    hand.type(name);
    hand.press("return");
  }
  ::testing::AssertionResult tips(const QString& what) {
    if (patient([&] { return tip().contains(what); })) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "the tip says \"" << tip().toStdString() << "\"";
  }
  Scene sceneNow() {
    Scene scene;
    onProgram([&] { scene = window().document().scene(); });
    return scene;
  }
};

TEST_F(RefusalJourney, ANameThatIsTakenIsRefusedWhereItWasTyped) {
  go([this] {
    add("Superquadric");
    look("superquadric_2");
    rename("superquadric", "wing");
    look("wing");
    rename("superquadric_2", "wing");
    EXPECT_TRUE(tips("“wing”"));
    look("superquadric_2");
    EXPECT_TRUE(hint().contains("“wing”")) << "and in the line at the bottom";
  });
}

TEST_F(RefusalJourney, AGreyedCommandSaysWhyAndDoesNotRun) {
  go([this] {
    click("Scene");  // so that nothing is selected
    look("Duration");
    const Scene before = sceneNow();
    ask("duplicate");
    hand.press("return");
    EXPECT_TRUE(tips("not as things are now"));
    look("Command");
    hand.press("esc");
    EXPECT_TRUE(gone("Command"));
    EXPECT_TRUE(sceneNow() == before);
    click("superquadric");
    look("Mass");
    ask("duplicate");
    hand.press("return");
    look("superquadric_2");
  });
}

TEST_F(RefusalJourney, AParameterThatDoesNothingIsFoundGreyedWithWhy) {
  const auto search = [this](const char* words) {
    click("Find a parameter");
    hand.press("ctrl+a");
    hand.type(words);
  };
  go([&] {
    EXPECT_FALSE(find("Nodal mass")) << "nor is it shown unasked";
    search("nodal");
    EXPECT_TRUE(shows("Nodal mass", [](const Sight& s) { return !s.enabled; }));
    look("Does nothing now. Motion: only for Local");
    search("density");
    EXPECT_TRUE(shows("Density", [](const Sight& s) { return s.enabled; }));
    EXPECT_TRUE(gone("Does nothing now. Motion: only for Local"));
    onProgram([&] {
      const SceneEdit local = SetParam{"parts/superquadric", "motion", Value("local")};
      EXPECT_TRUE(window().document().apply(local, "Change"));
    });
    search("nodal");
    EXPECT_TRUE(shows("Nodal mass", [](const Sight& s) { return s.enabled; }));
  });
}

// It leaves the axes free, and what was done stays done.
TEST_F(RefusalJourney, AMessageLeavesThePictureFreeAndGoesByAClick) {
  go([this] {
    look(
        "Nothing holds the parts yet: unless they are hung up they fall through the ground, which "
        "is only drawn.");
    hand.press("delete");
    const QRect message = look("Deleted superquadric.").place;
    const QRect picture = look("Viewport").place;
    EXPECT_LT(message.width(), picture.width() / 2);
    EXPECT_LT(message.height(), picture.height() / 8);
    hand.click(message.topLeft() + QPoint(12, message.height() / 2));
    EXPECT_TRUE(gone("Deleted superquadric."));
    EXPECT_TRUE(sceneNow().parts().empty());
  });
}

}  // namespace
}  // namespace sinew::test
