#include "tests/ui/Subjects.h"

#include <gtest/gtest.h>

#include "core/scene/MakePart.h"
#include "core/scene/SceneJson.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

std::string text(const Scene& of) {
  return writeScene(of, builtins());
}

}  // namespace

Scene stage() {
  SceneBuilder builder;
  builder.settings({{"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "part", {{"position", Vec3(0.1, 1, 0)}, {"material", "material"}});
  builder.part("superquadric", "ball_l", {{"position", Vec3(1.1, 1, 0.3)}});
  builder.part("rope", "rope", {{"position", Vec3(0, 3, 0)}, {"rest_length", 0.8}});
  Scene scene = builder.scene();
  scene[Section::Materials].push_back({"material", {}, {}});
  scene[Section::Cameras].push_back({"camera", {}, {}});
  return scene;
}

std::vector<ui::Addable> everything() {
  std::vector<ui::Addable> all;
  for (int i = 0; i < kSectionCount; ++i) {
    const auto some = ui::addablesOf(builtins(), static_cast<Section>(i));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::optional<Subject> subjectOf(const ui::Addable& addable, const Scene& among) {
  const Registry& registry = builtins();
  const ui::PointsToPick picks = ui::pointsToPick(registry, addable);
  for (const bool all : {true, false}) {
    const std::size_t count = all ? picks.specs.size() : picks.needed;
    for (const std::vector<std::string>& names :
         {std::vector<std::string>{"part", "ball_l"}, {"rope", "part"}, {"part", "rope"}}) {
      std::vector<MaterialPoint> points;
      for (std::size_t i = 0; i < std::min(count, names.size()); ++i) {
        const auto part = makePart(registry, *among.find(Section::Parts, names[i]));
        points.push_back({names[i], ui::pointTowards(*part, Vec3(0.5, 1, 0))});
      }
      Subject subject{addable.label, among, {}};
      AddEntity addition = ui::additionAt(among, registry, addable, points);
      subject.thing = {addable.section, addition.entity.name};
      if (!applyEdit(subject.scene, addition, registry)) continue;
      if (World::compile(subject.scene, registry)) return subject;
    }
  }
  return std::nullopt;
}

void expectUndone(ui::Document& document, const Scene& before, const std::string& what, int steps) {
  QUndoStack& stack = document.undoStack();
  const Scene after = document.scene();
  EXPECT_EQ(stack.index(), steps) << what << " is one step";
  EXPECT_FALSE(stack.undoText().isEmpty()) << what;
  EXPECT_TRUE(checkReferences(after, builtins()).empty()) << what;
  for (int twice = 0; twice < 2; ++twice) {
    stack.setIndex(0);
    EXPECT_TRUE(document.scene() == before) << what << ", undone";
    EXPECT_EQ(text(document.scene()), text(before)) << what << ", undone";
    stack.setIndex(steps);
    EXPECT_TRUE(document.scene() == after) << what << ", done again";
    EXPECT_EQ(text(document.scene()), text(after)) << what << ", done again";
  }
  stack.setIndex(0);
}

}  // namespace sinew::test
