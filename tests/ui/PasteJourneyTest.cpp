// What is copied from one scene is pasted into another.
#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>

#include "core/scene/SceneJson.h"
#include "tests/ui/ShownJourney.h"

namespace sinew::test {
namespace {

class PasteJourney : public ShownJourney {
 protected:
  using Names = std::vector<std::string>;

  /// Two balls of one material, tied to each other; and one by itself.
  static Scene tied() {
    SceneBuilder builder;
    builder.part("particle", "left", {{"position", Vec3(-0.5, 1, 0)}, {"material", "shine"}});
    builder.part("particle", "right", {{"position", Vec3(0.5, 1, 0)}, {"material", "shine"}});
    builder.part("particle", "alone", {{"position", Vec3(0, 2, 0)}});
    builder.constraint("distance", "rod", {{"a", at("left")}, {"b", at("right")}, {"length", 1.0}});
    Scene scene = builder.scene();
    Entity shine{"shine", {}, {}};
    shine.values.set(*findParam(materialTable(), "glow"), Value(2.0));
    scene[Section::Materials].push_back(std::move(shine));
    return scene;
  }
  void copyTied() {
    show(tied(), {});
    click("left");
    hand.holdKey("ctrl");
    click("right");
    hand.releaseKey("ctrl");
    hand.press("ctrl+c");
    EXPECT_TRUE(patient([&] { return hint().startsWith("Copied"); })) << hint().toStdString();
  }
  static std::vector<std::string> namesOf(const std::vector<Entity>& entities) {
    std::vector<std::string> names;
    for (const Entity& entity : entities) names.push_back(entity.name);
    std::sort(names.begin(), names.end());
    return names;
  }
};

TEST_F(PasteJourney, IntoAnEmptySceneComesAllOfItInOneStep) {
  go([&] {
    copyTied();
    choose("File", "New scene");
    EXPECT_TRUE(gone("alone"));
    const Scene empty = sceneNow();
    hand.press("ctrl+v");
    look("left");
    const Scene pasted = sceneNow();
    EXPECT_EQ(namesOf(pasted.parts()), (Names{"left", "right"}));
    EXPECT_EQ(namesOf(pasted.constraints()), (Names{"rod"}));
    EXPECT_EQ(namesOf(pasted[Section::Materials]), (Names{"shine"}));
    const Scene source = tied();
    for (const char* part : {"left", "right"})
      EXPECT_EQ(*pasted.find(Section::Parts, part), *source.find(Section::Parts, part));
    EXPECT_EQ(pasted.constraints(), source.constraints());
    EXPECT_EQ(pasted[Section::Materials], source[Section::Materials]);
    hand.press("ctrl+z");
    EXPECT_TRUE(gone("left"));
    EXPECT_TRUE(sceneNow() == empty) << "one step of undo";
    hand.press("ctrl+shift+z");
    look("left");
    EXPECT_TRUE(sceneNow() == pasted);
  });
}

// Under other names, tied to each other rather than to what was there, and not in its place.
TEST_F(PasteJourney, BesideWhatIsCalledTheSame) {
  go([&] {
    copyTied();
    choose("File", "New scene");
    EXPECT_TRUE(gone("alone"));
    hand.press("ctrl+v");
    look("left");
    hand.press("ctrl+v");
    look("left_2");
    const Scene twice = sceneNow();
    EXPECT_EQ(namesOf(twice.parts()), (Names{"left", "left_2", "right", "right_2"}));
    EXPECT_EQ(namesOf(twice[Section::Materials]), (Names{"shine"})) << "shared";
    const Entity* rod = twice.find(Section::Constraints, "rod_2");
    ASSERT_NE(rod, nullptr);
    EXPECT_EQ(std::get<MaterialPoint>(rod->values.find("a")->content).part, "left_2");
    EXPECT_EQ(std::get<MaterialPoint>(rod->values.find("b")->content).part, "right_2");
    const auto place = [&](const char* part) {
      return ParamReader(builtins().part("particle")->table,
                         twice.find(Section::Parts, part)->values)
          .vec3("position");
    };
    EXPECT_GT((place("left_2") - place("left")).norm(), 0.05);
    EXPECT_TRUE((place("left_2") - place("left")).isApprox(place("right_2") - place("right"), 1e-9))
        << "as one";
  });
}

// What holds on to something that is not copied stays; and what is no scene is refused.
TEST_F(PasteJourney, WhatIsTiedToOthersStaysBehindAndNothingElseIsTaken) {
  go([&] {
    show(tied(), {});
    click("left");
    look("Mass");
    hand.press("ctrl+c");
    choose("File", "New scene");
    EXPECT_TRUE(gone("alone"));
    hand.press("ctrl+v");
    look("left");
    EXPECT_TRUE(sceneNow().constraints().empty());
    const Scene before = sceneNow();
    onProgram([] { QGuiApplication::clipboard()->setText("[1, 2, 3]"); });
    hand.press("ctrl+v");
    EXPECT_TRUE(patient([&] { return hint() == "There is nothing of a scene on the clipboard"; }))
        << hint().toStdString();
    EXPECT_TRUE(sceneNow() == before);
  });
}

TEST_F(PasteJourney, ADuplicateSaysWhatTiesItsOriginalToOthers) {
  go([&] {
    show(tied(), {});
    click("left");
    hand.press("ctrl+d");
    look("left_2");
    EXPECT_TRUE(patient([&] {
      return hint() == "Duplicate left, but not what ties it to others: rod";
    })) << hint().toStdString();
    click("alone");
    hand.press("ctrl+d");
    EXPECT_TRUE(patient([&] { return hint() == "Duplicate alone"; })) << hint().toStdString();
  });
}

}  // namespace
}  // namespace sinew::test
