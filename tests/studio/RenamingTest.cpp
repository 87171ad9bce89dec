// A part that is coloured by its name keeps its colour under another one.
#include "ui/document/Renaming.h"

#include <gtest/gtest.h>

#include "render/SceneLook.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::ui {
namespace {

Scene threeParts() {
  Scene scene = test::SceneBuilder()
                    .part("particle", "plain", {})
                    .part("particle", "painted", {{"colour", Vec3(0, 0, 1)}})
                    .part("particle", "golden", {{"material", "gold"}})
                    .scene();
  scene[Section::Materials].push_back({"gold", {}, {}});
  return scene;
}

TEST(Renaming, LeavesColoursAsTheyWere) {
  const Scene before = threeParts();
  const auto seen = lookAt(before, test::builtins(), 0);
  ASSERT_TRUE(seen);
  for (std::size_t i = 0; i < before.parts().size(); ++i) {
    const std::string& name = before.parts()[i].name;
    Scene scene = before;
    for (const SceneEdit& edit : renamingOf(scene, test::builtins(), {Section::Parts, name}, "new"))
      ASSERT_TRUE(applyEdit(scene, edit, test::builtins())) << name;
    EXPECT_EQ(scene.parts()[i].name, "new");
    const auto now = lookAt(scene, test::builtins(), 0);
    ASSERT_TRUE(now);
    EXPECT_EQ(now->parts[i].material.colour, seen->parts[i].material.colour) << name;
  }
}

TEST(Renaming, WritesNoColourWhereItNeedsNone) {
  const Scene scene = threeParts();
  const auto edits = [&](Section section, const char* name) {
    return renamingOf(scene, test::builtins(), {section, name}, "new").size();
  };
  EXPECT_EQ(edits(Section::Parts, "plain"), 2u);
  EXPECT_EQ(edits(Section::Parts, "painted"), 1u);
  EXPECT_EQ(edits(Section::Parts, "golden"), 1u) << "the material's colour is enough";
  EXPECT_EQ(edits(Section::Materials, "gold"), 1u);
}

}  // namespace
}  // namespace sinew::ui
